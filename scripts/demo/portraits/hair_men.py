"""Twelve styles mostly worn by men."""

from typing import Any

from .hair import Salon, before, behind
from .palette import mix
from .sheet import Line, flipped, outline, smooth


def _sides(s: Salon, volume: float, length: float, strength: float = 1.0) -> None:
    """Short hair at the temples that thins towards the ears."""
    w = s.p.width
    colour = mix(s.dye.base, s.dye.dark, 0.35)
    for side in (-1, 1):
        strip = [
            (w * 0.62, -122),
            (w * 0.92 + volume, -104),
            (w + 2 + volume, -52),
            (w + 1, length),
            (w * 0.955, length + 2),
            (w * 0.93, -26),
            (w * 0.87, -50),
            (w * 0.78, -80),
            (w * 0.60, -104),
        ]
        strip = [(x + s.turn * 3 * side, y) for x, y in strip]
        fill = s.sheet.linear(
            (0, -100),
            (0, length + 6),
            (0, colour, strength),
            (0.45, colour, strength * 0.85),
            (1, colour, strength * 0.18),
        )
        s.sheet.soft_shape(flipped(strip, side), fill, 1.6, 0.97)


def _top(s: Salon, crown: Line, edge: Line, **how: Any) -> None:
    s.lock(
        flipped(crown, s.side),
        flipped([(x + s.turn * 4 * s.side, y) for x, y in edge], s.side),
        **({"flow": "across", "strands": 90} | how),
    )


@before("short")
def short(s: Salon) -> None:
    w = s.p.width
    _sides(s, 4, 10)
    crown = [(-w * 0.99, -92), (-w * 0.72, -150), (-w * 0.3, -172), (w * 0.2, -176), (w * 0.7, -154), (w * 0.99, -92)]
    edge = [(-w * 0.80, -72), (-w * 0.62, -100), (-w * 0.25, -106), (w * 0.2, -104), (w * 0.62, -100), (w * 0.80, -72)]
    _top(s, crown, edge)


@before("fade")
def fade(s: Salon) -> None:
    w = s.p.width
    _sides(s, 0, 0, 0.75)
    half = [(0, -174), (w * 0.5, -168), (w * 0.86, -138), (w * 0.97, -92), (w * 0.79, -74), (w * 0.64, -103), (0, -108)]
    s.curls(outline(half), size=6, count=260)


@before("side")
def side_part(s: Salon) -> None:
    w = s.p.width
    _sides(s, 4, 12)
    crown = [
        (w * 0.56, -138),
        (w * 0.3, -170),
        (-w * 0.2, -182),
        (-w * 0.68, -162),
        (-w * 0.98, -112),
        (-w * 1.03, -66),
    ]
    edge = [(w * 0.58, -108), (w * 0.3, -112), (-w * 0.14, -112), (-w * 0.52, -100), (-w * 0.77, -78), (-w * 0.88, -48)]
    s.lock(flipped(crown, -s.side), flipped(edge, -s.side), strands=40)
    rest = [(w * 0.54, -142), (w * 0.8, -134), (w * 1.0, -92), (w * 1.03, -60)]
    under = [(w * 0.56, -108), (w * 0.68, -96), (w * 0.79, -74), (w * 0.88, -48)]
    s.lock(flipped(rest, -s.side), flipped(under, -s.side), strands=16, shade=0.2)


@before("quiff")
def quiff(s: Salon) -> None:
    w = s.p.width
    _sides(s, 1, 4, 0.9)
    crown = [(-w * 0.98, -96), (-w * 0.84, -166), (-w * 0.36, -206), (w * 0.26, -212), (w * 0.8, -176), (w * 0.98, -96)]
    edge = [(-w * 0.80, -74), (-w * 0.62, -103), (-w * 0.2, -112), (w * 0.25, -112), (w * 0.62, -103), (w * 0.80, -74)]
    _top(s, crown, edge, strands=110, shine_y=-150)


