"""Three photographs go through `scan` to the score that was worked out by hand (docs/worked-photos.md)."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

DATA = Path(os.environ.get("TILESIGHT_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")
PHOTOS = DATA / "real" / "dev" / "images"

WORKED = {
    # 四暗刻 64 + 三色三节高 8 + 箭刻 2 + 单钓将 1 + 自摸 1
    "dev_hand_002": ("666s888m777pFFFCC", "", 76, [-84, 252, -84, -84]),
    # 三暗刻 16 + 混一色 6 + 不求人 4 + 箭刻 2 + 门风刻 2 + 四归一 2 + 花牌 1
    "dev_fb_051": ("666678s55sCCCSSS", "2f", 33, [-41, 123, -41, -41]),
    # 四暗刻 64 + 双同刻 2 + 幺九刻 3 + 无字 1 + 自摸 1 + 花牌 2
    "dev_hand_010": ("22m111s999s999p555s", "1f5f", 73, [-81, 243, -81, -81]),
}


@pytest.mark.accuracy
@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the shared photographs are not here (TILESIGHT_DATA)")
@pytest.mark.parametrize("name", WORKED)
def test_a_photograph_comes_out_as_worked_by_hand(name: str) -> None:
    from scorer import parse_tiles
    from service.cli.app import app

    tiles, flowers, total, payouts = WORKED[name]
    photo = str(PHOTOS / f"{name}.jpg")
    asked = ["scan", photo, "--rules", "guobiao", "--winner", "1", "--by", "self-draw", "--json"]
    seen = CliRunner().invoke(app, asked)
    answer = json.loads(seen.stdout)
    hand = answer["case"]["hand"]
    in_hand = [*parse_tiles(hand["concealed"]), *parse_tiles(hand["win_tile"])]
    in_hand += [tile for meld in hand["melds"] for tile in parse_tiles(meld["tiles"])]
    assert sorted(in_hand) == sorted(parse_tiles(tiles))
    assert sorted(parse_tiles(hand["aside"] or "")) == sorted(parse_tiles(flowers))
    assert answer["score"]["total"] == total
    assert answer["score"]["payouts"] == payouts
