"""Photo-like pictures of mahjong tiles with perfect labels."""

from datasets.scenes.hands import HandWish
from datasets.scenes.labels import Labels, obb_lines, scene_labels
from datasets.scenes.render import View, render_scene
from datasets.scenes.sources import CropSet, MixedFaces
from datasets.scenes.stream import StreamConfig, scene_at, stream
from datasets.scenes.types import BACK, KINDS, FaceSource, Scene, SceneTile, SceneTruth, TileSet, TruthMeld

__all__ = [
    "BACK",
    "KINDS",
    "CropSet",
    "FaceSource",
    "HandWish",
    "Labels",
    "MixedFaces",
    "Scene",
    "SceneTile",
    "SceneTruth",
    "StreamConfig",
    "TileSet",
    "TruthMeld",
    "View",
    "obb_lines",
    "render_scene",
    "scene_at",
    "scene_labels",
    "stream",
]
