"""Pictures on their way in: the live camera, its torch, pictures shared from elsewhere, one tile by its own photo."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from service.api.app import create_app
from service.engine import Source
from service.settings import Settings
from tests.service.fakes import SameHandReader, picture
from tests.service.live import serving
from tests.service.web.conftest import SCREEN
from tests.service.web.play import new_table, said, take_picture

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TORCH = """
window.lights = [];
MediaStreamTrack.prototype.getCapabilities = () => ({torch: true});
MediaStreamTrack.prototype.applyConstraints = async (wanted) => void window.lights.push(wanted.advanced[0].torch);
"""


class Sizing(SameHandReader):
    """Remembers what arrived: size, and whether anything beside the picture came with it."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[int, int, int]] = []

    def read(
        self,
        photos: Sequence[Source],
        ruleset: str | None = None,
        wild: str | None = None,
        edits: Sequence[Mapping[str, Any]] = (),
    ) -> dict[str, Any]:
        for photo in photos:
            with Image.open(io.BytesIO(photo) if isinstance(photo, bytes) else photo) as image:
                self.seen.append((*image.size, len(image.getexif())))
        return super().read(photos, ruleset, wild, edits)


def large_picture() -> bytes:
    """Twelve megapixels lying on their side, with a place in their metadata."""
    image = Image.radial_gradient("L").resize((4000, 3000)).convert("RGB")
    exif = image.getexif()
    exif[0x0112] = 6
    exif.get_ifd(0x8825)[1] = "N"
    out = io.BytesIO()
    image.save(out, "JPEG", exif=exif)
    return out.getvalue()


def test_a_picture_is_made_small_upright_and_bare_on_the_phone(browser: Browser, tmp_path: Path) -> None:
    reader = Sizing()
    with serving(create_app(Settings(data_dir=tmp_path, rate_per_minute=0), lambda: reader)) as live:
        context = browser.new_context(
            viewport=SCREEN, locale="en-GB", service_workers="block", base_url=f"http://127.0.0.1:{live.port}"
        )  # type: ignore[arg-type]
        page = context.new_page()
        page.goto("/#/scan")
        sent = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": large_picture()}
        page.get_by_test_id("gallery").set_input_files(sent)
        page.wait_for_url("**/#/hand/board")
        context.close()
    assert reader.seen == [(1800, 2400, 0)]


def test_the_torch_is_switched_where_there_is_one(phone: Callable[..., Page]) -> None:
    page = phone("/settings")
    page.add_init_script(TORCH)
    page.reload()
    page.goto("/#/scan")
    torch = page.get_by_role("button", name="Torch")
    torch.click()
    assert torch.get_attribute("aria-pressed") == "true"
    torch.click()
    page.wait_for_function("window.lights.length === 2")
    assert page.evaluate("window.lights") == [True, False]


def test_without_a_torch_there_is_no_button_for_it(phone: Callable[..., Page]) -> None:
    page = phone("/scan")
    page.locator("video.on").wait_for()
    assert page.get_by_role("button", name="Torch").count() == 0
    assert page.locator(".view .frame").is_visible()


def test_held_across_the_shutter_is_under_the_thumb(phone: Callable[..., Page]) -> None:
    page = phone("/scan", viewport={"width": 640, "height": 360})
    page.locator("video.on").wait_for()
    view, shutter = (page.locator(part).bounding_box() for part in (".view", ".shutter"))
    assert view is not None
    assert shutter is not None
    assert shutter["x"] > view["x"] + view["width"]
    assert shutter["y"] + shutter["height"] <= 360
    assert view["height"] > 200


def test_a_picture_shared_from_another_app_is_read_for_the_table(phone: Callable[..., Page]) -> None:
    page = phone(workers="allow")
    new_table(page)
    page.evaluate("navigator.serviceWorker.ready.then((there) => there.active.state)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.evaluate(
        """(bytes) => {
          const form = document.createElement('form');
          Object.assign(form, {method: 'POST', action: '/share-target', enctype: 'multipart/form-data'});
          const field = Object.assign(document.createElement('input'), {type: 'file', name: 'photo'});
          const files = new DataTransfer();
          files.items.add(new File([new Uint8Array(bytes)], 'a.jpg', {type: 'image/jpeg'}));
          field.files = files.files;
          form.append(field);
          document.body.append(form);
          form.submit();
        }""",
        list(picture()),
    )
    page.wait_for_url("**/#/hand/board")
    page.get_by_text("14 of 14 tiles").wait_for()
    page.get_by_role("button", name="Next: how it was won").click()
    page.get_by_role("radiogroup", name="Who won?").get_by_role("radio", name="Chen").wait_for()


