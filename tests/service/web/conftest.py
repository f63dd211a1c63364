"""The phone app in a real browser: the built app, served by the service, on a phone's screen."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from service.api.app import create_app
from service.api.web import BUILT
from service.settings import Settings
from tests.service.fakes import SameHandReader
from tests.service.live import serving
from vision.types import ReviewReason

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = os.environ.get("TILESIGHT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
)
SCREEN = {"width": 360, "height": 640}


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Debian's Chromium, with a camera that shows the sample picture."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine (apt-get install chromium, or set TILESIGHT_CHROMIUM)")
    if not (BUILT / "index.html").is_file():
        pytest.skip("the phone app is not built (npm ci && npm run build, in service/web)")
    film = tmp_path_factory.mktemp("camera") / "hand.mjpeg"
    film.write_bytes((Path(__file__).resolve().parents[3] / "datasets" / "samples" / "hand.jpg").read_bytes())
    with sync_api.sync_playwright() as player:
        arguments = [*ARGUMENTS, f"--use-file-for-fake-video-capture={film}"]
        opened = player.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service whose reader sees the same hand in every photo, unsure of one tile."""
    folder = tmp_path_factory.mktemp("service")
    reader = SameHandReader()
    reader.review = (ReviewReason("low_margin", (4,), "5m or 9s"),)
    app = create_app(Settings(data_dir=folder, rate_per_minute=0, photo_rate_per_minute=0), lambda: reader)
    with serving(app) as live:
        yield f"http://127.0.0.1:{live.port}"


@pytest.fixture
def phone(browser: Browser, site: str) -> Iterator[Callable[..., Page]]:
    """Opens the app on a fresh phone; a page error, or a call to another host, fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_phone(path: str = "/", *, lang: str = "en-GB", workers: str = "block", **options: Any) -> Page:
        options = {"viewport": SCREEN, "has_touch": True, "permissions": ["camera"], **options}
        context = browser.new_context(locale=lang, service_workers=workers, base_url=site, **options)  # type: ignore[arg-type]
        contexts.append(context)
        context.on("request", lambda asked: foreign(asked.url))
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"/#{path}")
        return page

    def foreign(address: str) -> None:
        if not address.startswith((site, "blob:", "data:")):
            wrong.append(f"asked another host: {address}")

    yield open_phone
    for context in contexts:
        context.close()
    assert wrong == []
