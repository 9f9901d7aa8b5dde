"""Headscarves and turbans, draped in folds."""

from .hair import Salon
from .lock import Dye, draw_lock
from .sheet import Line, Point, flipped, outline, smooth


def draw_covering_behind(s: Salon, cloth: str) -> None:
    if s.p.covering == "headscarf":
        w = s.p.width
        edge = [(w * 0.7, -140), (w + 14, -60), (w + 12, 60), (w + 20, 170), (w + 70, 280)]
        draw_lock(s.sheet, Dye(cloth, s.dye.side), s.rng, flipped(edge), edge, strands=14, shade=0.45)


def draw_covering(s: Salon, cloth: str) -> None:
    """Cloth over the hair; folds take the place of strands."""
    dye, w = Dye(cloth, s.dye.side), s.p.width
    if s.p.covering == "headscarf":
        inner: list[Point] = [
            (0, -104),
            (w * 0.5, -96),
            (w * 0.84, -56),
            (w * 0.95, 4),
            (w * 0.88, 80),
            (w * 0.55, s.p.chin_y - 18),
            (0, s.p.chin_y + 2),
        ]
        outer = [(0, -178), (w * 0.6, -166), (w + 12, -104), (w + 22, -10), (w + 18, 90), (w * 0.95, 190), (0, 262)]
        draw_lock(
            s.sheet,
            dye,
            s.rng,
            [*flipped(outer)[::-1], *outer[1:]],
            [*flipped(inner)[::-1], *inner[1:]],
            strands=26,
            shine_y=-60,
        )
        tail = [(w * 0.9, 120), (w * 0.4, 200), (-w * 0.4, 250), (-w * 1.2, 330)]
        under = [(w * 0.7, 90), (w * 0.2, 168), (-w * 0.5, 196), (-w * 1.5, 240)]
        draw_lock(s.sheet, dye, s.rng, flipped(tail, s.side), flipped(under, s.side), strands=10, shine_y=200)
        return
    top = outline([(0, -226), (w * 0.7, -206), (w + 20, -140), (w + 12, -66), (w * 0.9, -52), (w * 0.5, -78), (0, -96)])
    s.sheet.path(smooth(top, closed=True), dye.base)
    for i in range(6):
        for side in (-1, 1):
            lift = i * 20
            above: Line = [
                (-w * 0.1, -118 - lift * 1.02),
                (w * 0.6, -112 - lift * 0.86),
                (w + 14 - i, -72 - lift * 0.5),
            ]
            below: Line = [(-w * 0.1, -94 - lift), (w * 0.55, -84 - lift * 0.82), (w + 6 - i, -56 - lift * 0.46)]
            draw_lock(
                s.sheet,
                dye,
                s.rng,
                flipped(above, side),
                flipped(below, side),
                strands=5,
                shade=0.1 if side == s.dye.side else 0.3,
                shine_y=-120,
            )
