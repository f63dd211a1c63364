"""The packaged models behind the app: a sample picture, from the gallery to the board and the score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import models
from service.api.app import create_app
from service.settings import Settings
from tests.service.live import serving
from tests.service.web.conftest import SCREEN
from tests.service.web.play import won

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SAMPLE = Path(__file__).resolve().parents[3] / "datasets" / "samples" / "hand.jpg"


def missing() -> str:
    """Why the sample cannot be read here, or nothing."""
    try:
        models.card()
    except models.ModelError as error:
        return str(error)
    return "" if SAMPLE.is_file() else f"{SAMPLE.name} is missing"


@pytest.mark.skipif(bool(missing()), reason=missing() or "models and sample are there")
def test_a_sample_picture_is_read_and_scored(browser: Browser, tmp_path: Path) -> None:
    with serving(create_app(Settings(data_dir=tmp_path, rate_per_minute=0))) as live:
        context = browser.new_context(
            viewport=SCREEN, locale="en-GB", service_workers="block", base_url=f"http://127.0.0.1:{live.port}"
        )  # type: ignore[arg-type]
        page = context.new_page()
        page.set_default_timeout(60_000)
        for _ in range(300):
            if page.request.get("/readyz").ok:
                break
            page.wait_for_timeout(100)
        page.goto("/#/scan")
        page.get_by_test_id("gallery").set_input_files(str(SAMPLE))
        page.wait_for_url("**/#/hand/board")
        page.get_by_text("14 of 14 tiles").wait_for()
        assert page.locator(".photo polygon.box").count() >= 14
        page.get_by_role("button", name="Next: how it was won").click()
        won(page, "East")
        page.get_by_text("East wins").wait_for()
        assert "番" in page.locator(".total .big").inner_text()
        context.close()
