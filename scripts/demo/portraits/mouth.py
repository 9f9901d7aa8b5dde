"""Mouths in five moods, and beards around them."""

from random import Random

from .features import Person
from .head import head_outline
from .palette import mix, times
from .sheet import Line, Sheet, flipped, smooth
from .take import Take

# How wide the mouth goes, how far the corners rise, how far it opens.
SHAPES = {
    "calm": (1.02, 4.0, 0.0), "smile": (1.16, 9.0, 0.0), "smirk": (1.08, 7.5, 0.0),
    "grin": (1.25, 9.0, 13.0), "laugh": (1.28, 10.0, 21.0),
}  # fmt: skip


def mouth_y(p: Person) -> float:
    return p.nose_y + (p.chin_y - p.nose_y) * 0.36


def draw_mouth(sheet: Sheet, p: Person, take: Take) -> None:
    stretch, rise, gape = SHAPES[take.mood]
    x, y, w = take.turn * 9.5, mouth_y(p), p.mouth * stretch
    one_sided = 5 * take.key_side if take.mood == "smirk" else 0
    left, right = (x - w, y - rise + one_sided * 0.6), (x + w, y - rise - one_sided * 0.6)
    full = p.lips
    bow = 8.5 * full * (0.8 if gape else 1)
    top = [
        left,
        (x - w * 0.5, y - bow * 0.72 - rise * 0.25),
        (x - 6, y - bow),
        (x, y - bow + 2.4),
        (x + 6, y - bow),
        (x + w * 0.5, y - bow * 0.72 - rise * 0.25),
        right,
    ]
    seam = [left, (x - w * 0.5, y + 1.2), (x, y + 2.2 + rise * 0.12), (x + w * 0.5, y + 1.2), right]
    drop = y + 2.6 + gape
    lip = 10 * full * (0.85 if gape else 1)
    inner = [left, (x - w * 0.62, drop - gape * 0.30 - 1), (x, drop), (x + w * 0.62, drop - gape * 0.30 - 1), right]
    bottom = [
        left,
        (x - w * 0.58, drop + lip * 0.55 - gape * 0.18),
        (x, drop + lip),
        (x + w * 0.58, drop + lip * 0.55 - gape * 0.18),
        right,
    ]
    if gape:
        _teeth(sheet, p, seam, inner, x, y, w, gape)
    upper, lower = times(p.lip_colour, 0.86, 0.82, 0.82), p.lip_colour
    sheet.path(_band(inner, bottom), lower)
    sheet.path(_band(top, seam), upper)
    sheet.glow(
        (x + take.key_side * 6, drop + lip * 0.45), w * 0.42, lip * 0.34, "#ffffff", 0.34 if p.is_woman else 0.14
    )
    if not gape:
        sheet.line(seam, times(p.lip_colour, 0.42, 0.34, 0.34), 2.1, opacity=0.8)
    sheet.glow((x, drop + lip + 8), w * 0.6, 8, p.skin.shade, 0.8)
    for corner, side in ((left, -1), (right, 1)):
        sheet.glow(corner, 5, 4.5, p.skin.deep, 0.6)
        if rise > 5:
            crease = [
                (corner[0] + side * 6, corner[1] - 10),
                (corner[0] + side * 9, corner[1]),
                (corner[0] + side * 6, corner[1] + 9),
            ]
            sheet.soft_line(crease, p.skin.deep, 2, 1, 0.10 + 0.14 * p.lines)


def _band(above: Line, below: Line) -> str:
    return smooth(above) + smooth(below[::-1]).replace("M", "L", 1) + "Z"


