"""What a player does on the phone, in one step each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.service.fakes import picture

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCORE = re.compile("Score it|Details")
"""The way to the score: it names the details once the score shows by itself."""

PLAYERS = ("Ann", "Bo", "Chen", "Dee")


def new_table(page: Page, players: Sequence[str] = PLAYERS, ruleset: str = "guobiao", named: str = "Ann") -> str:
    """A new table; its address in the app."""
    page.goto("/#/new")
    page.get_by_label("Rules").select_option(f"r:{ruleset}")
    for wind, name in zip(("East", "South", "West", "North"), players, strict=True):
        page.get_by_label(f"Player in {wind}").fill(name)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/#/table/*")
    page.get_by_text(f"{named} deals").wait_for()
    return page.url.partition("#")[2]


def take_picture(page: Page) -> None:
    """A picture from the gallery, up to the board."""
    page.get_by_test_id("gallery").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": picture()})
    page.wait_for_url("**/#/hand/board")


def type_tiles(page: Page, tiles: Sequence[str]) -> None:
    """Tiles on the keypad, written as `1m`, `2p`, `3s`."""
    names = {"m": ("Char", "Characters"), "p": ("Dots", "Dots"), "s": ("Bam", "Bamboo")}
    keypad = page.locator(".narrow")
    for tile in tiles:
        tab, suit = names[tile[1]]
        keypad.get_by_role("tab", name=tab).click()
        keypad.get_by_role("button", name=f"{tile[0]} {suit}", exact=True).click()


def won(page: Page, winner: str, payer: str | None = None) -> None:
    """Who won and from whom, up to the score."""
    said(page, winner, payer)
    page.get_by_role("button", name=SCORE).click()
    page.wait_for_url("**/#/hand/score")


def said(page: Page, winner: str, payer: str | None = None) -> None:
    """Who won and from whom."""
    page.get_by_role("radiogroup", name="Who won?").get_by_role("radio", name=winner).click()
    if payer is not None:
        page.get_by_role("radiogroup", name="Self-drawn, or from whom?").get_by_role("radio", name=payer).click()


def photographed_win(page: Page, winner: str, payer: str | None = None) -> None:
    """A hand from the photo into the book, without a look at the details."""
    page.get_by_role("link", name="Photograph the winning hand").click()
    take_picture(page)
    page.get_by_role("button", name="Next: how it was won").click()
    said(page, winner, payer)
    page.get_by_role("button", name="All agree", exact=False).click()
    page.wait_for_url("**/#/table/*")


def penalty(page: Page, amounts: Sequence[int]) -> None:
    """Free amounts, typed."""
    page.get_by_role("button", name="More …").click()
    page.get_by_role("button", name="Penalty", exact=True).click()
    dialog = page.get_by_role("dialog", name="Penalty")
    for name, amount in zip(PLAYERS, amounts, strict=True):
        dialog.get_by_label(name, exact=True).fill(str(amount))
    dialog.get_by_role("button", name="Enter").click()
    dialog.wait_for(state="hidden")


def totals(page: Page) -> list[int]:
    """The four totals as the table shows them, seat 0 first."""
    shown = []
    for place in ("below", "right", "above", "left"):
        text = page.locator(f".felt .seat.{place} .total").inner_text()
        shown.append(int(text.replace("−", "-").replace("+", "")))
    return shown


def wait_for_totals(page: Page, expected: Sequence[int]) -> None:
    """Until the table shows these totals; the last that it showed, where it never does."""
    for _ in range(100):
        if totals(page) == list(expected):
            return
        page.wait_for_timeout(100)
    assert totals(page) == list(expected)
