"""``tilesight read``: photos read, not scored."""

from __future__ import annotations

from service.cli import context as told
from service.cli import photos as shared
from service.cli.edits import read_corrected
from service.cli.errors import BAD, DONE, REVIEW
from service.cli.output import console, error_line, write_json


def read(
    photos: shared.Photos,
    rules: told.Rules = None,
    wild: told.Wild = None,
    fix: shared.Fixes = None,
    same_hand: shared.SameHand = False,
    as_json: shared.AsJson = False,
) -> int:
    """Read photos: the tiles, the hand they make, and every doubt."""
    from vision.image import PhotoError

    edits = shared.checked(rules, wild, fix)
    each = shared.hands(photos, same_hand, fix)
    engine = shared.open_engine()
    status = DONE
    for paths in each:
        try:
            reading = read_corrected(engine, paths, rules, wild, edits)
        except (PhotoError, ValueError) as error:
            status = BAD
            if as_json:
                write_json(shared.failure(paths, error))
            error_line(str(error))
            continue
        if as_json:
            write_json({"path": shared.shown_path(paths), **reading})
        else:
            from service.render.reading import print_hint, print_reading

            print_reading(console(), reading, ", ".join(str(path) for path in paths))
            if reading["review"]:
                print_hint(console(), reading)
        if reading["review"]:
            status = max(status, REVIEW)
    return status
