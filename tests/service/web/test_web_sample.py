"""The packaged models behind the app: a sample picture, from the gallery to the board and the score."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

import models
from service.api.app import create_app
from service.settings import Settings
from tests.service.live import serving
from tests.service.web.conftest import SCREEN
from tests.service.web.play import new_table, said, totals

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SAMPLE = Path(__file__).resolve().parents[3] / "datasets" / "samples" / "hand.jpg"


def missing() -> str:
    """Why the sample cannot be read here, or nothing."""
    try:
        models.card()
    except models.ModelError as error:
        return str(error)
    return "" if SAMPLE.is_file() else f"{SAMPLE.name} is missing"


pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "models and sample are there")


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The app of a service with the packaged models, once they are loaded."""
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
        page.goto("/")
        yield page
        context.close()


def test_a_sample_picture_goes_through_correction_and_context_to_the_book(page: Page) -> None:
    new_table(page)
    page.get_by_role("link", name="Photograph the winning hand").click()
    page.get_by_test_id("gallery").set_input_files(str(SAMPLE))
    page.wait_for_url("**/#/hand/board")
    page.get_by_text("14 of 14 tiles").wait_for()
    assert page.locator(".photo polygon.box").count() >= 14
    # The 5 of characters becomes a 6, and the correction is taken back.
    five = page.locator('.group button[aria-label^="5 Characters"]')
    five.first.click()
    page.get_by_role("button", name="other").click()
    page.locator("dialog[open] .narrow").get_by_role("button", name="6 Characters", exact=True).click()
    five.first.wait_for(state="hidden")
    page.get_by_role("button", name="Undo").first.click()
    five.first.wait_for()
    page.get_by_role("button", name="Next: how it was won").click()
    said(page, "Bo", "Dee")
    page.get_by_role("button", name="All agree").click()
    page.get_by_text("Bo wins off Dee").wait_for()
    ann, bo, chen, dee = totals(page)
    assert ann == chen == -8
    assert bo == -ann - chen - dee > 24


def test_one_tile_by_its_own_photo(page: Page) -> None:
    """Two tiles of the sample, each cut out with its neighbours' edges around it, as a phone held near would see it."""
    seen = page.request.post("/v1/readings", multipart={"photo": upload(SAMPLE.read_bytes())}).json()
    tiles = {tile["face"]: tile["box"] for tile in seen["tiles"]}
    new_table(page, ruleset="hua")
    page.get_by_role("link", name="Photograph the winning hand").click()
    page.get_by_test_id("gallery").set_input_files(str(SAMPLE))
    page.wait_for_url("**/#/hand/board")
    page.get_by_role("button", name="Next: how it was won").click()
    for face, called in (("E", "East"), ("6m", "6 Characters")):
        page.get_by_role("button", name="Photograph: Wild tile").click()
        dialog = page.get_by_role("dialog", name="Wild tile")
        dialog.get_by_test_id("tile-gallery").set_input_files(upload(near(tiles[face])))
        likely = dialog.get_by_role("group", name="Likeliest faces").get_by_role("button")
        likely.first.wait_for()
        assert likely.first.get_attribute("aria-label").startswith(called)  # type: ignore[union-attr]
        likely.first.click()
        page.locator(".pick", has_text="Wild tile").get_by_role("img", name=called).wait_for()


def upload(picture: bytes) -> Any:
    return {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": picture}


def near(box: list[float]) -> bytes:
    """The tile in this box of the sample, large in a picture of its own."""
    left, top, right, bottom = box
    air = 0.25 * max(right - left, bottom - top)
    out = io.BytesIO()
    with Image.open(SAMPLE) as sample:
        cut = sample.convert("RGB").crop((round(left - air), round(top - air), round(right + air), round(bottom + air)))
    cut.resize((cut.width * 8, cut.height * 8)).save(out, "JPEG", quality=90)
    return out.getvalue()
