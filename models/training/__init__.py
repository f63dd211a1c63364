"""Training, export and measurement of the two nets; needs the `train` extra and is not part of the wheel."""
