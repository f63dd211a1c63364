"""The table's book on phones: several at once, without a network, undone, watched."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.service.web.play import PLAYERS, new_table, penalty, photographed_win, totals, wait_for_totals

if TYPE_CHECKING:
    from playwright.sync_api import Page


def share(page: Page, kind: str) -> str:
    """The address of a new link, without the server's part."""
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share")
    dialog.get_by_role("radio", name=kind).click()
    dialog.get_by_role("button", name="Make a link").click()
    address = dialog.get_by_label("Link", exact=True).input_value()
    assert dialog.get_by_role("img", name="QR code of the link").is_visible()
    page.keyboard.press("Escape")
    return address.partition("#")[2]


def test_undo_and_redo(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    penalty(page, (-10, 10, 0, 0))
    wait_for_totals(page, [-10, 10, 0, 0])
    page.get_by_role("button", name="Undo").click()
    wait_for_totals(page, [0, 0, 0, 0])
    page.get_by_role("button", name="Redo").click()
    wait_for_totals(page, [-10, 10, 0, 0])


def test_a_drawn_hand_and_the_end(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    page.get_by_role("button", name="Drawn hand").click()
    page.get_by_role("dialog", name="Drawn hand").get_by_role("button", name="Enter").click()
    page.locator(".entry", has_text="Drawn hand").wait_for()
    penalty(page, (-6, 2, 2, 2))
    page.get_by_role("button", name="More …").click()
    page.get_by_role("button", name="End the game").click()
    page.get_by_role("heading", name="The game is over").wait_for()
    assert page.locator(".end li").last.inner_text().startswith("4\nAnn")
    page.get_by_role("button", name="Next game").click()
    wait_for_totals(page, [0, 0, 0, 0])


def test_amounts_that_do_not_add_up_are_not_sent(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    page.get_by_role("button", name="More …").click()
    page.get_by_role("button", name="Penalty", exact=True).click()
    dialog = page.get_by_role("dialog", name="Penalty")
    dialog.get_by_label("Ann", exact=True).fill("-10")
    assert dialog.get_by_role("button", name="Enter").is_disabled()
    assert "Off by −10" in dialog.inner_text()
    dialog.get_by_role("button", name="Bo takes the rest").click()
    dialog.get_by_role("button", name="Enter").click()
    wait_for_totals(page, [-10, 10, 0, 0])


def test_players_change_seats_and_names(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    penalty(page, (-10, 10, 0, 0))
    page.get_by_role("button", name="More …").click()
    page.get_by_role("button", name="Players and seats").click()
    dialog = page.get_by_role("dialog", name="Players and seats")
    dialog.get_by_role("button", name="Ann").click()
    dialog.get_by_role("button", name="Chen").click()
    dialog.get_by_role("button", name="Enter").click()
    wait_for_totals(page, [0, 10, -10, 0])
    assert page.locator(".felt .seat.above .name").inner_text() == "Ann"


def test_two_phones_and_a_watcher(phone: Callable[..., Page]) -> None:
    first = phone()
    new_table(first)
    second = phone(share(first, "Writing"))
    watcher = phone(share(first, "Watching"))
    for page in (second, watcher):
        page.get_by_text("Ann deals").wait_for()
    assert watcher.get_by_role("button", name="Undo").count() == 0
    photographed_win(first, "Bo")
    first.get_by_text("Bo wins by self-draw").wait_for()
    now = totals(first)
    assert now[1] > 0
    for page in (second, watcher):
        wait_for_totals(page, now)
    penalty(second, (-1, 0, 0, 1))
    after = [now[0] - 1, now[1], now[2], now[3] + 1]
    for page in (first, watcher):
        wait_for_totals(page, after)


def test_the_phone_that_comes_second_looks_again(phone: Callable[..., Page]) -> None:
    first = phone()
    new_table(first)
    second = phone(share(first, "Writing"))
    second.get_by_text("Ann deals").wait_for()
    # The second phone hears no live events while the first writes, so it writes on what it saw.
    second.evaluate("window.stop()")
    second.context.set_offline(True)
    penalty(second, (-5, 5, 0, 0))
    penalty(first, (0, 0, -7, 7))
    wait_for_totals(first, [0, 0, -7, 7])
    second.context.set_offline(False)
    second.get_by_text("Another phone wrote first").wait_for()
    wait_for_totals(first, [0, 0, -7, 7])
    second.get_by_role("button", name="Send all the same").click()
    wait_for_totals(first, [-5, 5, -7, 7])
    wait_for_totals(second, [-5, 5, -7, 7])


def test_offline_and_back_books_once(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    lost: list[str] = []

    def swallow(route: object) -> None:
        """The server takes the write, and its answer is lost on the way."""
        asked = route.request  # type: ignore[attr-defined]
        if not lost and asked.method == "POST":
            lost.append(asked.headers["idempotency-key"])
            route.fetch()  # type: ignore[attr-defined]
            route.abort()  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    page.route("**/entries", swallow)
    penalty(page, (-3, 1, 1, 1))
    page.unroute("**/entries")
    assert len(lost) == 1
    page.context.set_offline(True)
    penalty(page, (-30, 10, 10, 10))
    page.get_by_text("Waiting for the server").first.wait_for()
    page.context.set_offline(False)
    wait_for_totals(page, [-33, 11, 11, 11])
    page.get_by_text("Waiting for the server").first.wait_for(state="hidden")
    page.locator(".entry").nth(1).wait_for()
    assert page.locator(".entry").count() == 2


def test_the_chart_and_the_statistics(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    photographed_win(page, "Bo", "Dee")
    page.get_by_role("tab", name="Course").click()
    page.get_by_role("img", name="Totals after each hand").wait_for()
    page.get_by_role("tab", name="Statistics").click()
    row = page.get_by_role("row").filter(has_text=PLAYERS[1])
    row.wait_for()
    assert "100%" in row.inner_text()
