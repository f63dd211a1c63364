"""The app as a whole: installed, offline, by keyboard, for everybody's eyes and fingers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from service.api.web import BUILT
from tests.service.web.play import new_table, photographed_win, said, take_picture, type_tiles, won

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = BUILT.parent / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LEAST_TARGET_PX = 44
COLOURFUL = ("home", "board", "score", "book", "settings")
"""The screens that between them use every colour; in the dark only these are looked at."""


def faults(page: Page) -> list[str]:
    """What axe finds on this screen."""
    page.evaluate("() => Promise.all(document.getAnimations().map((animation) => animation.finished))")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(
        "(tags) => axe.run(document, {runOnly: tags, rules: {'page-has-heading-one': {enabled: false}}})", RULES
    )
    return [f"{fault['id']}: {node['html'][:160]}" for fault in found["violations"] for node in fault["nodes"]]


def small_targets(page: Page) -> list[str]:
    """Buttons, links and fields on this screen smaller than a finger; tiles in a row are as wide as they are."""
    found: list[str] = page.evaluate(
        """(least) => [...document.querySelectorAll('button, a[href], select, summary, label.btn, label.switch, '
            + 'input:not([type=file]):not([type=checkbox])')]
          .filter((part) => part.offsetParent && !part.closest('.photo') && !part.classList.contains('tap'))
          .map((part) => [part, part.getBoundingClientRect()])
          .filter(([, box]) => box.height < least - 0.5 || box.width < least - 0.5)
          .map(([part, box]) => `${part.outerHTML.slice(0, 120)} ${box.width}×${box.height}`)""",
        LEAST_TARGET_PX,
    )
    return found


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed (npm ci, in service/web)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(phone: Callable[..., Page], scheme: str) -> None:
    page = phone(color_scheme=scheme)
    seen: dict[str, list[str]] = {}

    def look(name: str) -> None:
        if scheme == "dark" and name not in COLOURFUL:
            return
        seen[name] = [*faults(page), *small_targets(page)]

    page.get_by_role("link", name="New table").wait_for()
    look("home")
    new_table(page)
    look("table")
    page.get_by_role("link", name="Photograph the winning hand").click()
    look("scan")
    take_picture(page)
    look("board")
    page.locator('.group[aria-label="In hand"] button').first.click()
    look("tile")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next: how it was won").click()
    look("context")
    said(page, "Bo")
    page.get_by_role("button", name="All agree").wait_for()
    look("agreed")
    page.get_by_role("button", name="Details").click()
    page.get_by_role("button", name="All agree: into the book").wait_for()
    look("score")
    page.get_by_role("button", name="All agree: into the book").click()
    page.get_by_text("Bo wins by self-draw").wait_for()
    look("book")
    page.get_by_role("button", name="More …").click()
    look("more")
    page.get_by_role("button", name="Penalty", exact=True).click()
    look("penalty")
    page.goto("/#/hand/keys")
    page.get_by_role("tab", name="Char").wait_for()
    look("keys")
    page.goto("/#/rules/taiwan")
    page.get_by_role("tab", name="Options").click()
    page.get_by_text("台 of single items").click()
    look("rules")
    page.goto("/#/hand/keys")
    page.get_by_label("Rules").select_option("r:hua")
    type_tiles(page, [f"{rank}m" for rank in "11123456789995"])
    page.get_by_role("button", name="Next: how it was won").click()
    page.get_by_role("button", name="Photograph: Wild tile").click()
    page.get_by_role("button", name="Photograph this tile").click()
    page.get_by_role("heading", name="Is it this one?").wait_for()
    look("wild tile")
    page.keyboard.press("Escape")
    page.goto("/#/settings")
    page.get_by_role("heading", name="Language").wait_for()
    look("settings")
    assert {name: found for name, found in seen.items() if found} == {}


def test_nothing_is_wider_than_the_screen(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page, ("A very long name indeed", "小李", "阿芳阿芳阿芳阿芳阿芳", "Dee"), named="A very long name indeed")
    wide = []
    for path in ("/", "/new", "/hand/keys", "/rules", "/rules/hua", "/settings", page.url.partition("#")[2]):
        page.goto(f"/#{path}")
        page.wait_for_timeout(300)
        if page.evaluate("document.documentElement.scrollWidth") > 360:
            wide.append(path)
    assert wide == []


def test_the_language_is_the_phones_and_can_be_changed(phone: Callable[..., Page]) -> None:
    page = phone("/settings", lang="zh-TW")
    page.get_by_role("heading", name="语言").wait_for()
    page.get_by_role("radio", name="English").click()
    page.get_by_role("heading", name="Language").wait_for()
    page.reload()
    page.get_by_role("heading", name="Language").wait_for()


def test_by_keyboard_alone(phone: Callable[..., Page]) -> None:
    page = phone("/hand/keys")
    page.get_by_role("tab", name="Char").focus()
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("tab", name="Dots").get_attribute("aria-selected") == "true"
    page.keyboard.press("Tab")
    while "1 Dots" not in str(page.evaluate("document.activeElement.ariaLabel")):
        page.keyboard.press("Tab")
    for _ in range(3):
        page.keyboard.press("Enter")
    assert page.get_by_role("button", name="Remove 1 Dots").count() == 3


def test_installed_it_opens_without_a_network(phone: Callable[..., Page]) -> None:
    page = phone(workers="allow")
    new_table(page)
    photographed_win(page, "Bo", "Dee")
    page.get_by_text("Bo wins off Dee").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then((there) => there.active.state)")
    page.wait_for_function("caches.keys().then((names) => names.length > 0)")
    page.reload()
    page.get_by_text("Bo wins off Dee").wait_for()
    page.context.set_offline(True)
    page.reload()
    page.get_by_text("Bo wins off Dee").wait_for()
    page.get_by_text("No connection to the server").wait_for()


def test_a_hand_typed_without_a_network_is_scored_on_arrival(phone: Callable[..., Page]) -> None:
    page = phone()
    new_table(page)
    page.get_by_role("button", name="Type tiles").click()
    type_tiles(page, [f"{rank}m" for rank in "11123456789995"])
    page.context.set_offline(True)
    page.get_by_role("button", name="Next: how it was won").click()
    won(page, "Bo")
    page.get_by_role("button", name="Keep and send later").click()
    page.get_by_text("Waiting for the server").wait_for()
    page.context.set_offline(False)
    page.get_by_text("Bo wins by self-draw").wait_for()
    page.get_by_text("Nine gates").first.wait_for()


def test_a_house_profile_is_kept_and_used(phone: Callable[..., Page]) -> None:
    page = phone("/rules/guobiao")
    page.get_by_role("tab", name="Options").click()
    page.get_by_label("fewest").fill("100")
    page.get_by_label("Name of the profile").fill("Our club")
    page.get_by_role("button", name="Save as house profile").click()
    page.get_by_text("Saved, and chosen").wait_for()
    page.goto("/#/hand/keys")
    page.reload()
    assert page.get_by_label("Rules").locator("option:checked").inner_text() == "Our club"


def test_the_server_may_want_its_token(browser: Any, tmp_path: Path) -> None:
    from service.api.app import create_app
    from service.settings import Settings
    from tests.service.fakes import SameHandReader
    from tests.service.live import serving

    token = "maple-river-lantern-seven"
    app = create_app(Settings(data_dir=tmp_path, access_token=token, rate_per_minute=0), SameHandReader)  # type: ignore[arg-type]
    with serving(app) as live:
        context = browser.new_context(locale="en-GB", service_workers="block", base_url=f"http://127.0.0.1:{live.port}")
        page = context.new_page()
        page.goto("/#/rules")
        page.get_by_label("Access token").fill("wrong-wrong-wrong-wrong")
        page.get_by_role("button", name="Enter").click()
        page.get_by_role("alert").filter(has_text="not the access token").wait_for()
        page.get_by_label("Access token").fill(token)
        page.get_by_role("button", name="Enter").click()
        page.get_by_role("link", name="Taiwan").wait_for()
        context.close()
