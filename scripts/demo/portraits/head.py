"""The head: its outline, the play of light on the skin, ears, nose and the marks of years."""

from random import Random

from .features import Person
from .palette import mix
from .sheet import Point, Sheet, along, outline, smooth
from .take import Take


def head_outline(p: Person, turn: float = 0.0, grow: float = 0.0) -> list[Point]:
    """Around the skull and jaw, eyes at height zero; the chin follows the turn of the head."""
    w, j, c, y = p.width + grow, p.jaw + grow, p.chin, p.chin_y + grow
    half = [
        (0, -160 - grow), (w * 0.56, -148 - grow), (w * 0.93, -104), (w * 1.015, -48), (w, 4),
        (w * 0.955, 46), ((w + j) * 0.485, 84), (j * 0.85, 116), ((j + c) * 0.48, y - 19), (c * 0.72, y - 4), (0, y),
    ]  # fmt: skip
    return [(x + turn * 6 * max(0.0, py) / 100, py) for x, py in outline(half)]


def draw_ears(sheet: Sheet, p: Person, take: Take) -> None:
    for side in (-1, 1):
        x = side * (p.width - 1) - take.turn * 5
        ear = [
            (x - side * 9, -16),
            (x + side * 9, -26),
            (x + side * 18, -14),
            (x + side * 15, 10),
            (x + side * 6, 35),
            (x - side * 8, 36),
        ]
        fill = mix(p.skin.base, p.skin.shade, 0.25 if side == take.key_side else 0.7)
        sheet.path(smooth(ear, closed=True), fill)
        fold = [(x + side * 3, -12), (x + side * 11, -16), (x + side * 13, -4), (x + side * 7, 12)]
        sheet.line(fold, p.skin.deep, 2.6, opacity=0.4)
        _earring(sheet, p, (x + side * 8, 36))


def _earring(sheet: Sheet, p: Person, at: Point) -> None:
    metal = ("#d9b25f", "#cfd3d8")[p.age % 2]
    x, y = at
    if p.earring == "stud":
        sheet.oval((x, y - 4), 3.6, 3.6, metal)
    elif p.earring == "hoop":
        sheet.oval((x, y + 12), 11, 14, "none", stroke=metal, stroke_width=2.8)
    elif p.earring == "drop":
        sheet.line([(x, y - 4), (x, y + 10)], metal, 1.8)
        sheet.oval((x, y + 17), 4.5, 7, metal)


def draw_skin(sheet: Sheet, p: Person, take: Take) -> None:
    """The face without its features, lit from the key side. Leaves a clipped group open."""
    skin, side, turn = p.skin, take.key_side, take.turn
    shape = smooth(head_outline(p, turn), closed=True)
    sheet.path(shape, skin.base)
    sheet.open(clip_path=sheet.clip(shape))
    fill = sheet.linear(
        (side * 110, -60), (-side * 118, 60), (0, skin.light, 0.85), (0.42, skin.base, 0), (1, skin.shade, 0.95)
    )
    sheet.path("M-140-190H140V190H-140Z", fill)
    sheet.glow((side * 14 + turn * 6, -70), 78, 46, skin.light, 0.5)
    sheet.path(
        "M-140 95H140V190H-140Z", sheet.linear((0, 100), (0, p.chin_y + 4), (0, skin.shade, 0), (1, skin.shade, 0.6))
    )
    for s in (-1, 1):
        x = s * p.eye_gap * (1 - 0.05 * turn * s) + turn * 9
        sheet.glow((x, -8), 40, 27, skin.shade, 0.5)
        sheet.glow((x + s * 12, 44), 40, 27, skin.blush, 0.34 if p.is_woman else 0.2)
        sheet.glow((x + s * 4, 32), 26, 13, skin.light, 0.55 if s == side else 0.3)
        sheet.glow((s * p.width * 0.97, 70), 42, 62, skin.shade, 0.25 if s == side else 0.5)
    sheet.glow((turn * 8, p.chin_y - 24), 26, 15, skin.light, 0.4)
    if p.freckles:
        _freckles(sheet, p, turn)
    _years(sheet, p, turn)


def draw_nose(sheet: Sheet, p: Person, take: Take) -> None:
    skin, side, turn = p.skin, take.key_side, take.turn
    x, y, w = turn * 12, p.nose_y, p.nose_width
    bridge = turn * 8
    away = -side
    shadow = [
        (bridge + away * 9, -24),
        (x + away * 9, 12),
        (x + away * w * 0.72, y - 12),
        (x + away * w * 0.9, y),
        (x + away * 4, y - 4),
        (x + away * 3, 10),
        (bridge + away * 4, -22),
    ]
    sheet.soft_shape(shadow, skin.shade, 5, 0.6)
    sheet.glow((x, y + 10), w * 1.5, 13, skin.shade, 0.7)
    sheet.glow((x + side * 2, y - 24), 8, 34, skin.light, 0.7)
    sheet.glow((x + side * 3, y - 9), 13, 11, skin.light, 0.95)
    for s in (-1, 1):
        wing = [(x + s * (w - 4), y - 15), (x + s * (w + 1), y - 4), (x + s * (w - 3), y + 3), (x + s * (w - 9), y + 2)]
        sheet.line(wing, skin.deep, 2.5, opacity=0.42)
        nostril = [
            (x + s * (w - 8), y + 2.5),
            (x + s * (w * 0.48), y - 1),
            (x + s * 4.5, y + 3),
            (x + s * w * 0.45, y + 4.5),
        ]
        sheet.path(smooth(nostril, closed=True), mix(skin.deep, "#1c0d0a", 0.35), opacity=0.75)
    sheet.line([(x - w * 0.3, y + 5), (x, y + 8), (x + w * 0.3, y + 5)], skin.deep, 2, opacity=0.3)


def _freckles(sheet: Sheet, p: Person, turn: float) -> None:
    rng = Random(p.name)
    for _ in range(46):
        x, y = rng.gauss(turn * 9, 40), rng.gauss(28, 13)
        sheet.oval((x, y), r := rng.uniform(0.9, 2.0), r, "#a8683f", opacity=round(rng.uniform(0.2, 0.5), 2))


def _years(sheet: Sheet, p: Person, turn: float) -> None:
    """Lines that come with age and with laughing; faint before thirty."""
    ink, strength = p.skin.deep, p.lines
    for s in (-1, 1):
        x = s * p.eye_gap + turn * 9
        bag = [(x - s * 18, 17), (x, 23), (x + s * 17, 18)]
        sheet.line(bag, ink, 2.2, opacity=round(0.05 + 0.22 * strength, 2))
        fold = [
            (turn * 10 + s * (p.nose_width + 5), 56),
            (turn * 9 + s * (p.mouth + 6), 78),
            (turn * 8 + s * (p.mouth + 9), 97),
        ]
        sheet.soft_line(fold, ink, 2.4, 1, 0.03 + 0.26 * strength)
        for i in range(3 if strength > 0.4 else 0):
            start, end = (x + s * 27, i * 6 - 3), (x + s * 40, i * 11 - 8)
            sheet.line([start, along([start, end], 0.5), end], ink, 1.6, opacity=round(0.34 * strength, 2))
    for i in range(3 if strength > 0.45 else 0):
        y = -62 - i * 15
        wrinkle = [(turn * 7 - 46 + i * 5, y + 2), (turn * 7, y - 3), (turn * 7 + 46 - i * 5, y + 2)]
        sheet.soft_line(wrinkle, ink, 1.8, 1, 0.22 * strength)
