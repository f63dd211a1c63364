"""Opening a net with onnxruntime, under the same thread rules for all, with a clear word where it does not fit."""

from __future__ import annotations

from pathlib import Path

import onnxruntime


class NetMismatch(RuntimeError):
    """A net's inputs or outputs are not what this reader expects."""


def open_session(
    path: Path, threads: int, inputs: tuple[str, ...], outputs: tuple[str, ...]
) -> onnxruntime.InferenceSession:
    """A CPU session on `threads` threads; `NetMismatch` names the input or output that is missing."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = max(1, threads)
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    # Picture sizes vary: an arena would keep the largest it ever saw, and idle threads would spin.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    have_inputs = {each.name for each in session.get_inputs()}
    have_outputs = {each.name for each in session.get_outputs()}
    for name in inputs:
        if name not in have_inputs:
            raise NetMismatch(f"{path.name}: expected an input {name!r}, it has {sorted(have_inputs)}")
    for name in outputs:
        if name not in have_outputs:
            raise NetMismatch(f"{path.name}: expected an output {name!r}, it has {sorted(have_outputs)}")
    return session