def _teeth(sheet: Sheet, p: Person, seam: Line, inner: Line, x: float, y: float, w: float, gape: float) -> None:
    opening = _band(seam, inner)
    sheet.path(opening, "#58201f")
    sheet.open(clip_path=sheet.clip(opening))
    if gape > 16:
        sheet.oval((x, y + gape + 5), w * 0.5, 9, "#b75a57")
    edge = y + min(gape, 14)
    teeth = [
        (x - w * 0.86, y - 12),
        (x - w * 0.8, y + 1),
        (x - w * 0.45, edge - 3.4),
        (x, edge - 0.8),
        (x + w * 0.45, edge - 3.4),
        (x + w * 0.8, y + 1),
        (x + w * 0.86, y - 12),
    ]
    white = mix("#fbf7f0", "#e9dcc3", p.lines * 0.55)
    sheet.path(
        smooth(teeth) + "Z",
        sheet.linear(
            (x - w, y),
            (x + w, y),
            (0, times(white, 0.7, 0.66, 0.64), 1),
            (0.25, white, 1),
            (0.75, white, 1),
            (1, times(white, 0.7, 0.66, 0.64), 1),
        ),
    )
    for i in range(-3, 4):
        sheet.line([(x + i * 9.6, y), (x + i * 9.2, edge)], "#a89486", 0.9, opacity=0.28)
    sheet.path(_band([(px, py - 3) for px, py in seam], [(px, py + 4) for px, py in seam]), "#5a2a26", opacity=0.28)
    sheet.close()


def draw_beard(sheet: Sheet, p: Person, take: Take) -> None:
    if p.beard == "none":
        return
    rng = Random(f"beard {p.name}")
    y, turn = mouth_y(p), take.turn
    under = {"stubble": 1, "short": 5, "full": 16}.get(p.beard, 4)
    w = p.width
    if p.beard in ("stubble", "short", "full"):
        jaw = [q for q in head_outline(p, turn, grow=under if p.beard == "full" else under * 0.6) if q[1] > 30]
        cheek = [
            (w * 0.985, -8),
            (w * 0.93, 22),
            (w * 0.80, 50),
            (p.mouth + 20, 72),
            (p.mouth + 6, y - 14),
            (20, y - 17),
            (0, y - 14),
        ]
        upper = [(x + turn * 7 * max(0, yy) / 80, yy) for x, yy in flipped(cheek) + cheek[-2::-1]]
        area = jaw + upper
    elif p.beard == "goatee":
        half = [
            (0, y - 15),
            (22, y - 16),
            (p.mouth + 7, y - 4),
            (p.mouth + 5, y + 20),
            (30, p.chin_y),
            (0, p.chin_y + under),
        ]
        area = [(x + turn * 9, yy) for x, yy in half + flipped(half[1:-1])[::-1]]
    else:
        half = [(0, y - 18), (20, y - 18), (p.mouth + 6, y - 6), (p.mouth + 3, y + 2), (20, y - 8), (0, y - 9)]
        area = [(x + turn * 9.5, yy) for x, yy in half + flipped(half[1:-1])[::-1]]
    salt = 0.4 if p.age > 48 and p.hair_colour not in ("grey", "white") else 0
    colour = mix(times(p.hair, 0.9, 0.86, 0.84), "#b5b0aa", salt)
    if p.beard == "stubble":
        colour = mix(colour, p.skin.deep, 0.5)
    path = smooth(area, closed=True)
    strength = {"stubble": 0.24, "short": 0.78}.get(p.beard, 0.94)
    sheet.soft_shape(area, colour, {"stubble": 4, "full": 1.4}.get(p.beard, 2.2), strength)
    sheet.open(clip_path=sheet.clip(path))
    for _ in range(60 if p.beard == "stubble" else 210):
        x, yy = rng.uniform(-w, w), rng.uniform(-5, p.chin_y + 12)
        length = 3 if p.beard == "stubble" else rng.uniform(7, 13)
        tone = mix(colour, rng.choice(("#000000", p.skin.light)), rng.uniform(0.1, 0.32))
        sheet.line([(x, yy), (x * 0.97 + rng.uniform(-2, 2), yy + length)], tone, 1.5, opacity=0.5 * strength + 0.1)
    sheet.close()
