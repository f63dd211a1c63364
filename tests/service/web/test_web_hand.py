"""From the shutter to the payouts, on a phone's screen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.web.play import new_table, photographed_win, take_picture, totals, type_tiles, wait_for_totals, won

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


def hand_tiles(page: Page) -> list[str]:
    """The tiles in hand on the board, by name."""
    group = page.locator('.group[aria-label="In hand"] button')
    return [str(group.nth(place).get_attribute("aria-label")) for place in range(group.count())]


def test_photo_to_book(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    page.get_by_role("link", name="Photograph the winning hand").click()
    take_picture(page)
    page.get_by_text("14 of 14 tiles").wait_for()

    # The doubtful tile stands out; its likeliest faces are one tap away.
    assert page.locator(".tap.doubt").count() == 1
    page.get_by_role("button", name="5 Characters or 9 Bamboo?").click()
    dialog = page.locator("dialog[open]")
    likely = dialog.get_by_role("group", name="Likeliest faces").get_by_role("button")
    assert str(likely.nth(0).get_attribute("aria-label")).startswith("5 Characters")
    dialog.get_by_role("button", name="9 Bamboo").click()
    dialog.wait_for(state="hidden")
    page.locator('.group[aria-label="In hand"] button[aria-label^="9 Bamboo"]').wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator('.group[aria-label="In hand"] button[aria-label^="5 Characters"]').wait_for()
    assert "9 Bamboo" not in hand_tiles(page)

    page.get_by_role("button", name="Next: how it was won").click()
    won(page, "Bo", "Dee")
    page.get_by_role("button", name="All agree: into the book").wait_for()
    assert page.get_by_text("Pure straight").first.is_visible()
    total = int(re.sub(r"\D", "", page.locator(".total .big").inner_text()))
    page.get_by_role("button", name="All agree: into the book").click()
    page.wait_for_url("**/#/table/*")
    wait_for_totals(page, [-8, 24 + total, -8, -8 - total])
    page.get_by_text("Bo wins off Dee").wait_for()
    assert "Σ = 0 ✓" in page.locator(".felt .sum").inner_text()


def test_a_face_not_among_the_likeliest_is_three_taps_away(phone: Callable[..., Page]) -> None:
    page = phone("/scan")
    take_picture(page)
    page.locator('.group[aria-label="In hand"] button').first.click()
    page.get_by_role("button", name="other").click()
    page.locator("dialog[open] .narrow").get_by_role("button", name="9 Characters", exact=True).click()
    nines = '.group[aria-label="In hand"] button[aria-label^="9 Char"]'
    page.locator(nines).nth(1).wait_for()


def test_a_tile_is_removed_and_another_added(phone: Callable[..., Page]) -> None:
    page = phone("/scan")
    take_picture(page)
    page.locator('.group[aria-label="In hand"] button').first.click()
    page.get_by_role("button", name="Remove").click()
    page.get_by_text("13 of 14 tiles").wait_for()
    page.get_by_role("button", name="Add a tile").click()
    page.locator("dialog[open] .narrow").get_by_role("button", name="1 Characters", exact=True).click()
    page.get_by_text("14 of 14 tiles").wait_for()


def test_a_tile_is_dragged_out_of_the_hand(phone: Callable[..., Page]) -> None:
    page = phone("/scan")
    take_picture(page)
    box = page.locator('.group[aria-label="In hand"] button').first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 60, steps=4)
    out = page.locator('[data-drop="out"]').bounding_box()
    assert out is not None
    page.mouse.move(out["x"] + 60, out["y"] + 20, steps=4)
    page.mouse.up()
    page.get_by_text("13 of 14 tiles").wait_for()


def test_several_winners_on_one_discard(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page, ruleset="taiwan")
    hand = [f"{rank}{suit}" for rank, suit in zip("11122233344455599", "mmmmmmmmmppppppss", strict=True)]
    page.get_by_role("button", name="Type tiles").click()
    type_tiles(page, hand)
    page.get_by_role("button", name="Next: how it was won").click()
    won(page, "Bo", "Dee")
    page.get_by_role("button", name="Another winner on the same tile").click()
    type_tiles(page, hand)
    page.get_by_role("button", name="Next: how it was won").click()
    won(page, "Chen")
    page.get_by_text("All 2 winners together").wait_for()
    page.get_by_role("button", name="All agree: into the book").click()
    page.wait_for_url("**/#/table/*")
    page.get_by_text("Bo + Chen win off Dee").wait_for()
    ann, bo, chen, dee = totals(page)
    assert ann == 0
    assert bo == chen > 0
    assert dee == -bo - chen


def test_a_picture_from_the_camera(phone: Callable[..., Page]) -> None:
    page = phone("/scan")
    page.get_by_role("button", name="Take the picture").click()
    page.wait_for_url("**/#/hand/board")
    assert page.locator(".photo image").get_attribute("href", timeout=5000).startswith("blob:")  # type: ignore[union-attr]


def test_without_a_camera_the_gallery_is_there(phone: Callable[..., Page]) -> None:
    page = phone("/settings")
    page.evaluate("Object.defineProperty(navigator, 'mediaDevices', {value: undefined})")
    page.get_by_role("link", name="Photo").click()
    page.get_by_text("Gallery").wait_for()
    take_picture(page)


def test_what_is_no_picture_is_said(phone: Callable[..., Page]) -> None:
    page = phone("/scan")
    page.get_by_test_id("gallery").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
    assert "Use JPEG" in page.get_by_role("alert").filter(has_text="JPEG").inner_text()


@pytest.mark.parametrize(
    ("lang", "labels"),
    [
        ("zh-CN", ("{}万", "下一步：怎么和的", "算分", "九莲宝灯")),
        ("en-GB", ("{} Characters", "Next: how it was won", "Score it", "Nine gates")),
    ],
)
def test_calculator_in_both_languages(phone: Callable[..., Page], lang: str, labels: tuple[str, ...]) -> None:
    page = phone("/hand/keys", lang=lang)
    key, onward, score, item = labels
    numerals = "一二三四五六七八九" if lang.startswith("zh") else "123456789"
    keypad = page.locator(".narrow")
    for rank in "11123456789995":
        keypad.get_by_role("button", name=key.format(numerals[int(rank) - 1]), exact=True).click()
    page.get_by_role("button", name=onward).click()
    page.get_by_role("button", name=score).click()
    page.get_by_text(item).first.wait_for()
    formula = page.locator(".total .formula").inner_text()
    assert formula.startswith(f"{item} 88")
    assert bool(re.search(r"[一-鿿]", formula)) == lang.startswith("zh")
    assert page.locator("html").get_attribute("lang") == ("zh-CN" if lang.startswith("zh") else "en")


def test_only_where_the_payer_alone_pays_can_several_win(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    page.get_by_role("link", name="Photograph the winning hand").click()
    take_picture(page)
    page.get_by_role("button", name="Next: how it was won").click()
    won(page, "Bo", "Dee")
    page.get_by_role("button", name="All agree: into the book").wait_for()
    assert page.get_by_role("button", name="Another winner").count() == 0


def test_a_hand_that_does_not_win_says_why(phone: Callable[..., Page]) -> None:
    page = phone("/hand/keys", lang="zh-CN")
    keypad = page.locator(".narrow")
    for numeral in "一一一二二二三三三五五五七九":
        keypad.get_by_role("button", name=f"{numeral}万", exact=True).click()
    page.get_by_role("button", name="下一步：怎么和的").click()
    page.get_by_role("button", name="算分").click()
    assert "没和" in page.get_by_role("alert").filter(has_text="和").first.inner_text()


def test_a_correction_of_a_booked_hand(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    photographed_win(page, "Bo", "Dee")
    page.get_by_text("Bo wins off Dee").click()
    page.get_by_role("button", name="Correct").click()
    page.get_by_role("button", name="Next: how it was won").click()
    won(page, "Chen", "Dee")
    page.get_by_role("button", name="Correct the book").click()
    page.wait_for_url("**/#/table/*")
    page.get_by_text("Chen wins off Dee").wait_for()
    assert totals(page)[1] == -8


def test_claimed_sets_turn_along_when_another_turns_out_to_have_won(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    booked: list[dict[str, Any]] = []

    def claimed_from_chen(route: Route) -> None:
        body: dict[str, Any] = json.loads(route.request.post_data or "")
        meld = {"type": "chow", "tiles": "234s", "from": 2}
        hand = {"concealed": "123456789m 1p", "win_tile": "1p", "melds": [meld], "aside": ""}
        if "reading" in (win := body["wins"][0]):
            body["wins"] = [{"hand": hand, "context": win["context"]}]
        booked.append(body)
        route.continue_(post_data=json.dumps(body))

    page.route("**/entries", claimed_from_chen)
    photographed_win(page, "Bo", "Dee")
    page.get_by_text("Bo wins off Dee").click()
    page.get_by_role("button", name="Correct").click()
    page.get_by_role("button", name="Next: how it was won").click()
    won(page, "Chen", "Dee")
    with page.expect_request(lambda request: request.method == "POST" and "corr" in request.url) as corrected:
        page.get_by_role("button", name="Correct the book").click()
    page.get_by_text("Chen wins off Dee").wait_for()
    assert [meld["from"] for win in booked[0]["wins"] for meld in win["hand"]["melds"]] == [2]
    assert '"from":3' in str(corrected.value.post_data)
