"""A lock of hair: a soft shape between two edges, filled with strands that follow them."""

from dataclasses import dataclass
from math import cos, sin
from random import Random

from .palette import mix, times
from .sheet import Line, Point, Sheet, along, between, smooth


@dataclass(frozen=True)
class Dye:
    """One person's hair in its lights and darks; `side` is where the light comes from."""

    base: str
    side: int

    @property
    def dark(self) -> str:
        # Fair hair has softer shadows than dark hair.
        fair = int(self.base[1:3], 16) / 255
        return mix(times(self.base, 0.58, 0.53, 0.52), self.base, fair * 0.5)

    @property
    def bright(self) -> str:
        return mix(times(self.base, 1.32, 1.26, 1.2), "#ffe7c4", 0.16)


def resampled(points: Line, count: int) -> list[Point]:
    return [along(points, i / (count - 1)) for i in range(count)]


def waved(points: Line, size: float, phase: float, since: float = 0.25, length: float = 15) -> list[Point]:
    """The line with waves across it that begin softly after `since` of its length."""
    dense = resampled(points, 22)
    out = []
    for i, (x, y) in enumerate(dense):
        grown = max(0.0, (i / 21 - since) / (1 - since)) ** 0.6
        out.append((x + size * grown * sin(phase + i * 22 / length), y))
    return out


def _turned(points: Line, centre: Point, angle: float) -> list[Point]:
    c, s = cos(angle), sin(angle)
    return [(centre[0] + x * c - y * s, centre[1] + x * s + y * c) for x, y in points]


def draw_lock(
    sheet: Sheet, dye: Dye, rng: Random, outer: Line, inner: Line,
    *, flow: str = "along", strands: int = 26, shade: float = 0.0, shine_y: float = -104,
) -> None:  # fmt: skip
    """Strands run along the edges, or across from the inner to the outer edge."""
    path = smooth(outer) + smooth(inner[::-1]).replace("M", "L", 1) + "Z"
    base, dark = mix(dye.base, dye.dark, shade), mix(dye.dark, "#000000", shade * 0.35)
    ys = [y for _, y in [*outer, *inner]]
    fill = sheet.linear(
        (dye.side * 70, min(ys)),
        (-dye.side * 40, max(ys)),
        (0, mix(base, dye.bright, 0.34 * (1 - shade)), 1),
        (0.4, base, 1),
        (1, mix(base, dark, 0.7), 1),
    )
    sheet.path(path, fill)
    sheet.open(clip_path=sheet.clip(path))
    shine = sheet.linear(
        (0, shine_y - 52),
        (0, shine_y + 60),
        (0, dye.bright, 0),
        (0.5, dye.bright, 0.85 * (1 - shade)),
        (1, dye.bright, 0),
    )
    a, b = resampled(outer, 22), resampled(inner, 22)
    for i in range(round(strands * 1.7)):
        share, drift = (i + rng.uniform(0, 1)) / (strands * 1.7), rng.uniform(-0.16, 0.16)
        if flow == "along":
            line = [
                between([p], [q], share + drift * k / 21)[0]
                for k, (p, q) in enumerate(zip(a, b, strict=False))
                if k % 3 == 0
            ]
        else:
            start, end = along(b, share), along(a, share + drift * 0.4)
            bend = rng.uniform(-3, 3)
            line = [start, ((start[0] + end[0]) / 2 + bend, (start[1] + end[1]) / 2 - 2), end]
        kind = rng.random()
        if kind < 0.4:
            sheet.line(line, dark, rng.uniform(0.9, 2.6), opacity=round(rng.uniform(0.12, 0.42), 2))
        elif kind < 0.7:
            sheet.line(
                line,
                mix(base, dye.bright, 0.5),
                rng.uniform(0.8, 2),
                opacity=round(rng.uniform(0.12, 0.4) * (1 - 0.6 * shade), 2),
            )
        else:
            sheet.line(line, shine, rng.uniform(1.2, 4), opacity=round(rng.uniform(0.2, 0.6), 2))
    sheet.close()


def draw_curls(sheet: Sheet, dye: Dye, rng: Random, area: Line, *, size: float, count: int, shade: float = 0.0) -> None:
    """A mass of curls inside a closed outline, its rim as uneven as curls are."""
    base, dark = mix(dye.base, dye.dark, shade), mix(dye.dark, "#000000", shade * 0.4)
    ys, xs = [y for _, y in area], [x for x, _ in area]
    lit = mix(base, dye.bright, 0.26 * (1 - shade))
    fill = sheet.linear(
        (dye.side * 80, min(ys)), (-dye.side * 60, max(ys)), (0, lit, 1), (0.5, base, 1), (1, mix(base, dark, 0.7), 1)
    )
    sheet.path(smooth(area, closed=True), fill)
    rim = resampled([*area, area[0]], max(24, int(len(area) * 34 / size)))
    for x, y in rim:
        r = size * rng.uniform(0.3, 0.72)
        sheet.oval((x + rng.uniform(-3, 3), y + rng.uniform(-3, 3)), r, r * rng.uniform(0.85, 1.1), fill)
    middle = (sum(xs) / len(xs), sum(ys) / len(ys))
    for _ in range(count):
        x, y = between([rng.choice(rim)], [middle], rng.random() ** 0.8 * 1.1 - 0.06)[0]
        r, turn = size * rng.uniform(0.3, 0.7), rng.choice((-1, 1)) * rng.uniform(0, 1.3)
        bow = [(-r, r * 0.5), (-r * 0.5, -r * 0.6), (r * 0.7, -r * 0.4), (r, r * 0.6), (r * 0.2, r * 0.75)]
        # Every curl is a light bow above its own small shadow, lighter towards the crown.
        height = 1 - (y - min(ys)) / (max(ys) - min(ys) + 1)
        lit_here = mix(base, dye.bright, min(1.0, rng.uniform(0.1, 0.5) + 0.4 * height) * (1 - shade))
        width = rng.uniform(0.09, 0.17) * size + 0.8
        sheet.line(_turned(bow, (x + 1, y + width), turn), dark, width, opacity=round(rng.uniform(0.25, 0.6), 2))
        sheet.line(_turned(bow, (x, y), turn), lit_here, width, opacity=round(rng.uniform(0.3, 0.8), 2))


def draw_braid(sheet: Sheet, dye: Dye, line: Line, shade: float) -> None:
    """One thin braid, its strands crossing in turn."""
    base = mix(dye.base, dye.dark, shade)
    sheet.line(line, mix(dye.dark, "#000000", 0.3), 14)
    sheet.line(line, mix(base, dye.bright, 0.1 * (1 - shade)), 10)
    for i, (x, y) in enumerate(resampled(line, 26)):
        lean = 4 if i % 2 else -4
        sheet.line([(x - lean, y - 3), (x + lean, y + 4)], mix(base, dye.bright, 0.45 * (1 - shade)), 2.2, opacity=0.7)