def test_without_https_the_phones_own_camera_opens_from_the_table(phone: Callable[..., Page]) -> None:
    page = phone("/settings")
    page.add_init_script("Object.defineProperty(navigator, 'mediaDevices', {value: undefined})")
    page.reload()
    new_table(page)
    taken = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": picture()}
    with page.expect_file_chooser() as asked:
        page.get_by_text("Photograph the winning hand").click()
    asked.value.set_files(taken)
    page.wait_for_url("**/#/hand/board")
    page.get_by_role("button", name="Next: how it was won").click()
    said(page, "Bo")
    page.get_by_role("button", name="All agree").wait_for()


def to_the_context(page: Page, ruleset: str) -> None:
    new_table(page, ruleset=ruleset)
    page.get_by_role("link", name="Photograph the winning hand").click()
    take_picture(page)
    page.get_by_role("button", name="Next: how it was won").click()


def test_the_wild_tile_by_its_own_photo(phone: Callable[..., Page]) -> None:
    page = phone()
    to_the_context(page, "hua")
    page.get_by_role("button", name="Photograph: Wild tile").click()
    dialog = page.get_by_role("dialog", name="Wild tile")
    dialog.get_by_role("button", name="Photograph this tile").click()
    dialog.get_by_role("heading", name="Is it this one?").wait_for()
    likely = dialog.get_by_role("group", name="Likeliest faces").get_by_role("button")
    assert likely.all_inner_texts() == ["99%", "1%", "<1%", "⋯\nother"]
    dialog.get_by_role("button", name="8 Characters").click()
    dialog.wait_for(state="hidden")
    page.locator(".pick", has_text="Wild tile").get_by_role("img", name="8 Characters").wait_for()
    said(page, "Bo")
    page.get_by_role("button", name="All agree").wait_for()


def test_the_wild_tile_from_the_gallery_or_by_the_keypad_after_all(phone: Callable[..., Page]) -> None:
    page = phone()
    to_the_context(page, "hua")
    page.get_by_role("button", name="Wild tile choose").click()
    dialog = page.get_by_role("dialog", name="Wild tile")
    dialog.get_by_role("button", name="By its photo").click()
    dialog.get_by_test_id("tile-gallery").set_input_files(
        {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": picture()}
    )
    dialog.get_by_role("button", name="8 Characters").wait_for()
    dialog.get_by_role("button", name="other").click()
    dialog.locator(".narrow").get_by_role("button", name="2 Characters", exact=True).click()
    page.locator(".pick", has_text="Wild tile").get_by_role("img", name="2 Characters").wait_for()


def test_a_picture_without_a_tile_says_what_to_do(phone: Callable[..., Page]) -> None:
    page = phone()
    to_the_context(page, "hua")
    page.route("**/v1/readings", lambda route: route.fulfill(json=empty(route.fetch().json())))
    page.get_by_role("button", name="Photograph: Wild tile").click()
    dialog = page.get_by_role("dialog", name="Wild tile")
    dialog.get_by_role("button", name="Photograph this tile").click()
    assert "Go nearer" in dialog.get_by_role("alert").inner_text()
    dialog.get_by_role("button", name="Again").click()
    dialog.get_by_role("button", name="Photograph this tile").wait_for()


def test_a_picture_without_a_hand_says_how_to_take_it(phone: Callable[..., Page]) -> None:
    page = phone("/scan")
    doubt = {"code": "nothing_found", "tiles": [], "message": "no hand was found in the picture"}
    page.route(
        "**/v1/readings",
        lambda route: route.fulfill(json={**empty(route.fetch().json()), "hand": None, "review": [doubt]}),
    )
    take_picture(page)
    page.get_by_text("No hand seen: take it again with more light, nearer, from above").wait_for()
    assert page.get_by_role("button", name="Put the hand right first").is_disabled()
    page.get_by_role("link", name="Again").click()
    page.get_by_role("button", name="Take the picture").wait_for()


def empty(reading: dict[str, Any]) -> dict[str, Any]:
    """The same reading without a tile."""
    return {**reading, "tiles": [], "groups": [], "background": []}
