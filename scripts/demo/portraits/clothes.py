"""Neck, shoulders and what covers them."""

from random import Random

from .features import Person
from .palette import mix, times
from .sheet import Line, Point, Sheet, flipped, outline, smooth
from .take import Take


def draw_neck(sheet: Sheet, p: Person, take: Take) -> None:
    nw = _neck(p)
    half = [
        (0, 60),
        (nw, 60),
        (nw * 0.97, 140),
        (nw * 1.06, 188),
        (nw + 34, 216),
        (nw + 100, 246),
        (nw + 120, 330),
        (0, 420),
    ]
    path = smooth(outline(half), closed=True)
    side = take.key_side
    sheet.path(
        path,
        sheet.linear(
            (side * nw, 0),
            (-side * nw, 20),
            (0, p.skin.base, 1),
            (0.5, mix(p.skin.base, p.skin.shade, 0.35), 1),
            (1, p.skin.shade, 1),
        ),
    )
    sheet.open(clip_path=sheet.clip(path))
    x = take.turn * 5 - side * 10
    fall = [
        (x - nw * 1.5, 80),
        (x + nw * 1.5, 80),
        (x + nw * 1.1, p.chin_y - 4),
        (x + nw * 0.3, p.chin_y + 34),
        (x - nw * 0.6, p.chin_y + 30),
        (x - nw * 1.2, p.chin_y),
    ]
    sheet.soft_shape(fall, times(p.skin.shade, 0.8, 0.72, 0.7), 10, 0.72)
    for s in (-1, 1):
        bone = [(s * 14, 252), (s * 50, 240), (s * 110, 232)]
        sheet.soft_line(bone, p.skin.deep, 5, 3, 0.14)
        sheet.soft_line([(s * nw * 0.8, 150), (s * nw * 0.5, 205), (s * 12, 246)], p.skin.deep, 5, 3, 0.12)
    sheet.glow((0, 250), 20, 12, p.skin.shade, 0.7)
    sheet.close()


def _neck(p: Person) -> float:
    return 50 if p.is_woman else 66


def _body(p: Person, neckline: Line, turn: float) -> list[Point]:
    """Shoulders down to the lower edge, with an own line around the neck (from the right inwards)."""
    nw, sh = _neck(p), 192 if p.is_woman else 232
    side = [(nw + 26, 209), (nw + 90, 230), (sh, 262), (sh + 28, 318), (sh + 42, 420), (sh + 50, 640)]
    right = [(x - turn * 10, y) for x, y in side]
    left = [(-x - turn * 10, y) for x, y in side][::-1]
    return [*right, *left, *neckline]


def draw_clothes(sheet: Sheet, p: Person, take: Take) -> None:
    nw = _neck(p)
    deep = {
        "v_neck": 90,
        "wide_neck": 62,
        "blouse": 96,
        "blazer": 40,
        "cardigan": 44,
        "shirt": 64,
        "polo": 60,
        "denim": 36,
    }.get(take.clothes, 32)
    if take.clothes in ("blazer", "cardigan", "denim"):
        _piece(sheet, p, take, take.second_cloth, _round(nw, 34), plain=True)
        _open_front(sheet, p, take)
        return
    if take.clothes in ("v_neck", "blouse", "shirt", "polo"):
        neckline = [
            (-nw - 12, 207),
            (-nw * 0.5, 207 + deep * 0.5),
            (0, 214 + deep),
            (nw * 0.5, 207 + deep * 0.5),
            (nw + 12, 207),
        ]
    elif take.clothes == "wide_neck":
        neckline = [(-nw - 62, 222), (-nw - 20, 246), (0, 262), (nw + 20, 246), (nw + 62, 222)]
    else:
        neckline = _round(nw, deep)
    _piece(sheet, p, take, take.cloth, neckline)
    {"turtleneck": _roll, "hoodie": _hood, "blouse": _collar, "shirt": _collar, "polo": _collar}.get(
        take.clothes, _hem
    )(sheet, p, take, neckline)


def _round(nw: float, deep: float) -> list[Point]:
    half = [(0, 212 + deep), (nw * 0.45, 211 + deep * 0.92), (nw * 0.88, 206 + deep * 0.5), (nw + 10, 202)]
    return flipped(half)[::-1] + half[1:]


