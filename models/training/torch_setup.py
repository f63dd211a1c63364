"""What both trainers need of torch: the device, precision, and the running average of the weights."""

from __future__ import annotations

import torch


def device() -> torch.device:
    """The accelerator if there is one, else the processor on all its cores."""
    if torch.cuda.is_available():
        torch.backends.cudnn.benchmark = True
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True
        return torch.device("cuda")
    return torch.device("cpu")


def to_float(value: object) -> object:
    """The same nest of tensors in 32-bit floats: losses of boxes are not safe in 16."""
    if torch.is_tensor(value):
        return value.float() if value.is_floating_point() else value
    if isinstance(value, dict):
        return {key: to_float(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(to_float(item) for item in value)
    return value


@torch.no_grad()
def follow(average: torch.nn.Module, model: torch.nn.Module, decay: float) -> None:
    """Moves the averaged weights a step towards the trained ones."""
    pairs = [(a, b) for a, b in zip(average.state_dict().values(), model.state_dict().values(), strict=False)]
    floats = [(a, b.detach()) for a, b in pairs if a.is_floating_point()]
    torch._foreach_lerp_([a for a, _ in floats], [b for _, b in floats], 1 - decay)
    for a, b in pairs:
        if not a.is_floating_point():
            a.copy_(b)
