"""What a player says against a reading."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from service.api.schemas.base import Asked, RulesetId, TileText
from service.api.schemas.reading import EXAMPLE_READING, Role

TileId = Annotated[int, Field(ge=0, le=10_000, description="The tile, by its id in the reading.", examples=[4])]
GroupId = Annotated[
    int,
    Field(
        ge=0,
        le=10_000,
        description="The group, by its id in the reading; a new one makes a group of this role.",
        examples=[2],
    ),
]
Face = Annotated[TileText, Field(description="A tile, or `?` for a face-down one.", examples=["9s"])]


class FaceIn(Asked):
    """The tile shows this face."""

    edit: Literal["face"] = Field(description="Replace the face.", examples=["face"])
    tile: TileId
    face: Face


class MoveIn(Asked):
    """The tile belongs to this group."""

    edit: Literal["move"] = Field(description="Move to a group.", examples=["move"])
    tile: TileId
    role: Role = Field(description="What the group is.", examples=["pung"])
    group: GroupId | None = None


class WinIn(Asked):
    """This tile completed the hand."""

    edit: Literal["win"] = Field(description="Name the winning tile.", examples=["win"])
    tile: TileId


class AddIn(Asked):
    """A tile that was not seen."""

    edit: Literal["add"] = Field(description="Add a tile.", examples=["add"])
    face: Face
    role: Role = Field(default="concealed", description="What it is in the hand.", examples=["concealed"])
    group: GroupId | None = None


class RemoveIn(Asked):
    """The tile is not of this hand."""

    edit: Literal["remove"] = Field(description="Leave out of the hand.", examples=["remove"])
    tile: TileId


class NotATileIn(Asked):
    """What was seen is no tile."""

    edit: Literal["not a tile"] = Field(description="Forget it.", examples=["not a tile"])
    tile: TileId


EditIn = Annotated[
    FaceIn | MoveIn | WinIn | AddIn | RemoveIn | NotATileIn,
    Field(discriminator="edit", examples=[{"edit": "face", "tile": 4, "face": "9s"}]),
]


class CorrectionIn(Asked):
    """A reading sent back, and what is wrong with it."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"reading": EXAMPLE_READING, "edits": [{"edit": "face", "tile": 0, "face": "9s"}]}]
        }
    )

    reading: dict[str, Any] = Field(description="The reading as it was answered.", examples=[EXAMPLE_READING])
    edits: list[EditIn] = Field(
        max_length=200,
        description="All corrections that hold, in order: the reading's earlier `edits` and the new ones.",
        examples=[[{"edit": "face", "tile": 4, "face": "9s"}]],
    )
    ruleset: RulesetId | None = Field(
        default=None, description="Read it under this ruleset; null keeps the one it has.", examples=["guobiao"]
    )
    wild: TileText | None = Field(
        default=None, description="Read it with this wild tile; null keeps the one it has.", examples=["4s"]
    )