@before("slick")
def slick(s: Salon) -> None:
    _sides(s, 3, 8)
    s.cap(10, recede=5, temple=-40, down_to=-50, strands=110)


@before("curly_top")
def curly_top(s: Salon) -> None:
    w = s.p.width
    _sides(s, 2, 8)
    half = [
        (0, -190),
        (w * 0.5, -186),
        (w * 0.92, -152),
        (w * 1.02, -96),
        (w * 0.86, -78),
        (w * 0.6, -92),
        (w * 0.25, -88),
        (0, -94),
    ]
    s.curls(outline(half), size=14, count=190)


@before("buzz")
def buzz(s: Salon) -> None:
    _shadow_of_hair(s, 0, 0.72)


def _shadow_of_hair(s: Salon, recede: float, strength: float) -> None:
    """Hair clipped to a few millimetres: more a tone of the scalp than a shape."""
    path = smooth(s.skull(2, -6)) + smooth(s.hairline(recede, -6)[::-1]).replace("M", "L", 1) + "Z"
    colour = s.dye.base
    fill = s.sheet.linear(
        (0, -150), (0, 0), (0, colour, strength), (0.55, colour, strength), (1, colour, strength * 0.3)
    )
    s.sheet.soft_shape(s.skull(2, -6) + s.hairline(recede, -6)[::-1], fill, 2, 0.97)
    s.sheet.open(clip_path=s.sheet.clip(path))
    for _ in range(170):
        x, y = s.rng.uniform(-108, 108), s.rng.uniform(-164, -20)
        s.sheet.line([(x, y), (x + s.rng.uniform(-2, 2), y - 4)], s.dye.dark, 1.4, opacity=0.35)
    s.sheet.close()
    s.sheet.glow((s.dye.side * 30, -134), 44, 20, "#ffffff", 0.12)


@before("bald")
def bald(s: Salon) -> None:
    s.sheet.glow((s.dye.side * 34, -122), 42, 26, "#ffffff", 0.30)
    if s.p.age > 40:
        _sides(s, 0, 4, 0.42)


@before("receding")
def receding(s: Salon) -> None:
    _sides(s, 3, 10)
    s.cap(7, recede=22, temple=-40, down_to=-50, strands=70)


@before("curtain")
def curtain(s: Salon) -> None:
    w = s.p.width
    for side in (-1, 1):
        end = [(w * 0.97, -14), (w * 0.985, 8), (w * 0.95, 28)]
        start = [(26, -108), (w * 0.5, -88), (w * 0.78, -60), (w * 0.92, -36)]
        s.curtain(side, 8 * s.side, 11, end, start, strands=34, fullness=0.45)


@behind("mens_long")
def mens_long_behind(s: Salon) -> None:
    s.fall(210, 16, wave=5)


@before("mens_long")
def mens_long(s: Salon) -> None:
    w = s.p.width
    for side in (-1, 1):
        end = [(w + 1, 30), (w + 1, 90), (w + 3, 150), (w - 8, 206)]
        s.curtain(
            side, 6 * s.side, 13, end, [(30, -112), (60, -92), (w * 0.88, -48), (w * 0.97, -10)], strands=32, wave=5
        )


@behind("locs")
def locs_behind(s: Salon) -> None:
    w = s.p.width
    for i in range(-7, 8):
        x = i / 7
        s.braid([(x * w * 0.9, -100), (x * (w + 20), 10), (x * (w + 22), 110), (x * (w + 10), 190)], 0.5)


@before("locs")
def locs(s: Salon) -> None:
    w = s.p.width
    s.cap(10, temple=-8, down_to=-10, strands=50)
    for side in (-1, 1):
        for i in range(5):
            start = (w * (0.15 + i * 0.19), -172 + i * i * 4.5)
            line = [
                start,
                (w * (0.55 + i * 0.14), -150 + i * 16),
                (w + 6 + i * 5, -60 + i * 8),
                (w + 8 + i * 6, 40),
                (w + 2 + i * 7, 150),
            ]
            s.braid(flipped(line, side), 0.0)