def _piece(sheet: Sheet, p: Person, take: Take, cloth: str, neckline: Line, plain: bool = False) -> None:
    """A garment with light from one side, folds, and stripes if it has them."""
    side, rng = take.key_side, Random(f"{p.name} {take.variant}")
    path = smooth(_body(p, neckline, take.turn), closed=True)
    fill = sheet.linear(
        (side * 240, 220),
        (-side * 240, 460),
        (0, mix(cloth, "#fff3e0", 0.2), 1),
        (0.45, cloth, 1),
        (1, times(cloth, 0.62, 0.6, 0.64), 1),
    )
    sheet.path(path, fill)
    sheet.open(clip_path=sheet.clip(path))
    if take.clothes == "breton" and not plain:
        for i in range(11):
            y = 262 + i * 32
            sheet.line(
                [(-320, y + 44), (-150, y + 8), (0, y + 14), (150, y + 8), (320, y + 44)],
                take.second_cloth,
                10,
                opacity=0.85,
            )
    for s in (-1, 1):
        for i in range(4):
            x = s * rng.uniform(60, 210)
            fold = [
                (x, 250 + i * 40),
                (x - s * rng.uniform(10, 40), 330 + i * 40),
                (x - s * rng.uniform(30, 90), 420 + i * 50),
            ]
            sheet.soft_line(fold, times(cloth, 0.5, 0.5, 0.55), rng.uniform(8, 16), 7, 0.22)
            sheet.soft_line([(x + 12, y) for x, y in fold], mix(cloth, "#ffffff", 0.5), rng.uniform(5, 9), 5, 0.14)
        sheet.soft_line([(s * 178, 292), (s * 186, 380), (s * 180, 560)], times(cloth, 0.4, 0.4, 0.45), 9, 6, 0.28)
    shadow = [(x, y + 10) for x, y in neckline]
    sheet.soft_line(shadow, times(cloth, 0.35, 0.33, 0.36), 14, 7, 0.32)
    sheet.close()


def _hem(sheet: Sheet, p: Person, take: Take, neckline: Line) -> None:
    sheet.line(neckline, times(take.cloth, 0.72, 0.7, 0.72), 9)
    sheet.line([(x, y - 2.5) for x, y in neckline], mix(take.cloth, "#ffffff", 0.3), 2, opacity=0.6)


def _roll(sheet: Sheet, p: Person, take: Take, neckline: Line) -> None:
    nw, cloth = _neck(p), take.cloth
    half = [(0, 186), (nw * 0.7, 178), (nw + 7, 160), (nw + 13, 194), (nw + 24, 222), (nw * 0.6, 254), (0, 262)]
    path = smooth(outline(half), closed=True)
    side = take.key_side
    sheet.path(
        path,
        sheet.linear(
            (side * nw, 0),
            (-side * nw, 0),
            (0, mix(cloth, "#fff3e0", 0.22), 1),
            (0.5, cloth, 1),
            (1, times(cloth, 0.6, 0.58, 0.62), 1),
        ),
    )
    for i in range(-7, 8):
        x = i / 7 * nw
        sheet.line(
            [(x, 190 - (i / 7) ** 2 * 24), (x * 1.12, 222), (x * 1.2, 250 - abs(i) * 3)],
            times(cloth, 0.5, 0.5, 0.54),
            2.2,
            opacity=0.3,
        )
    sheet.line(
        [(-nw - 6, 163), (-nw * 0.6, 182), (0, 188), (nw * 0.6, 182), (nw + 6, 163)],
        times(cloth, 0.55, 0.52, 0.55),
        3,
        opacity=0.6,
    )


def _hood(sheet: Sheet, p: Person, take: Take, neckline: Line) -> None:
    nw, cloth = _neck(p), take.cloth
    for side in (-1, 1):
        lit = side == take.key_side
        flap = [
            (nw - 4, 168),
            (nw + 34, 178),
            (nw + 66, 222),
            (nw + 20, 268),
            (8, 292),
            (2, 266),
            (nw * 0.5, 246),
            (nw, 214),
        ]
        sheet.path(
            smooth(flipped(flap, side), closed=True),
            mix(cloth, "#fff3e0", 0.16) if lit else times(cloth, 0.78, 0.76, 0.78),
        )
        sheet.line(
            flipped([(nw, 212), (nw * 0.5, 246), (2, 268)], side), times(cloth, 0.45, 0.43, 0.45), 3.5, opacity=0.5
        )
        sheet.line(flipped([(16, 284), (20, 330), (17, 378)], side), mix(cloth, "#f6f1e6", 0.75), 4.5)


