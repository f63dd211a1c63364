"""Tiles on the board under a finger: swiped out, held and carried, and the page that still scrolls."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.service.web.play import take_picture
from tests.service.web.touch import Finger, middle

if TYPE_CHECKING:
    from playwright.sync_api import Page

IN_HAND = '.group[aria-label="In hand"] button'


@pytest.fixture
def board(phone: Callable[..., Page]) -> Page:
    page = phone("/scan")
    take_picture(page)
    page.get_by_text("14 of 14 tiles").wait_for()
    return page


@pytest.mark.parametrize("side", [-1, 1])
def test_a_swipe_takes_a_tile_out_and_undo_brings_it_back(board: Page, side: int) -> None:
    third = board.locator(IN_HAND).nth(2)
    assert third.get_attribute("aria-label") == "3 Characters"
    x, y = middle(third)
    finger = Finger(board)
    finger.down(x, y)
    finger.move(x + 90 * side, y + 4)
    finger.up()
    board.get_by_text("13 of 14 tiles").wait_for()
    assert board.locator(IN_HAND).nth(2).get_attribute("aria-label") == "4 Characters"
    toast = board.get_by_role("status").filter(has_text="3 Characters taken out")
    toast.get_by_role("button", name="Undo").click()
    board.get_by_text("14 of 14 tiles").wait_for()
    board.locator(f'{IN_HAND}[aria-label="3 Characters"]').wait_for()


def test_a_short_swipe_takes_nothing_and_opens_nothing(board: Page) -> None:
    x, y = middle(board.locator(IN_HAND).nth(2))
    finger = Finger(board)
    finger.down(x, y)
    finger.move(x + 40, y)
    assert "translateX" in (board.locator(IN_HAND).nth(2).get_attribute("style") or "")
    finger.up()
    board.wait_for_function("document.querySelectorAll('.tap[style*=translateX]').length === 0")
    assert board.get_by_text("14 of 14 tiles").is_visible()
    assert board.locator("dialog[open]").count() == 0


def test_the_page_scrolls_under_a_finger_on_a_tile(board: Page) -> None:
    board.set_viewport_size({"width": 360, "height": 420})
    x, y = middle(board.locator(IN_HAND).nth(4))
    before = board.evaluate("scrollY")
    finger = Finger(board)
    finger.down(x, y)
    finger.move(x, y - 120, steps=12)
    finger.up()
    board.wait_for_function(f"scrollY > {before} + 40")
    assert board.get_by_text("14 of 14 tiles").count() == 1


def test_a_tile_held_is_carried_to_another_group(board: Page) -> None:
    fifth = board.locator(IN_HAND).nth(4)
    assert fifth.get_attribute("aria-label", timeout=1000) == "5 Characters, doubtful"
    x, y = middle(fifth)
    to_x, to_y = middle(board.locator('.group[aria-label="Winning tile"]'))
    finger = Finger(board)
    finger.down(x, y)
    board.locator(".ghost").wait_for()
    finger.move(to_x, to_y, steps=10)
    board.locator('.group.over[aria-label="Winning tile"]').wait_for()
    finger.up()
    board.locator('.group[aria-label="Winning tile"] button[aria-label^="5 Char"]').wait_for()
    board.locator(f'{IN_HAND}[aria-label^="1 Dots"]').nth(1).wait_for()


def test_the_delete_key_takes_a_tile_out(board: Page) -> None:
    board.locator(IN_HAND).first.focus()
    board.keyboard.press("Delete")
    board.get_by_text("13 of 14 tiles").wait_for()


def test_the_winning_tile_is_marked_with_two_taps(board: Page) -> None:
    board.locator(f'{IN_HAND}[aria-label^="9 Char"]').click()
    board.get_by_role("button", name="Winning tile").click()
    board.locator('.group[aria-label="Winning tile"] button[aria-label^="9 Char"]').wait_for()


def test_a_doubt_is_settled_with_two_taps(board: Page) -> None:
    board.get_by_role("button", name="5 Characters or 9 Bamboo?").click()
    board.get_by_role("group", name="Likeliest faces").get_by_role("button", name="9 Bamboo").click()
    board.locator(f'{IN_HAND}[aria-label="9 Bamboo"]').wait_for()


def test_a_slow_tap_is_a_tap(board: Page) -> None:
    x, y = middle(board.locator(IN_HAND).nth(2))
    finger = Finger(board)
    finger.down(x, y)
    board.locator(".ghost").wait_for()
    finger.up()
    board.get_by_role("dialog", name="What is this? (3 Characters)").wait_for()
    assert board.locator("dialog[open]").count() == 1
