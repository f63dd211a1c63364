"""What ``read`` and ``scan`` share: the reader, photos on disk, and what is said of a photo that cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli.context import check_said, known_ruleset
from service.cli.edits import HELP, edits_json
from service.cli.errors import BadUse

if TYPE_CHECKING:
    from service.engine import Engine

Photos = Annotated[list[str], typer.Argument(metavar="PHOTO...", help="Photos: JPEG, PNG, WebP or HEIC.")]
SameHand = Annotated[bool, typer.Option("--same-hand", help="The photos show one hand: read them as one.")]
Fixes = Annotated[list[str] | None, typer.Option("--fix", metavar="FIX", help=HELP)]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON line a photo, for programs.")]


def checked(ruleset: str | None, wild: str | None, fixes: Sequence[str] | None) -> list[dict[str, Any]]:
    """The corrections; also checks ruleset and wild tile before any model is loaded.

    Raises:
        BadUse: one of them cannot be used.
    """
    from scorer.errors import NotationError
    from scorer.tiles import Tile
    from service.cases import no_wild_tile

    check_said("--wild", wild)
    if ruleset is not None:
        known_ruleset(ruleset)
    try:
        if wild is not None:
            Tile.parse(wild)
        refused = None if ruleset is None else no_wild_tile(ruleset, wild)
    except NotationError as error:
        raise BadUse(f"--wild: {error}") from None
    if refused is not None:
        raise BadUse(f"--wild: {refused}")
    return edits_json(fixes)


def open_engine() -> Engine:
    """The packaged models, ready to read.

    Raises:
        BadUse: they are missing or damaged.
    """
    from service.engine import ModelError, load_default_reader

    try:
        return load_default_reader()
    except ModelError as error:
        raise BadUse(str(error)) from None


def hands(photos: Sequence[str], same_hand: bool, fixes: Sequence[str] | None = None) -> list[list[Path]]:
    """The photos of each hand.

    Raises:
        BadUse: corrections are given and there are several hands, of which each has its own tile 4.
    """
    paths = [Path(photo) for photo in photos]
    each = [paths] if same_hand else [[path] for path in paths]
    if fixes and len(each) > 1:
        raise BadUse("--fix corrects one hand: give one photo, or --same-hand where all show the same")
    return each


def shown_path(paths: Sequence[Path]) -> Any:
    """How a line names its photo, or its photos."""
    return str(paths[0]) if len(paths) == 1 else [str(path) for path in paths]


def failure(paths: Sequence[Path], error: Exception) -> dict[str, Any]:
    """The line of a photo that could not be read."""
    line = {"path": shown_path(paths), "error": str(error)}
    code = getattr(error, "code", None)
    return line if code is None else {**line, "code": code}
