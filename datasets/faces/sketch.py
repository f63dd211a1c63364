"""Free drawings (birds, flowers, scenes), collected as strokes first so that they can be fitted into a box."""

from dataclasses import dataclass, field

import numpy as np

from datasets.faces.ink import Canvas, Ink, Points, PointsLike, oval


@dataclass(slots=True)
class Sketch:
    """Strokes and filled shapes in the order drawn. `line` is the pen's width; `open_shapes` outlines the shapes."""

    line: float = 6.0
    open_shapes: bool = False
    strokes: list[tuple[Points, float, Ink | None, bool]] = field(default_factory=list)

    def fill(self, points: PointsLike, ink: Ink | None) -> None:
        """A filled shape (`None`: cut out)."""
        self.strokes.append((np.asarray(points, np.float64), 0.0, ink, True))

    def stroke(
        self,
        points: PointsLike,
        ink: Ink | None,
        width: float | None = None,
        *,
        closed: bool = False,
    ) -> None:
        """A pen line, by default as wide as the sketch's pen."""
        self.strokes.append((np.asarray(points, np.float64), self.line if width is None else width, ink, closed))

    def shape(self, points: PointsLike, ink: Ink) -> None:
        """A shape in the sketch's own manner: filled, or cleared and outlined."""
        if self.open_shapes:
            self.fill(points, None)
            self.stroke(points, ink, closed=True)
        else:
            self.fill(points, ink)

    def dot(self, x: float, y: float, radius: float, ink: Ink | None) -> None:
        """A filled round spot."""
        self.fill(oval(x, y, radius, radius, 0, 14), ink)

    def extent(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of everything inked."""
        inked = np.vstack([p for p, _, ink, _ in self.strokes if ink is not None])
        low, high = inked.min(0), inked.max(0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def draw(
        self, canvas: Canvas, x: float, y: float, size: tuple[float, float], *, flip: bool = False, stretch: float = 1.3
    ) -> None:
        """Draw into the box of `size` centred at (x, y), one direction at most `stretch` times more than the other."""
        if not self.strokes:
            return
        left, top, right, bottom = self.extent()
        kx = size[0] / max(right - left, 1.0)
        ky = size[1] / max(bottom - top, 1.0)
        least = min(kx, ky)
        scale = np.array([min(kx, least * stretch), min(ky, least * stretch)])
        middle = np.array([(left + right) / 2, (top + bottom) / 2])
        turn = np.array([-1.0 if flip else 1.0, 1.0])
        for points, width, ink, closed in self.strokes:
            placed = (points - middle) * scale * turn + np.array([x, y])
            if width == 0.0:
                canvas.polygon(placed, ink)
            else:
                canvas.line(placed, max(width * least, 2.6), ink, closed=closed)
