"""A finger on the screen, as the browser sees it: touches, not the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def middle(part: Locator) -> tuple[float, float]:
    """The middle of a part, in pixels of the screen."""
    part.scroll_into_view_if_needed()
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """One finger; `down`, `move` and `up` as often as needed."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._at = (0.0, 0.0)

    def down(self, x: float, y: float) -> None:
        self._at = (x, y)
        self._send("touchStart", [{"x": x, "y": y}])

    def move(self, x: float, y: float, steps: int = 6) -> None:
        x0, y0 = self._at
        for step in range(1, steps + 1):
            at = {"x": x0 + (x - x0) * step / steps, "y": y0 + (y - y0) * step / steps}
            self._send("touchMove", [at])
        self._at = (x, y)

    def up(self) -> None:
        self._send("touchEnd", [])

    def _send(self, kind: str, points: list[dict[str, float]]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
