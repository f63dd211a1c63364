"""Tiny nets with the same inputs and outputs as the trained ones, that see coloured patches instead of tiles.

The detector takes every cell of 32 × 32 pixels for a tile of 30 × 40, as sure as the cell is red (face) or blue (back).
The namer tells faces by the crop's mean colour (red 1m, green 2m, blue back, dark no tile) and the top by its brightest
side.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

CELL = 32
TILE_WIDTH, TILE_HEIGHT = 30.0, 40.0


def _constant(name: str, values: object, kind: type = np.float32) -> onnx.TensorProto:
    return numpy_helper.from_array(np.array(values, kind), name)


def _save(graph: onnx.GraphProto, path: Path) -> Path:
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    return path


def patch_detector(path: Path, angle: float = 0.0) -> Path:
    """Writes the detector; `angle` in radians is what it says of every tile."""
    nodes = [
        helper.make_node("AveragePool", ["images"], ["mean"], kernel_shape=[CELL, CELL], strides=[CELL, CELL]),
        helper.make_node("Split", ["mean"], ["r", "g", "b"], axis=1),
        helper.make_node("Sub", ["r", "b"], ["face_raw"]),
        helper.make_node("Sub", ["b", "r"], ["back_raw"]),
        helper.make_node("Relu", ["face_raw"], ["face"]),
        helper.make_node("Relu", ["back_raw"], ["back"]),
        helper.make_node("Mul", ["r", "zero"], ["zeros"]),
        helper.make_node("Add", ["zeros", "one"], ["ones"]),
        helper.make_node("CumSum", ["ones", "axis_x"], ["columns"]),
        helper.make_node("CumSum", ["ones", "axis_y"], ["rows"]),
        helper.make_node("Mul", ["columns", "cell"], ["right"]),
        helper.make_node("Mul", ["rows", "cell"], ["bottom"]),
        helper.make_node("Sub", ["right", "half"], ["x"]),
        helper.make_node("Sub", ["bottom", "half"], ["y"]),
        helper.make_node("Mul", ["ones", "tile_width"], ["w"]),
        helper.make_node("Mul", ["ones", "tile_height"], ["h"]),
        helper.make_node("Mul", ["ones", "turned"], ["angle"]),
        helper.make_node("Concat", ["x", "y", "w", "h", "face", "back", "angle"], ["maps"], axis=1),
        helper.make_node("Reshape", ["maps", "flat"], ["output0"]),
    ]
    constants = [
        _constant("zero", [0]),
        _constant("one", [1]),
        _constant("axis_x", 3, np.int64),
        _constant("axis_y", 2, np.int64),
        _constant("cell", [CELL]),
        _constant("half", [CELL / 2]),
        _constant("tile_width", [TILE_WIDTH]),
        _constant("tile_height", [TILE_HEIGHT]),
        _constant("turned", [angle]),
        _constant("flat", [1, 7, -1], np.int64),
    ]
    inputs = [helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, "height", "width"])]
    outputs = [helper.make_tensor_value_info("output0", TensorProto.FLOAT, [1, 7, "anchors"])]
    return _save(helper.make_graph(nodes, "patches", inputs, outputs, constants), path)


def patch_namer(path: Path, sure: float = 20.0, corners: Sequence[float] | None = None) -> Path:
    """Writes the namer; `sure` is how steeply its logits follow the colours, `corners` (8) what it says of those of
    every tile."""
    weights = np.zeros((3, 44), np.float32)
    bias = np.full(44, -4 * sure, np.float32)
    weights[:, 0], weights[:, 1], weights[:, 42] = (sure, -sure, -sure), (-sure, sure, -sure), (-sure, -sure, sure)
    bias[[0, 1, 42]] = 0
    bias[43] = 0.1 * sure
    sides = {"up": (2, 0, 30), "right": (3, 48, 72), "down": (2, 66, 96), "left": (3, 0, 24)}
    nodes = [
        helper.make_node("GlobalAveragePool", ["crops"], ["mean"]),
        helper.make_node("Flatten", ["mean"], ["colour"]),
        helper.make_node("Gemm", ["colour", "weights", "bias"], ["faces"]),
    ]
    constants = [_constant("weights", weights), _constant("bias", bias), _constant("steep", [sure])]
    for name, (axis, begin, end) in sides.items():
        constants += [_constant(f"{name}_{key}", [value], np.int64) for key, value in (("b", begin), ("e", end))]
        constants.append(_constant(f"{name}_a", [axis], np.int64))
        nodes += [
            helper.make_node("Slice", ["crops", f"{name}_b", f"{name}_e", f"{name}_a"], [f"{name}_part"]),
            helper.make_node("ReduceMean", [f"{name}_part"], [f"{name}_mean"], axes=[1, 2, 3], keepdims=0),
            helper.make_node("Unsqueeze", [f"{name}_mean", "last"], [f"{name}_column"]),
        ]
    constants.append(_constant("last", [1], np.int64))
    nodes += [
        helper.make_node("Concat", [f"{name}_column" for name in sides], ["bright"], axis=1),
        helper.make_node("Mul", ["bright", "steep"], ["turn"]),
    ]
    inputs = [helper.make_tensor_value_info("crops", TensorProto.FLOAT, ["batch", 3, 96, 72])]
    outputs = [
        helper.make_tensor_value_info("faces", TensorProto.FLOAT, ["batch", 44]),
        helper.make_tensor_value_info("turn", TensorProto.FLOAT, ["batch", 4]),
    ]
    if corners is not None:
        constants += [_constant("no_weights", np.zeros((3, 8))), _constant("at", corners)]
        nodes.append(helper.make_node("Gemm", ["colour", "no_weights", "at"], ["corners"]))
        outputs.append(helper.make_tensor_value_info("corners", TensorProto.FLOAT, ["batch", 8]))
    return _save(helper.make_graph(nodes, "colours", inputs, outputs, constants), path)


def write_models(folder: Path) -> Path:
    """Both nets and their card in a folder; returns the card's path."""
    nets = {"detector": patch_detector(folder / "d.onnx"), "namer": patch_namer(folder / "n.onnx")}
    card = {"id": "patches-1"} | {
        key: {"file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()} for key, path in nets.items()
    }
    (folder / "tiles.json").write_text(json.dumps(card))
    return folder / "tiles.json"
