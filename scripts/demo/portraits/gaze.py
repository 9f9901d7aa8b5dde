"""Eyes, brows and what is worn in front of them."""

from .features import Person
from .palette import mix, times
from .sheet import Point, Sheet, between, smooth
from .take import Take

SQUINT = {"laugh": 0.62, "grin": 0.80, "smile": 0.88, "smirk": 0.9, "calm": 1.0}


def draw_eyes(sheet: Sheet, p: Person, take: Take) -> None:
    for side in (-1, 1):
        _brow(sheet, p, take, side)
        _eye(sheet, p, take, side)


def _centre(p: Person, take: Take, side: int) -> Point:
    return side * p.eye_gap * (1 - 0.05 * take.turn * side) + take.turn * 9, 0.0


def _lids(p: Person, take: Take, side: int) -> tuple[list[Point], list[Point]]:
    """Upper and lower lid, both from the nose outwards."""
    x, _ = _centre(p, take, side)
    w, h = p.eye_size * (1 - 0.06 * take.turn * side), p.eye_open * SQUINT[take.mood]
    rise = (1 - SQUINT[take.mood]) * 9
    tilt = p.eye_tilt

    def at(across: float, height: float) -> Point:
        return x + side * across * w, height

    upper = [at(-1, 3 + tilt * 0.5), at(-0.62, -h * 0.52), at(-0.05, -h), at(0.55, -h * 0.72), at(1, -tilt)]
    lower = [
        at(-1, 3 + tilt * 0.5),
        at(-0.5, 6.3 - rise * 0.7),
        at(0.08, 8.6 - rise),
        at(0.62, 6.4 - rise * 0.8 - tilt * 0.4),
        at(1, -tilt),
    ]
    return upper, lower


def _eye(sheet: Sheet, p: Person, take: Take, side: int) -> None:
    upper, lower = _lids(p, take, side)
    x, _ = _centre(p, take, side)
    opening = smooth(upper) + smooth(lower[::-1]).replace("M", "L", 1) + "Z"
    lash = mix(times(p.hair, 0.5, 0.45, 0.45), "#1a1210", 0.75)

    lifted = [(px, py - 6.5 - 3.5 * (i in (1, 2, 3))) for i, (px, py) in enumerate(upper)]
    lifted[0], lifted[-1] = (upper[0][0], upper[0][1] - 1), (upper[-1][0] + side * 2, upper[-1][1] - 2)
    lid = smooth(lifted) + smooth(upper[::-1]).replace("M", "L", 1) + "Z"
    tint = mix(p.skin.shade, p.lip_colour, 0.25) if p.is_woman else p.skin.shade
    sheet.path(lid, tint, opacity=round(0.35 + 0.2 * p.crease, 2))
    sheet.line(lifted, p.skin.deep, 2, opacity=round(p.crease * 0.75, 2))

    sheet.path(opening, "#f3ece6")
    sheet.open(clip_path=sheet.clip(opening))
    look = x + take.turn * 2.2
    top = -p.eye_open * 0.12
    r = p.eye_size * 0.47
    iris = sheet.radial(
        (look, top + 3),
        r,
        (0, mix(p.iris, "#ffe2ad", 0.28), 1),
        (0.7, p.iris, 1),
        (0.88, p.iris, 1),
        (1, times(p.iris, 0.4, 0.4, 0.4), 1),
    )
    sheet.oval((look, top), r, r, iris)
    sheet.oval((look, top), r * 0.45, r * 0.45, "#0e0908")
    sheet.line([(px, py + 2.5) for px, py in upper], "#3a2018", 6, opacity=0.30)
    sheet.oval((upper[0][0] + side * 1.5, upper[0][1]), 3.4, 3.4, p.skin.blush, opacity=0.75)
    sheet.close()
    sheet.oval((look + take.key_side * r * 0.36, top - r * 0.36), r * 0.25, r * 0.25, "#ffffff", opacity=0.95)
    sheet.oval((look - take.key_side * r * 0.4, top + r * 0.42), r * 0.14, r * 0.14, "#ffffff", opacity=0.45)

    sheet.line(lower, p.skin.deep, 1.5, opacity=0.5)
    thick = 4.6 if p.is_woman else 2.9
    wing = (upper[-1][0] + side * (5 if p.is_woman else 1.5), upper[-1][1] - (4 if p.is_woman else 0.5))
    under = [*upper, wing]
    over = [(px, py - thick * f) for (px, py), f in zip(upper, (0.15, 0.65, 0.9, 1.0, 1.05), strict=False)]
    sheet.path(smooth(under) + smooth([wing, *over[::-1]]).replace("M", "L", 1) + "Z", lash)


