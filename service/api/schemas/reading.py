"""A photo, read."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field

from service.api.schemas.base import Answered

Role = Literal["concealed", "win", "chow", "pung", "kong", "concealed kong", "aside"]
ReviewCode = Literal[
    "low_margin",
    "count",
    "five_of_a_kind",
    "not_winning",
    "hidden_kong",
    "win_tile_unsure",
    "group_unsure",
    "inferred",
    "small_tiles",
    "blurred",
    "overlapping",
    "nothing_found",
]

EXAMPLE_READING: dict[str, Any] = {
    "id": "q7Zb0dT1m2wXyA9e",
    "version": "5b0c9a4be5a1f2d3c4b5a697",
    "image": {"width": 4032, "height": 3024, "orientation": 6},
    "tiles": [
        {
            "id": 0,
            "face": "7s",
            "confidence": 0.998,
            "candidates": [["7s", 0.998], ["9s", 0.001], ["8s", 0.001]],
            "box": [412.0, 1510.0, 530.0, 1672.0],
            "corners": [[412.0, 1510.0], [530.0, 1510.0], [530.0, 1672.0], [412.0, 1672.0]],
            "upright": 0,
            "role": "concealed",
            "group": 0,
            "inferred": False,
        }
    ],
    "groups": [
        {"id": 0, "role": "concealed", "tiles": [0]},
    ],
    "hand": {"concealed": "7s", "win_tile": None, "melds": [], "aside": ""},
    "notation": "7s",
    "background": [{"face": "2p", "box": [100.0, 200.0, 160.0, 280.0]}],
    "review": [{"code": "count", "tiles": [], "message": "1 tile read, 14 expected"}],
    "model": {"id": "tiles-2026-12", "sha256": "9f86d081884c7d65"},
    "timing_ms": {"decode": 38, "detect": 60, "name": 9, "read": 2},
    "edits": [],
}


class ImageOut(Answered):
    """The photo's size, upright, and how it was stored."""

    width: int = Field(description="Pixels across, upright.", examples=[4032])
    height: int = Field(description="Pixels down, upright.", examples=[3024])
    orientation: int = Field(description="The EXIF orientation it came with, 1–8; already applied.", examples=[6])
    photo: int = Field(
        default=0, description="Which of several photos of the hand the pixels speak of, from 0.", examples=[0]
    )


class ReadTileOut(Answered):
    """One tile of the hand."""

    id: int = Field(description="The tile in this picture; corrections name it.", examples=[0])
    face: str = Field(description="What it was read as; `?` for a face-down tile.", examples=["7s"])
    confidence: float = Field(description="The probability of that face, calibrated.", examples=[0.998])
    candidates: list[Any] = Field(
        description="The likeliest faces with their probabilities, best first.",
        examples=[[["7s", 0.998], ["9s", 0.001]]],
    )
    box: list[float] | None = Field(
        default=None,
        description="Left, top, right, bottom, in pixels of the upright picture; "
        "null for a tile that the player added.",
        examples=[[412, 1510, 530, 1672]],
    )
    corners: list[list[float]] | None = Field(
        default=None,
        description="The four corners, from the tile's own top left.",
        examples=[[[412, 1510], [530, 1510], [530, 1672], [412, 1672]]],
    )
    upright: int = Field(
        default=0,
        description="Degrees clockwise by which the tile's top is turned from the picture's up.",
        examples=[0],
    )
    role: str = Field(description="What it is in the hand.", examples=["concealed"])
    group: int = Field(description="The group it lies in.", examples=[0])
    inferred: bool = Field(default=False, description="Whether the rules changed what the eye saw.", examples=[False])


class GroupOut(Answered):
    """Tiles that belong together."""

    id: int = Field(description="The group.", examples=[1])
    role: str = Field(description="What the group is.", examples=["pung"])
    tiles: list[int] = Field(description="Its tiles, in reading order.", examples=[[5, 6, 7]])


class ReviewOut(Answered):
    """A doubt that the player should look at."""

    code: ReviewCode = Field(description="What kind of doubt.", examples=["low_margin"])
    tiles: list[int] = Field(description="The tiles it is about.", examples=[[4]])
    message: str = Field(description="One line that says it.", examples=["8s or 9s"])


class ModelOut(Answered):
    """The models that made the reading."""

    id: str = Field(description="The model card's id.", examples=["tiles-2026-12"])
    sha256: str = Field(description="The checksum over the nets.", examples=["9f86d081884c7d65"])


class HandOut(Answered):
    """The hand that the tiles make, ready to be scored."""

    concealed: str | list[str] = Field(description="The tiles in hand.", examples=["123456m45p99s"])
    win_tile: str | None = Field(default=None, description="The winning tile, where it is known.", examples=["6p"])
    melds: list[dict[str, Any]] = Field(
        default=[], description="The sets on the table.", examples=[[{"type": "pung", "tiles": "CCC"}]]
    )
    aside: str | list[str] = Field(default="", description="What lies aside.", examples=["PP"])


class ReadingOut(Answered):
    """A photo, read: the tiles, the hand they make, and every doubt."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"examples": [EXAMPLE_READING]})

    id: str = Field(description="A name for this reading; corrections keep it.", examples=["q7Zb0dT1m2wXyA9e"])
    version: str = Field(
        description="The digest of its content; confirming a hand names it.", examples=["5b0c9a4be5a1f2d3c4b5a697"]
    )
    image: ImageOut = Field(description="The photo.", examples=[EXAMPLE_READING["image"]])
    tiles: list[ReadTileOut] = Field(description="The tiles of the hand.", examples=[EXAMPLE_READING["tiles"]])
    groups: list[GroupOut] = Field(description="The groups they lie in.", examples=[EXAMPLE_READING["groups"]])
    hand: HandOut | None = Field(
        description="The hand, or null where none can be written down.", examples=[EXAMPLE_READING["hand"]]
    )
    notation: str = Field(description="The hand in one line.", examples=["123m … [CCC] + 6p"])
    background: list[dict[str, Any]] = Field(
        description="Tiles seen but not taken for the hand.", examples=[EXAMPLE_READING["background"]]
    )
    review: list[ReviewOut] = Field(
        description="Every doubt; empty when the reading is sure.", examples=[EXAMPLE_READING["review"]]
    )
    model: ModelOut = Field(description="The models that read it.", examples=[EXAMPLE_READING["model"]])
    timing_ms: dict[str, float] = Field(
        description="Milliseconds of each stage.", examples=[EXAMPLE_READING["timing_ms"]]
    )
    photo_id: str | None = Field(
        default=None,
        description="The kept photo, where the operator keeps photos.",
        examples=["Zk3v0dT1m2wXyA9eQ7bLgA"],
    )
