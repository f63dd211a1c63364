"""Mahjong tile faces: drawn in endless styles, and read from the shared art and crops."""

from datasets.faces.art import ArtSet, FaceCrop, NoArt, art_set, crop_faces
from datasets.faces.fonts import NoFont
from datasets.faces.tileset import FACES, DrawnSet, TileSet, draw_face, random_set

__all__ = [
    "FACES",
    "ArtSet",
    "DrawnSet",
    "FaceCrop",
    "NoArt",
    "NoFont",
    "TileSet",
    "art_set",
    "crop_faces",
    "draw_face",
    "random_set",
]
