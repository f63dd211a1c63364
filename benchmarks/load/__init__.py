"""The whole service under load, over loopback; `python -m benchmarks.load --help` tells what can be measured."""
