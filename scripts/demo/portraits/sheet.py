"""A sheet of SVG that grows element by element, and the curves drawn on it."""

from collections.abc import Sequence
from math import hypot
from typing import Any

Point = tuple[float, float]
Line = Sequence[Point]


def smooth(points: Line, closed: bool = False) -> str:
    """A path that runs softly through every point."""
    pts = list(points)
    n = len(pts)

    def at(i: int) -> Point:
        return pts[i % n] if closed else pts[min(max(i, 0), n - 1)]

    d = [f"M{pts[0][0]:.1f} {pts[0][1]:.1f}"]
    for i in range(n if closed else n - 1):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = at(i - 1), at(i), at(i + 1), at(i + 2)
        d.append(
            f"C{x1 + (x2 - x0) / 6:.1f} {y1 + (y2 - y0) / 6:.1f} "
            f"{x2 - (x3 - x1) / 6:.1f} {y2 - (y3 - y1) / 6:.1f} {x2:.1f} {y2:.1f}"
        )
    return "".join(d) + ("Z" if closed else "")


def flipped(points: Line, side: int = -1) -> list[Point]:
    """The points as they are (side 1) or in the mirror (side -1)."""
    return [(x * side, y) for x, y in points]


def outline(half: Line) -> list[Point]:
    """A closed outline from its right half, listed from top to bottom."""
    return list(half) + [(-x, y) for x, y in reversed(half) if abs(x) > 0.01]


def between(a: Line, b: Line, share: float) -> list[Point]:
    """The line that lies `share` of the way from line a to line b."""
    return [(x + (u - x) * share, y + (v - y) * share) for (x, y), (u, v) in zip(a, b, strict=False)]


def along(points: Line, share: float) -> Point:
    """The place `share` of the way down a line of straight pieces, counted by piece."""
    where = min(max(share, 0.0), 1.0) * (len(points) - 1)
    i = min(int(where), len(points) - 2)
    return between([points[i]], [points[i + 1]], where - i)[0]


def grow(points: Line, by: float) -> list[Point]:
    """A closed outline moved outwards along its normals."""
    pts = list(points)
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(pts, pts[1:] + pts[:1], strict=False))
    out = by if area > 0 else -by
    moved = []
    for i, (x, y) in enumerate(pts):
        (x0, y0), (x1, y1) = pts[i - 1], pts[(i + 1) % len(pts)]
        length = hypot(x1 - x0, y1 - y0) or 1
        moved.append((x + out * (y1 - y0) / length, y - out * (x1 - x0) / length))
    return moved


class Sheet:
    """Collects drawing instructions in order; definitions are named as they come."""

    def __init__(self) -> None:
        self.defs: list[str] = []
        self.body: list[str] = []
        self._known: dict[str, str] = {}

    def _define(self, tag: str, attributes: str, content: str) -> str:
        name = self._known.setdefault(tag + attributes + content, f"d{len(self._known)}")
        if len(self.defs) < len(self._known):
            self.defs.append(f'<{tag} id="{name}" {attributes}>{content}</{tag}>')
        return f"url(#{name})"

    def linear(self, start: Point, end: Point, *stops: tuple[float, str, float]) -> str:
        ends = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
        return self._define("linearGradient", f'gradientUnits="userSpaceOnUse" {ends}', _stops(stops))

    def radial(self, centre: Point, radius: float, *stops: tuple[float, str, float]) -> str:
        circle = f'cx="{centre[0]:.1f}" cy="{centre[1]:.1f}" r="{radius:.1f}"'
        return self._define("radialGradient", f'gradientUnits="userSpaceOnUse" {circle}', _stops(stops))

    def clip(self, path: str) -> str:
        return self._define("clipPath", "", f'<path d="{path}"/>')

    def path(self, d: str, fill: str = "none", **attributes: Any) -> None:
        _spread_opacity(attributes)
        self.body.append(f'<path d="{d}" fill="{fill}"{_written(attributes)}/>')

    def line(self, points: Line, stroke: str, width: float, **attributes: Any) -> None:
        self.path(smooth(points), stroke=stroke, stroke_width=round(width, 2), stroke_linecap="round", **attributes)

    def oval(self, centre: Point, rx: float, ry: float, fill: str, **attributes: Any) -> None:
        _spread_opacity(attributes)
        place = f'cx="{centre[0]:.1f}" cy="{centre[1]:.1f}" rx="{rx:.1f}" ry="{ry:.1f}"'
        self.body.append(f'<ellipse {place} fill="{fill}"{_written(attributes)}/>')

    def glow(self, centre: Point, rx: float, ry: float, colour: str, strength: float) -> None:
        """A soft spot that fades to nothing at its edge."""
        fading = "".join(_stops(((0, colour, strength), (0.45, colour, strength * 0.62), (1, colour, 0))))
        fill = self._define("radialGradient", 'cx=".5" cy=".5" r=".5"', fading)
        self.oval(centre, rx, ry, fill)

    def soft_line(self, points: Line, stroke: str, width: float, softness: float, opacity: float) -> None:
        """A line with blurred edges: thin veils over each other, because SVG filters cost twenty times as much."""
        layers = _layers(softness)
        for i in range(layers):
            grown = max(0.6, width + softness * 2.4 * (1 - 2 * i / (layers - 1)))
            self.line(points, stroke, grown, opacity=_veil(opacity, layers))

    def soft_shape(self, points: Line, fill: str, softness: float, opacity: float) -> None:
        """A closed shape with blurred edges."""
        layers = _layers(softness)
        for i in range(layers):
            grown = softness * 1.3 * (1 - 2 * i / (layers - 1))
            self.path(smooth(grow(points, grown), closed=True), fill, opacity=_veil(opacity, layers))

    def open(self, **attributes: Any) -> None:
        self.body.append(f"<g{_written(attributes)}>")

    def close(self) -> None:
        self.body.append("</g>")

    def svg(self, width: int = 800, height: int = 1000) -> str:
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000" width="{width}" height="{height}">'
        return f"{head}<defs>{''.join(self.defs)}</defs>{''.join(self.body)}</svg>"


def _layers(softness: float) -> int:
    return max(3, min(8, round(softness * 1.2) + 2))


def _veil(opacity: float, layers: int) -> float:
    """What each of so many layers must cover so that together they cover `opacity`."""
    return round(1 - float((1 - min(opacity, 0.985)) ** (1 / layers)), 4)


def _spread_opacity(attributes: dict[str, Any]) -> None:
    # An element with `opacity` is rendered on a surface of its own; with these two it is painted directly.
    if (opacity := attributes.pop("opacity", None)) is not None:
        attributes["fill_opacity"] = opacity
        attributes.setdefault("stroke_opacity", opacity)


def _stops(stops: Sequence[tuple[float, str, float]]) -> str:
    return "".join(f'<stop offset="{o}" stop-color="{c}" stop-opacity="{a:.3f}"/>' for o, c, a in stops)


def _written(attributes: dict[str, Any]) -> str:
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items() if value is not None)
