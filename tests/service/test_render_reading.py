"""A reading as people see it on the command line."""

from __future__ import annotations

import io

from rich.console import Console

from service.render.reading import print_reading


def test_a_tile_left_out_of_the_hand_is_named_with_its_number() -> None:
    reading = {
        "tiles": [{"id": 0, "face": "1m", "role": "concealed", "group": 0}],
        "groups": [{"id": 0, "role": "concealed", "tiles": [0]}],
        "hand": None,
        "notation": "1m",
        "background": [{"id": 7, "face": "9s"}, {"id": 8, "face": "2p"}],
        "review": [{"code": "group_unsure", "tiles": [7], "message": "left out of the hand"}],
    }
    out = io.StringIO()
    print_reading(Console(file=out, width=100), reading, "hand.jpg")
    (told,) = [line for line in out.getvalue().splitlines() if line.startswith("look")]
    assert told.startswith("look left out of the hand: ")
    assert "9s" in told
    assert "#7" in told
    assert "2p" not in told
