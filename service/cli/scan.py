"""``tilesight scan``: photo, reading, score and payouts in one go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli import context as told
from service.cli import photos as shared
from service.cli.edits import read_corrected
from service.cli.errors import BAD, DONE, REVIEW, BadUse
from service.cli.output import console, error_line, write_json

if TYPE_CHECKING:
    from service.engine import Engine


def scan(
    photos: shared.Photos,
    rules: told.Rules = None,
    winner: told.Winner = None,
    by: told.By = None,
    payer: told.From = None,
    wild: told.Wild = None,
    indicator: told.Indicator = None,
    dealer: told.Dealer = None,
    streak: told.Streak = None,
    round_wind: told.Round = None,
    flag: told.Flags = None,
    option: told.OptionPairs = None,
    context: told.ContextJson = None,
    fix: shared.Fixes = None,
    same_hand: shared.SameHand = False,
    as_json: shared.AsJson = False,
    save: Annotated[
        str | None, typer.Option("--save", metavar="OUT.jpg", help="Write the photo with boxes, doubts and payouts.")
    ] = None,
) -> int:
    """Photograph a winning hand: its tiles, its items and who pays whom."""
    if rules is None:
        raise BadUse("--rules is missing: 'tilesight rules' lists the rulesets")
    edits = shared.checked(rules, wild, fix)
    options = told.options_json(option)
    facts = told.context_json(
        winner=winner,
        by=by,
        payer=payer,
        wild=wild,
        indicator=indicator,
        dealer=dealer,
        streak=streak,
        round_wind=round_wind,
        flags=flag,
        more=context,
    )
    check_case(rules, options, facts)
    each = shared.hands(photos, same_hand, fix)
    if save is not None and len(each) > 1:
        raise BadUse("--save writes one picture: give one photo, or --same-hand")
    if save is not None:
        _spare_photos(each[0], Path(save))
    engine = shared.open_engine()
    status = DONE
    for paths in each:
        status = max(status, _scan_one(engine, paths, rules, options, facts, edits, as_json, save))
    return status


def check_case(rules: str, options: Mapping[str, Any], context: Mapping[str, Any]) -> None:
    """Refuse what cannot be scored before any photo is read.

    Raises:
        BadUse: an option or the context cannot be used.
    """
    from scorer.errors import CaseError
    from service.cases import case_told

    try:
        case_told({"ruleset": rules, "options": options, "hand": None, "context": context})
    except CaseError as error:
        raise BadUse(str(error)) from None


def _scan_one(
    engine: Engine,
    paths: Sequence[Path],
    rules: str,
    options: Mapping[str, Any],
    context: Mapping[str, Any],
    edits: list[dict[str, Any]],
    as_json: bool,
    save: str | None,
) -> int:
    from service.readings import with_version
    from service.scanning import score_reading, wild_face
    from vision.image import PhotoError

    try:
        reading = read_corrected(engine, paths, rules, wild_face(rules, context, options), edits)
    except (PhotoError, ValueError) as error:
        if as_json:
            write_json(shared.failure(paths, error))
        error_line(str(error))
        return BAD
    result = {"path": shared.shown_path(paths), **score_reading(with_version(reading), rules, options, context)}
    if save is not None:
        _save(paths, result, save)
    if as_json:
        write_json(result)
    else:
        from service.render.reading import print_scan

        print_scan(console(), result)
    if result["status"] in ("scored", "settled"):
        return DONE
    if as_json and result["status"] == "needs_review":
        # To a person it was all said above; who pipes the JSON on sees this line alone.
        error_line(f"{paths[0].name}: needs review: {result['message']}")
    return REVIEW


def _spare_photos(photos: Sequence[Path], out: Path) -> None:
    """Refuse to write the picture over a photo it is made from."""
    for photo in photos:
        with suppress(OSError):
            if photo.samefile(out):
                raise BadUse(f"--save {out} would overwrite the photo; name another file")


def _save(paths: Sequence[Path], scan: Mapping[str, Any], out: str) -> None:
    from service.engine import save_picture

    try:
        save_picture(paths, scan, Path(out))
    except (OSError, ValueError) as error:
        raise BadUse(f"--save {out}: {getattr(error, 'strerror', None) or error}") from None
