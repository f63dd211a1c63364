"""A reader that sees the same hand in every photo, and photos for it."""

from __future__ import annotations

import io
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PIL import Image

from scorer.notation import parse_hand
from service.engine import Engine, Source
from vision.image import load_photo
from vision.types import Group, HandReading, ImageInfo, ModelInfo, NamedTile, ReadTile, ReviewReason
from vision.wire import reading_to_json

if TYPE_CHECKING:
    from starlette.testclient import TestClient

FACES = ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2s", "3s", "4s", "1p")
CONTEXT: dict[str, Any] = {"winner": 1, "win_by": "discard", "payer": 3, "dealer": 0, "round_wind": "E"}


def named(number: int, face: str) -> NamedTile:
    """A tile of a tidy row, the last one apart, as the winning tile lies."""
    left = 40.0 + 52 * number + (80 if number == len(FACES) - 1 else 0)
    corners = ((left, 300.0), (left + 50, 300.0), (left + 50, 368.0), (left, 368.0))
    return NamedTile(number, corners, ((face, 0.99), ("9s", 0.005), ("5p", 0.002)), 0, 0.95)


def hand_reading(*, review: tuple[ReviewReason, ...] = ()) -> HandReading:
    """A self-made reading of ``FACES``: a row and the winning tile."""
    last = len(FACES) - 1
    tiles = tuple(
        ReadTile(named(number, face), face, "win" if number == last else "concealed", int(number == last))
        for number, face in enumerate(FACES)
    )
    groups = (Group(0, "concealed", tuple(range(last))), Group(1, "win", (last,)))
    hand = parse_hand("123456789m1p234s+1p")
    return HandReading(
        ImageInfo(900, 700),
        tiles,
        groups,
        hand,
        str(hand),
        (),
        review,
        ModelInfo("test", "00"),
        {"decode": 1.0, "detect": 2.0, "name": 1.0, "read": 0.5},
    )


class SameHandReader:
    """Opens every photo for real, then sees the same hand; can be told to doubt, and to wait."""

    def __init__(self) -> None:
        self.review: tuple[ReviewReason, ...] = ()
        self.lead = 0
        self.go_on = threading.Event()
        self.go_on.set()
        self.calls: list[dict[str, Any]] = []

    def read(
        self,
        photos: Sequence[Source],
        ruleset: str | None = None,
        wild: str | None = None,
        edits: Sequence[Mapping[str, Any]] = (),
    ) -> dict[str, Any]:
        self.go_on.wait(20)
        for photo in photos:
            load_photo(photo)
        self.calls.append({"photos": len(photos), "ruleset": ruleset, "wild": wild, "edits": list(edits)})
        seen = hand_reading(review=self.review)
        seen = replace(seen, image=replace(seen.image, photo=self.lead))
        reading = {**reading_to_json(seen), "ruleset": ruleset, "wild": wild}
        return self.correct(reading, ruleset, wild, edits) if edits else reading

    def correct(
        self,
        reading: Mapping[str, Any],
        ruleset: str | None = None,
        wild: str | None = None,
        edits: Sequence[Mapping[str, Any]] = (),
    ) -> dict[str, Any]:
        return Engine.correct(self, reading, ruleset, wild, edits)  # type: ignore[arg-type]


def picture(form: str = "JPEG", size: tuple[int, int] = (320, 240), **options: Any) -> bytes:
    """A small photo without tiles."""
    image = Image.radial_gradient("L").resize(size).convert("RGB")
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def wait_until_ready(client: TestClient) -> None:
    for _ in range(500):
        if client.get("/readyz").json()["checks"]["model"] == "ready":
            return
    raise AssertionError("the reader never became ready")
