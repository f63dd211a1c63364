"""A reading as people see it on the command line."""

from __future__ import annotations

import io

from rich.console import Console

from service.render.reading import print_hint, print_reading


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


def test_the_hint_names_a_tile_that_is_doubted_and_another_face() -> None:
    reading = {
        "tiles": [{"id": 4, "face": "1m", "candidates": [["1m", 0.6], ["7m", 0.3]]}, {"id": 5, "face": "2m"}],
        "groups": [{"id": 0, "role": "concealed", "tiles": [4, 5]}],
        "background": [{"id": 7, "face": "9s"}],
    }
    for doubted, said in (
        ([4], "--fix 4=7m or --fix 4=pung@1: # numbers the tiles, @ the melds; a new meld is @1"),
        ([], "--fix 4=7m or --fix 4=pung@1:"),
        ([5], "--fix 5=9s or --fix 5=pung@1:"),
        ([99, 7], "--fix 7=1m or --fix 7=pung@1:"),
    ):
        out = io.StringIO()
        print_hint(Console(file=out, width=200), {**reading, "review": [{"tiles": doubted}]})
        assert said in out.getvalue()
