"""How readings are scored against the truth."""

from __future__ import annotations

from tests.vision.laid_hands import laid
from vision.layout import arrange
from vision.reading import HandTruth, MeldTruth, compare, read_hand, summary
from vision.types import ReadingParts


def read(text: str) -> ReadingParts:
    return read_hand(arrange(laid(text)), None)


READ = "1m 2m 3m 4p 5p 6p 9s | E_ E E | C C C | 9s | 1f"
TILES = ("1m", "2m", "3m", "4p", "5p", "6p", "9s", "9s", "E", "E", "E", "C", "C", "C", "1f")
MELDS = (MeldTruth("pung", ("E", "E", "E"), "left"), MeldTruth("pung", ("C", "C", "C")))


def test_a_right_reading() -> None:
    score = compare(read(READ), HandTruth(TILES, MELDS, ("1f",), "9s"))
    assert score.exact
    assert score.tiles
    assert score.win_tile
    assert score.claims
    assert score.edits == 0
    assert not score.silent_error


def test_each_difference_is_one_edit() -> None:
    one_face = (*TILES[:-1], "2f")
    score = compare(read(READ), HandTruth(one_face, MELDS, ("2f",), "9s"))
    assert (score.exact, score.tiles, score.edits) == (False, False, 1)
    concealed = compare(read(READ), HandTruth(TILES, MELDS[:1], ("1f",), "9s"))
    assert (concealed.exact, concealed.tiles, concealed.edits) == (False, True, 3)
    missing = compare(read(READ), HandTruth((*TILES, "5f"), MELDS, ("1f", "5f"), "9s"))
    assert missing.edits == 1


def test_only_the_tiles_are_compared_where_no_melds_are_known() -> None:
    score = compare(read(READ), HandTruth(TILES))
    assert score.exact
    assert score.win_tile is None
    assert score.claims is None


def test_a_hidden_kong_counts_as_read_where_there_is_one() -> None:
    text = "1m 2m 3m 4p 5p 6p 9s | ? ? ? ? | ? 7s 7s ? | 9s"
    tiles = (*TILES[:8], *["8s"] * 4, *["7s"] * 4)
    kongs = (MeldTruth("concealed kong", ("8s",) * 4), MeldTruth("concealed kong", ("7s",) * 4))
    assert compare(read(text), HandTruth(tiles, kongs)).exact
    wrong = (MeldTruth("concealed kong", ("7s",) * 4), MeldTruth("kong", ("8s",) * 4))
    assert not compare(read(text), HandTruth(tiles, wrong)).exact


def test_the_summary_counts_rates() -> None:
    right = compare(read(READ), HandTruth(TILES, MELDS, ("1f",), "9s"))
    wrong = compare(read(READ), HandTruth(TILES[:-1], MELDS, (), "E"))
    found = summary([right, wrong])
    assert found["hands"] == 2
    assert found["exact"] == 0.5
    assert found["edits"] == 0.5
    assert found["win_tile"] == 0.5
    assert summary([])["exact"] == 0
