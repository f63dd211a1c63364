"""Nothing jumps under the finger: what the browser itself measures as shifts of the layout, screen by screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.web.play import new_table, said, take_picture

if TYPE_CHECKING:
    from playwright.sync_api import Page

IN_HAND = '.group[aria-label="In hand"] button'
MOST_SHIFT = 0.02
"""A fifth of what counts as good; a row of tiles that moves by its own height on a phone's screen is more."""

MEASURE = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    if (shift.hadRecentInput) continue;
    const moved = shift.sources.map(({node}) => node?.parentElement?.outerHTML.slice(0, 90) ?? String(node?.nodeName));
    window.shifts.push([shift.value, location.hash, moved]);
  }
}).observe({type: 'layout-shift', buffered: true});
"""


def measured(page: Page) -> Page:
    page.add_init_script(MEASURE)
    page.reload()
    return page


def jumps(page: Page) -> list[Any]:
    """The shifts seen so far where they add up to too much."""
    page.evaluate("new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    seen: list[Any] = page.evaluate("window.shifts")
    return seen if sum(shift[0] for shift in seen) > MOST_SHIFT else []


@pytest.mark.parametrize("lang", ["en-GB", "zh-CN"])
@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/", ".pair"),
        ("/new", "select"),
        ("/hand/keys", ".keypad"),
        ("/rules", "a.card"),
        ("/rules/taiwan", "ul.list li"),
        ("/settings", ".switch"),
        ("/scan", "video.on"),
    ],
)
def test_a_screen_stands_still_while_it_opens(phone: Callable[..., Page], path: str, there: str, lang: str) -> None:
    page = measured(phone(path, lang=lang))
    page.locator(there).first.wait_for()
    assert jumps(page) == []


def test_the_way_of_a_hand_stands_still(phone: Callable[..., Page]) -> None:
    page = measured(phone())
    new_table(page)
    page.get_by_role("link", name="Photograph the winning hand").click()
    take_picture(page)
    page.locator(IN_HAND).first.wait_for()
    page.get_by_role("button", name="Next: how it was won").click()
    said(page, "Bo", "Dee")
    page.get_by_role("button", name="Details").click()
    page.get_by_role("button", name="All agree: into the book").click()
    page.get_by_text("Bo wins off Dee").wait_for()
    assert jumps(page) == []


def test_a_table_known_before_opens_without_a_jump(phone: Callable[..., Page]) -> None:
    page = phone()
    path = new_table(page)
    page.goto(f"/#{path}")
    measured(page)
    page.get_by_role("img", name="Live").wait_for()
    page.goto("/#/")
    page.locator("a.open").wait_for()
    assert jumps(page) == []


def test_a_jump_is_seen_when_there_is_one(phone: Callable[..., Page]) -> None:
    page = measured(phone())
    page.locator(".pair").wait_for()
    page.evaluate(
        "document.querySelector('main').prepend(Object.assign(document.createElement('p'), {innerText: 'a\\nb\\nc'}))"
    )
    page.wait_for_function("window.shifts.length > 0")
    assert jumps(page) != []