def _brow(sheet: Sheet, p: Person, take: Take, side: int) -> None:
    x, _ = _centre(p, take, side)
    lift = {"laugh": -4, "calm": 1, "smirk": -5 if side == take.key_side else 0}.get(take.mood, -1)
    y, w, t = p.brow_y + lift, p.eye_size, p.brow
    top = [
        (x - side * w * 0.92, y - 1),
        (x - side * w * 0.25, y - p.brow_arch * 0.62),
        (x + side * w * 0.5, y - p.brow_arch),
        (x + side * w * 1.30, y + 5),
    ]
    fall = ((0.6, 0.8), (0.1, 0.92), (0, 0.72), (0, 0.1))
    bottom = [(px + side * dx, py + t * dy) for (px, py), (dx, dy) in zip(top, fall, strict=False)]
    colour = mix(times(p.hair, 0.78, 0.74, 0.72), "#2b1d16", 0.35 if p.hair_colour != "white" else 0.1)
    sheet.soft_shape([*top, *bottom[::-1]], colour, 1.4, 0.85)
    for i in range(9):
        low, high = between(bottom, top, 0.2), between(bottom, top, 1.04)
        share = i / 9
        k = min(int(share * 3), 2)
        a, b = low[k], high[k + 1]
        f = share * 3 - k
        start = between([a], [low[k + 1]], f)[0]
        end = between([high[k]], [b], min(1, f + 0.45))[0]
        sheet.line([start, end], colour, 1.1, opacity=0.3)


def draw_glasses(sheet: Sheet, p: Person, take: Take) -> None:
    if p.glasses == "none":
        return
    ink = ("#2a211d", "#5a3a24", "#23262d", "#7a6a4a")[int(p.jaw * 10) % 4]
    width = 2.6 if p.glasses == "thin" else 5.2
    for side in (-1, 1):
        x, _ = _centre(p, take, side)
        w, h = (34, 31) if p.glasses != "square" else (36, 26)
        lens = [
            (x - w, -6),
            (x - w * 0.72, -h + 4),
            (x, -h + 2),
            (x + w * 0.72, -h + 4),
            (x + w, -6),
            (x + w * 0.7, h - 8),
            (x, h - 2),
            (x - w * 0.7, h - 8),
        ]
        if p.glasses == "square":
            lens = [
                (x - w, -18),
                (x - w + 8, -h + 2),
                (x, -h),
                (x + w - 8, -h + 2),
                (x + w, -18),
                (x + w - 5, 14),
                (x + w - 16, 23),
                (x, 25),
                (x - w + 16, 23),
                (x - w + 5, 14),
            ]
        path = smooth(lens, closed=True)
        shine = sheet.linear(
            (x - w, -h), (x + w, h), (0, "#ffffff", 0.26), (0.4, "#ffffff", 0.03), (1, "#ffffff", 0.10)
        )
        sheet.soft_line([(px, py + 5) for px, py in [*lens, lens[0]]], p.skin.deep, width, 2, 0.2)
        sheet.path(path, shine, stroke=ink, stroke_width=width)
        sheet.line([(x + side * w, -12), (side * (p.width + 2) - take.turn * 4, -14)], ink, width)
    (left, _), (right, _) = (_centre(p, take, side) for side in (-1, 1))
    reach = 36 if p.glasses == "square" else 33.5
    sheet.line([(left + reach, -12), ((left + right) / 2, -16), (right - reach, -12)], ink, width)
