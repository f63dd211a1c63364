"""Takes the pictures of the app that the documents show: ``python -m tests.service.web.pictures``.

Needs the built app, the packaged models and a Chromium; writes JPEG files to ``docs/pictures``.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

from service.api.app import create_app
from service.settings import Settings
from tests.service.live import serving
from tests.service.web.conftest import ARGUMENTS, CHROMIUM
from tests.service.web.play import new_table, penalty, said

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "datasets" / "samples"
PICTURES = ROOT / "docs" / "pictures"
SCREEN = {"width": 360, "height": 720}
SCALE = 1.5
QUALITY = 78
SIDE_BY_SIDE = ("app-board", "app-context", "app-score", "app-table")
"""The pictures that stand in one row, for a first look."""


def main() -> None:
    """Every picture anew."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        film = Path(folder) / "hand.mjpeg"
        film.write_bytes((SAMPLES / "hand.jpg").read_bytes())
        arguments = [*ARGUMENTS, f"--use-file-for-fake-video-capture={film}"]
        browser = player.chromium.launch(executable_path=CHROMIUM, args=arguments)
        with serving(create_app(Settings(data_dir=Path(folder) / "book", rate_per_minute=0))) as live:
            shown(browser, f"http://127.0.0.1:{live.port}")
        browser.close()
    row = [Image.open(PICTURES / f"{name}.jpg") for name in SIDE_BY_SIDE]
    wide = Image.new("RGB", (sum(each.width + 12 for each in row) - 12, row[0].height), "white")
    for place, each in enumerate(row):
        wide.paste(each, (place * (each.width + 12), 0))
    wide.resize((wide.width * 2 // 3, wide.height * 2 // 3)).save(PICTURES / "app.jpg", quality=QUALITY)


def shown(browser: Browser, address: str) -> None:
    """The way of a hand through the app, and the pages around it."""
    page = opened(browser, address, "en-GB")
    for _ in range(600):
        if page.request.get("/readyz").ok:
            break
        page.wait_for_timeout(100)
    new_table(page, ruleset="yueqing-chayuan")
    penalty(page, (-12, 4, 4, 4))
    page.get_by_role("button", name="Close").click()
    page.get_by_role("link", name="Photograph the winning hand").click()
    page.locator("video.on").wait_for()
    take(page, "app-camera")
    page.get_by_test_id("gallery").set_input_files(str(SAMPLES / "yueqing.jpg"))
    page.get_by_text("17 of 17 tiles").wait_for()
    take(page, "app-board")
    page.locator(".group button").nth(2).click()
    take(page, "app-tile")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next: how it was won").click()
    said(page, "Bo", "Dee")
    page.get_by_role("button", name="Wild tile choose").click()
    page.locator("dialog[open] .narrow").get_by_role("tab", name="Bam").click()
    page.locator("dialog[open] .narrow").get_by_role("button", name="8 Bamboo", exact=True).click()
    page.get_by_role("button", name="All agree").wait_for()
    take(page, "app-context")
    page.get_by_role("button", name="Details").click()
    page.get_by_role("button", name="All agree: into the book").wait_for()
    take(page, "app-score")
    page.get_by_role("button", name="All agree: into the book").click()
    page.get_by_text("Bo wins off Dee").wait_for()
    page.get_by_role("button", name="Close").click()
    for amounts in ((9, -3, -3, -3), (-4, -4, 12, -4), (-6, -6, -6, 18)):
        penalty(page, amounts)
        page.get_by_role("button", name="Close").click()
    take(page, "app-table")
    page.get_by_role("tab", name="Course").click()
    page.get_by_role("img", name="Totals after each hand").scroll_into_view_if_needed()
    take(page, "app-chart")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Make a link").click()
    page.get_by_role("img", name="QR code").wait_for()
    take(page, "app-share")
    page.context.close()

    page = opened(browser, address, "zh-CN", "dark")
    page.goto("/#/hand/keys")
    for numeral in "一一一二三四五六":
        page.locator(".narrow").get_by_role("button", name=f"{numeral}万", exact=True).click()
    take(page, "app-keys")
    page.goto("/#/rules/taiwan")
    page.locator("ul.list li").first.wait_for()
    take(page, "app-rules")
    page.context.close()


def opened(browser: Browser, address: str, lang: str, scheme: str = "light") -> Page:
    """The app on a fresh phone."""
    context = browser.new_context(
        locale=lang, viewport=SCREEN, device_scale_factor=SCALE, color_scheme=scheme, has_touch=True,
        permissions=["camera"], service_workers="block", base_url=address,
    )  # type: ignore[arg-type]  # fmt: skip
    page = context.new_page()
    page.goto("/")
    return page


def take(page: Page, name: str) -> None:
    """The screen as it is once nothing moves on it."""
    page.evaluate("() => Promise.all(document.getAnimations().map((animation) => animation.finished))")
    with Image.open(io.BytesIO(page.screenshot())) as shot:
        shot.convert("RGB").save(PICTURES / f"{name}.jpg", quality=QUALITY, optimize=True)


if __name__ == "__main__":
    main()