def _collar(sheet: Sheet, p: Person, take: Take, neckline: Line) -> None:
    nw, cloth = _neck(p), take.cloth
    low = neckline[2][1]
    ink = times(cloth, 0.45, 0.43, 0.46)
    sheet.line([(0, low - 2), (1, 700)], ink, 2.6, opacity=0.5)
    for i in range(4):
        sheet.oval((1, low + 34 + i * 66), 4.6, 4.6, mix(cloth, "#fffaf0", 0.6), stroke=ink, stroke_width=1)
    for side in (-1, 1):
        flap = [
            (nw + 4, 178),
            (nw + 30, 208),
            (nw + 12, 262),
            (nw * 0.52, 250 + (low - 250) * 0.2),
            (0, low + 4),
            (nw * 0.55, 232),
            (nw, 200),
        ]
        d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in flipped(flap, side)) + "Z"
        lit = mix(cloth, "#fff6e8", 0.3) if side == take.key_side else mix(cloth, "#000000", 0.08)
        sheet.soft_shape([(x, y + 7) for x, y in flipped(flap, side)], ink, 4, 0.3)
        sheet.path(d, lit, stroke=lit, stroke_width=6, stroke_linejoin="round")


def _open_front(sheet: Sheet, p: Person, take: Take) -> None:
    """A jacket or cardigan left open over the shirt."""
    nw, cloth, shift = _neck(p), take.cloth, -take.turn * 10
    sh = 192 if p.is_woman else 232
    soft = take.clothes == "cardigan"
    for side in (-1, 1):
        front = [
            (nw + 14, 200),
            (nw + 90, 226),
            (sh + 4, 260),
            (sh + 33, 318),
            (sh + 48, 420),
            (sh + 56, 660),
            (30, 660),
            (44, 470),
            (62, 330),
            (nw + 2, 240),
        ]
        pts = [(x + shift, y) for x, y in flipped(front, side)]
        path = smooth(pts, closed=True)
        lit = side == take.key_side
        fill = sheet.linear(
            (side * 40, 200),
            (side * 250, 480),
            (0, mix(cloth, "#fff3e0", 0.16) if lit else cloth, 1),
            (0.5, cloth if lit else times(cloth, 0.8, 0.78, 0.8), 1),
            (1, times(cloth, 0.6, 0.58, 0.62), 1),
        )
        sheet.soft_shape([(x - side * 5, y + 3) for x, y in pts], "#000000", 5, 0.24)
        sheet.path(path, fill)
        sheet.soft_line(
            [(side * 178 + shift, 296), (side * 190 + shift, 400), (side * 184 + shift, 640)],
            times(cloth, 0.4, 0.4, 0.44),
            9,
            6,
            0.3,
        )
        edge = [(nw + 8, 202), (nw + 4, 250), (62, 330), (44, 470), (30, 660)]
        if soft:
            sheet.line([(x + shift, y) for x, y in flipped(edge, side)], times(cloth, 0.82, 0.8, 0.82), 15)
            continue
        lapel = [
            (nw + 10, 196),
            (nw + 62, 226),
            (nw + 66, 286),
            (nw + 40, 284),
            (nw + 46, 310),
            (46, 450),
            (60, 330),
            (nw + 2, 244),
        ]
        d = "M" + "L".join(f"{x + shift:.1f} {y:.1f}" for x, y in flipped(lapel, side)) + "Z"
        sheet.soft_shape([(x + shift, y + 6) for x, y in flipped(lapel, side)], "#000000", 4, 0.26)
        sheet.path(
            d,
            mix(cloth, "#fff3e0", 0.24 if lit else 0.1),
            stroke=mix(cloth, "#fff3e0", 0.24 if lit else 0.1),
            stroke_width=5,
            stroke_linejoin="round",
        )
        if take.clothes == "denim":
            sheet.path(d, "none", stroke="#d9a45f", stroke_width=1.6, stroke_dasharray="6 4", opacity=0.8)
