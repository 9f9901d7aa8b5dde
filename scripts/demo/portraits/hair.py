"""Hair styles. What hangs behind the neck is drawn before the body, the rest after the face."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from .features import Person
from .lock import Dye, draw_braid, draw_curls, draw_lock, waved
from .sheet import Line, Point, Sheet, flipped

Draw = Callable[["Salon"], None]
BEHIND: dict[str, Draw] = {}
BEFORE: dict[str, Draw] = {}


@dataclass
class Salon:
    """All that a style needs at hand: the sheet, the head it sits on, and the dye."""

    sheet: Sheet
    p: Person
    dye: Dye
    rng: Random
    turn: float

    @property
    def side(self) -> int:
        return self.p.parting

    def lock(self, outer: Line, inner: Line, **how: Any) -> None:
        draw_lock(self.sheet, self.dye, self.rng, outer, inner, **how)

    def curls(self, area: Line, **how: Any) -> None:
        draw_curls(self.sheet, self.dye, self.rng, area, **how)

    def skull(self, volume: float, down_to: float = 0) -> list[Point]:
        """From one ear over the crown to the other, `volume` above the bone."""
        w, v = self.p.width, volume
        half = [
            (0, -160 - v),
            (w * 0.52, -151 - v),
            (w * 0.90 + v * 0.5, -112 - v * 0.55),
            (w + 3 + v * 0.6, -58),
            (w + 2 + v * 0.35, down_to),
        ]
        return flipped(half)[::-1] + half[1:]

    def hairline(self, recede: float = 0, temple: float = -2) -> list[Point]:
        """From one sideburn along the forehead to the other."""
        w, r = self.p.width, recede
        half = [
            (0, -112 - r * 0.55),
            (30, -113 - r * 0.75),
            (w * 0.60, -102 - r),
            (w * 0.78, -72 - r * 1.1),
            (w * 0.86, -44 - r * 0.6),
            (w * 0.93, -24),
            (w * 0.985, temple),
        ]
        return [(x + self.turn * 4, y) for x, y in flipped(half)[::-1] + half[1:]]

    def cap(self, volume: float, *, recede: float = 0, temple: float = -2, down_to: float = 0, **how: Any) -> None:
        """Hair combed back from the whole hairline."""
        how = {"flow": "across", "strands": 80} | how
        self.lock(self.skull(volume, down_to), self.hairline(recede, temple), **how)

    def curtain(self, side: int, part_x: float, volume: float, end: Line, start_inner: Line, **how: Any) -> None:
        """One half of parted hair, falling from the parting past the temple to `end`."""
        w, v, near = self.p.width, volume, part_x * side
        outer = [
            (near, -158 - v + near * near * 0.004),
            (w * 0.38 + max(0.0, near) * 0.6, -157 - v + max(0.0, near) * 0.12),
            (w * 0.82, -132 - v * 0.7),
            (w + v * 0.8, -82),
            *([(w + 6 + v * 0.7, -20)] if end[0][1] > 0 else []),
            *_widened(end, how.pop("fullness", 1)),
        ]
        inner = [(part_x * side, -122), *start_inner, *end]
        wave = how.pop("wave", 0)
        if wave:
            phase = self.rng.uniform(0, 6)
            outer, inner = waved(outer, wave, phase, 0.4), waved(inner, wave, phase, 0.45)
        self.lock(flipped(outer, side), flipped(inner, side), **how)

    def fall(self, bottom: float, width: float, wave: float = 0) -> None:
        """The mass of hair behind neck and shoulders, dark where the light does not come."""
        w = self.p.width
        edge = [
            (w * 0.8, -130),
            (w + 16, -60),
            (w + width * 0.7, 40),
            (w + width, 120),
            (w + width * 0.8, bottom - 20),
            (w * 0.7, bottom),
        ]
        if wave:
            edge = waved(edge, wave, self.rng.uniform(0, 6), 0.3)
        self.lock(flipped(edge), edge, strands=46, shade=0.55)

    def nape(self) -> None:
        """What shows behind the neck when hair is tied up."""
        w = self.p.width
        edge = [(w * 0.7, -120), (w + 6, -50), (w - 4, 40), (w * 0.6, 90)]
        self.lock(flipped(edge), edge, strands=20, shade=0.6)

    def braid(self, line: Line, shade: float) -> None:
        draw_braid(self.sheet, self.dye, line, shade)


def _widened(end: Line, fullness: float) -> list[Point]:
    """The outer edge of a fall of hair: fullest half-way, narrow at the tips."""
    last = len(end) - 1
    return [
        (x + fullness * (22 + 22 * (i / last) - 42 * (i / last) ** 3), y + 6 * (i == last))
        for i, (x, y) in enumerate(end)
    ]


def draw_hair_behind(salon: Salon) -> None:
    if draw := BEHIND.get(salon.p.hair_style):
        draw(salon)


def draw_hair(salon: Salon) -> None:
    BEFORE[salon.p.hair_style](salon)


def behind(*styles: str) -> Callable[[Draw], Draw]:
    return lambda draw: BEHIND.update(dict.fromkeys(styles, draw)) or draw


def before(*styles: str) -> Callable[[Draw], Draw]:
    return lambda draw: BEFORE.update(dict.fromkeys(styles, draw)) or draw
