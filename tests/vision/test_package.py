"""What `from vision import …` gives, and that the types come without the heavy machinery."""

import subprocess
import sys
from pathlib import Path

import pytest

import vision


@pytest.mark.parametrize("name", vision.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    value = getattr(vision, name)
    assert name in dir(vision)
    if name != "Edit":
        assert value.__doc__


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'paint'"):
        vision.paint  # noqa: B018


def test_the_types_need_no_runtime() -> None:
    program = "import sys, vision.types; print(*(m for m in ('onnxruntime', 'cv2', 'PIL') if m in sys.modules))"
    root = Path(__file__).parents[2]
    answer = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=root)
    assert answer.stdout.strip() == ""
