"""A long book on a small screen: page by page, with the names of then, and pictures to pass on."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PIL import Image

from tests.service.web.play import PLAYERS, new_table, penalty, photographed_win, totals, wait_for_totals

if TYPE_CHECKING:
    from playwright.sync_api import Page

RECORD_TEXT = """
window.written = [];
const write = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (...given) {
  window.written.push(given[0]);
  return write.apply(this, given);
};
"""


def played(page: Page, hands: int) -> str:
    """A table with so many penalties in its book, written by its API; its address in the app."""
    made = page.request.post(
        "/v1/tables",
        data={"name": "Long", "players": list(PLAYERS), "game": {"ruleset": "guobiao", "dealer": 0}},
        headers={"Idempotency-Key": secrets.token_hex(12)},
    ).json()
    table, token = made["table"]["id"], made["tokens"]["host"]
    for hand in range(hands):
        answer = page.request.post(
            f"/v1/tables/{table}/games/1/entries",
            data={"kind": "penalty", "amounts": [-2, 2, 0, 0], "reason": f"number {hand + 1}"},
            headers={"X-Table-Token": token, "Idempotency-Key": secrets.token_hex(12), "If-Match": "*"},
        )
        assert answer.ok, answer.text()
    return f"/#/host/{table}/{token}"


def test_a_long_history_comes_page_by_page(phone: Callable[..., Page]) -> None:
    page = phone("/settings")
    page.goto(played(page, 130))
    page.locator(".entry").nth(99).wait_for()
    assert page.locator(".entry").count() == 100
    page.get_by_role("button", name="Show earlier entries").click()
    page.locator(".entry").nth(129).wait_for()
    assert "number 1" in page.locator(".entry").last.inner_text().splitlines()
    assert page.get_by_role("button", name="Show earlier entries").count() == 0
    # A new entry leaves the old ones on the screen; what is taken back far below is seen to be.
    penalty(page, (0, 0, -5, 5))
    page.locator(".entry").nth(130).wait_for()
    page.locator(".entry").nth(129).click()
    page.get_by_role("button", name="Take back").click()
    page.locator(".entry.off", has_text="number 2").wait_for()
    assert page.locator(".entry").count() == 131


def test_the_course_is_of_the_whole_game(phone: Callable[..., Page]) -> None:
    page = phone("/settings")
    page.goto(played(page, 105))
    page.get_by_role("tab", name="Course").click()
    chart = page.get_by_role("img", name="Totals after each hand")
    chart.wait_for()
    page.wait_for_function("document.querySelector('.card svg path').getAttribute('d').split('L').length === 106")
    first = chart.locator("path").first.get_attribute("d")
    assert first is not None
    assert float(first.split()[1].split("L")[0]) == float(
        re.findall(r"y1=\"([\d.]+)\"[^>]*class=\"[^\"]*zero", chart.inner_html())[0]
    )


def test_what_was_keeps_its_names_after_a_change_of_seats(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    photographed_win(page, "Bo", "Dee")
    page.get_by_text("Bo wins off Dee").wait_for()
    before = dict(zip(PLAYERS, totals(page), strict=True))
    page.get_by_role("button", name="More …").click()
    page.get_by_role("button", name="Players and seats").click()
    dialog = page.get_by_role("dialog", name="Players and seats")
    dialog.get_by_role("button", name="Bo").click()
    dialog.get_by_role("button", name="Chen").click()
    dialog.get_by_role("button", name="Enter").click()
    wait_for_totals(page, [before[name] for name in ("Ann", "Chen", "Bo", "Dee")])
    entry = page.locator(".entry", has_text="Bo wins off Dee")
    assert re.search(rf"Bo\s+\+{before['Bo']}", entry.inner_text())
    page.get_by_role("tab", name="Course").click()
    assert f"Bo +{before['Bo']}" in page.locator(".key").inner_text()


def test_the_games_before_can_be_looked_at(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    penalty(page, (-6, 2, 2, 2))
    page.get_by_role("button", name="More …").click()
    page.get_by_role("button", name="End the game").click()
    end = page.locator(".end")
    end.get_by_role("heading", name="The game is over").wait_for()
    end.get_by_role("button", name="Next game").click()
    wait_for_totals(page, [0, 0, 0, 0])
    page.get_by_role("button", name="Show earlier games").click()
    page.get_by_role("button", name="Game 1").click()
    dialog = page.get_by_role("dialog", name="Game 1")
    assert "Ann −6" in dialog.locator("ol").last.inner_text()
    assert dialog.locator("ol").first.locator("li").last.inner_text().split() == ["4", "Ann", "−6"]


def downloaded(page: Page, name: str) -> tuple[Any, list[str]]:
    """The picture that a button makes, and what is written on it."""
    page.evaluate("window.written = []")
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name).click()
    return Image.open(waiting.value.path()), page.evaluate("window.written")


def test_pictures_to_pass_on_speak_the_language_of_the_app(phone: Callable[..., Page]) -> None:
    page = phone("/settings")
    page.add_init_script(RECORD_TEXT)
    page.reload()
    new_table(page)
    photographed_win(page, "Bo", "Dee")
    page.get_by_text("Bo wins off Dee").click()
    image, written = downloaded(page, "Picture of the score")
    assert image.size[0] == 1080
    assert {"Bo wins", "Ann", "Bo", "Chen", "Dee", "Pure straight", "清龙"} <= set(written)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More …").click()
    page.get_by_role("button", name="End the game").click()
    page.get_by_text("best hand: Bo").wait_for()
    _, written = downloaded(page, "Picture to share")
    assert any(line.startswith("1 hands") for line in written)
    assert any(line.startswith("1  Bo") for line in written)


def test_without_a_table_the_seats_of_the_picture_are_the_winds(phone: Callable[..., Page]) -> None:
    for lang, winds, key, onward, score, picture in (
        ("en-GB", {"East", "South", "West", "North"}, "{} Characters", "Next: how", "Score it", "Picture of the score"),
        ("zh-CN", {"东", "南", "西", "北"}, "{}万", "下一步", "算分", "算分图片"),
    ):
        page = phone("/settings", lang=lang)
        page.add_init_script(RECORD_TEXT)
        page.reload()
        page.goto("/#/hand/keys")
        for rank in "11123456789995":
            name = key.format(rank if lang == "en-GB" else "一二三四五六七八九"[int(rank) - 1])
            page.locator(".narrow").get_by_role("button", name=name, exact=True).click()
        page.get_by_role("button", name=onward).click()
        page.get_by_role("button", name=score).click()
        _, written = downloaded(page, picture)
        assert winds <= set(written)
        assert not re.search(r"[东南西北]", "".join(written)) or lang == "zh-CN"
        (formula,) = (line for line in written if " = " in line)
        assert bool(re.search(r"[一-鿿]", formula)) == (lang == "zh-CN")
