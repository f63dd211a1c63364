"""What a scene says about its hand agrees with the tiles in it and with the game."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from datasets.scenes import HandWish, Scene, View, render_scene
from datasets.scenes.hands import Wall, deal_hand
from datasets.scenes.types import HAND_KINDS, Pixels, SceneTruth, face_name


class Bare:
    body_colour = (245, 244, 238)

    def has(self, face: int) -> bool:
        return True

    def face(self, face: int, height: int) -> Pixels:
        return np.zeros((height, height * 3 // 4, 4), np.uint8)


def bare(rng: np.random.Generator) -> Bare:
    return Bare()


def tiles_of(truth: SceneTruth) -> Counter[int]:
    counted = Counter(truth.concealed)
    if truth.win_tile is not None:
        counted[truth.win_tile] += 1
    for meld in truth.melds:
        counted.update(meld.tiles)
    counted.update(truth.aside)
    return counted


def scene(seed: int, kind: str) -> Scene:
    return render_scene(seed, faces=bare, size=(320, 240), kind=kind, view=View(fill=0.8))


@pytest.mark.parametrize("kind", HAND_KINDS)
def test_the_tiles_of_the_picture_are_those_of_the_truth(kind: str) -> None:
    for seed in range(12):
        made = scene(seed, kind)
        hand = [t for t in made.tiles if t.group >= 0]
        assert Counter(t.true_face for t in hand) == tiles_of(made.truth)
        roles = Counter(t.role for t in hand)
        assert roles["concealed"] == len(made.truth.concealed)
        assert roles["win"] == (made.truth.win_tile is not None)
        assert roles["aside"] == len(made.truth.aside)
        assert all(t.role == "background" for t in made.tiles if t.group < 0)


@pytest.mark.parametrize("kind", HAND_KINDS)
def test_each_meld_is_a_group_of_its_own(kind: str) -> None:
    for seed in range(12):
        made = scene(seed, kind)
        groups: dict[int, list[int]] = {}
        for tile in made.tiles:
            if tile.role in ("chow", "pung", "kong", "concealed kong"):
                groups.setdefault(tile.group, []).append(tile.true_face)
        found = sorted(tuple(sorted(g)) for g in groups.values())
        assert found == sorted(tuple(sorted(m.tiles)) for m in made.truth.melds)


def test_melds_are_what_they_say() -> None:
    kinds = Counter[str]()
    for seed in range(150):
        rng = np.random.default_rng(seed)
        truth = deal_hand(rng, Wall(), "hand")
        for meld in truth.melds:
            kinds[meld.type] += 1
            if meld.type == "chow":
                low = meld.tiles[0]
                assert meld.tiles == (low, low + 1, low + 2)
                assert low < 27
                assert low % 9 < 7
                assert meld.from_ in (None, "left")
            else:
                assert len(set(meld.tiles)) == 1
                assert len(meld.tiles) == (3 if meld.type == "pung" else 4)
            if meld.type == "concealed kong":
                assert meld.from_ is None
    assert set(kinds) == {"chow", "pung", "kong", "added kong", "concealed kong"}


def test_winning_hands_have_the_right_number_of_tiles() -> None:
    sizes = Counter[int]()
    for seed in range(150):
        truth = deal_hand(np.random.default_rng(seed), Wall(), "hand")
        kongs = sum(m.type.endswith("kong") for m in truth.melds)
        total = sum(tiles_of(truth).values()) - len(truth.aside) - kongs
        assert total in ((14, 17) if truth.winning else (13, 16))
        assert (truth.win_tile is None) == (not truth.winning)
        sizes[total] += 1
    assert sizes[14] > sizes[17] > 0


def test_a_wish_is_granted() -> None:
    wish = HandWish(sets=5, melds=2, win=True, win_place="apart", flowers=3, meld_types=("concealed kong", "pung"))
    truth = deal_hand(np.random.default_rng(8), Wall(), "hand", wish)
    assert [m.type for m in truth.melds] == ["concealed kong", "pung"]
    assert truth.winning
    assert truth.win_place == "apart"
    assert len(truth.aside) == 3
    assert all(f >= 34 for f in truth.aside)
    assert len(truth.concealed) == 17 - 1 - 6


def test_a_wall_gives_only_what_it_has() -> None:
    wall = Wall()
    wall.take(0, 4)
    with pytest.raises(ValueError, match="only 0 tiles of face 0"):
        wall.take(0)
    assert len(wall.draw(np.random.default_rng(0), 500)) == 140
    assert wall.total() == 0


def test_truth_is_written_in_notation() -> None:
    written_faces = [face_name(f) for f in (0, 8, 9, 26, 27, 33, 34, 41, 42)]
    assert written_faces == ["1m", "9m", "1p", "9s", "E", "P", "1f", "8f", "?"]
    with pytest.raises(ValueError, match="43"):
        face_name(43)
    written = scene(1, "hand").truth.as_dict()
    assert set(written) == {"concealed", "win_tile", "melds", "aside"}
