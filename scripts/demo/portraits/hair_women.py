"""Twelve styles mostly worn by women."""

from .hair import Salon, before, behind
from .lock import waved
from .sheet import flipped, outline


@behind("long", "fringe")
def long_behind(s: Salon) -> None:
    s.fall(330, 18)


@behind("wavy")
def wavy_behind(s: Salon) -> None:
    s.fall(320, 34, wave=7)


@behind("lob")
def lob_behind(s: Salon) -> None:
    s.fall(205, 24, wave=4)


@behind("bob")
def bob_behind(s: Salon) -> None:
    s.fall(140, 20)


@before("long")
def long_before(s: Salon) -> None:
    w = s.p.width
    for side in (-1, 1):
        part = 16 * s.side
        near = side == s.side
        end = [(w - 2, 20), (w - 6, 90), (w - 2, 170), (w - 8, 260), (w - 22, 325)]
        start = [(30, -119), (62 if near else 50, -104 if near else -96), (w * 0.82, -62), (w * 0.93, -20)]
        s.curtain(side, part, 12, end, start, strands=34)


@before("wavy")
def wavy_before(s: Salon) -> None:
    w = s.p.width
    for side in (-1, 1):
        near = side == s.side
        end = [(w + 4, 20), (w + 6, 90), (w + 10, 170), (w + 2, 250), (w - 20, 318)]
        start = [(34, -118 if near else -110), (64, -98), (w * 0.84, -58), (w * 0.96, -18)]
        s.curtain(side, 22 * s.side, 18, end, start, strands=36, wave=8)


@before("lob")
def lob_before(s: Salon) -> None:
    w = s.p.width
    for side in (-1, 1):
        near = side == s.side
        end = [(w + 1, 20), (w + 1, 80), (w + 2, 140), (w - 8, 200)]
        start = [(36, -117 if near else -104), (66, -94), (w * 0.84, -56), (w * 0.95, -16)]
        s.curtain(side, 30 * s.side, 15, end, start, strands=34, wave=4)


@before("bob")
def bob_before(s: Salon) -> None:
    w = s.p.width
    for side in (-1, 1):
        near = side == s.side
        end = [(w - 3, 20), (w - 6, 70), (w - 14, 118), (w - 34, 142)]
        start = [(40, -116 if near else -98), (68, -88 if near else -78), (w * 0.86, -48), (w * 0.93, -10)]
        s.curtain(side, 34 * s.side, 16, end, start, strands=36)


@before("fringe")
def fringe_before(s: Salon) -> None:
    w = s.p.width
    for side in (-1, 1):
        end = [(w - 2, 20), (w - 5, 90), (w, 180), (w - 8, 260), (w - 22, 325)]
        s.curtain(side, 0, 12, end, [(34, -112), (62, -92), (w * 0.84, -56), (w * 0.93, -16)], strands=34)
    crown = [(-w * 0.62, -142), (-w * 0.34, -158), (0, -164), (w * 0.34, -158), (w * 0.62, -142)]
    edge = [
        (-w * 0.88, -36),
        (-w * 0.62, -47),
        (-w * 0.3, -51),
        (0, -50),
        (w * 0.3, -51),
        (w * 0.62, -47),
        (w * 0.88, -36),
    ]
    s.lock(crown, [(x + s.turn * 4, y + s.rng.uniform(-2, 2)) for x, y in edge], flow="across", strands=90)


@behind("bun")
def bun_behind(s: Salon) -> None:
    y = -196
    s.lock(
        [(-8, y + 44), (-50, y + 22), (-46, y - 26), (4, y - 46)],
        [(8, y + 44), (50, y + 22), (48, y - 26), (4, y - 46)],
        strands=30,
        shade=0.15,
        shine_y=y,
    )
    s.nape()


@behind("tied")
def tied_behind(s: Salon) -> None:
    s.nape()


@behind("ponytail")
def ponytail_behind(s: Salon) -> None:
    s.nape()
    w, side = s.p.width, s.side
    outer = [(w * 0.5, -120), (w + 34, -70), (w + 58, 30), (w + 52, 140), (w + 22, 250)]
    inner = [(w * 0.4, -80), (w, -30), (w + 4, 60), (w, 150), (w + 14, 250)]
    s.lock(flipped(waved(outer, 5, 1, 0.3), side), flipped(waved(inner, 5, 1, 0.3), side), strands=30, shade=0.2)


@before("bun", "tied", "ponytail")
def pulled_back(s: Salon) -> None:
    w = s.p.width
    s.cap(7, temple=-8, down_to=-4, strands=100)
    if s.p.hair_style != "bun":
        for side in (-1, 1):
            loose = [(w * 0.84, -60), (w * 0.99, -10), (w * 0.96, 50), (w * 0.9, 96)]
            s.lock(flipped([(x + 6, y) for x, y in loose[:-1]] + loose[-1:], side), flipped(loose, side), strands=5)


@behind("curly")
def curly_behind(s: Salon) -> None:
    w = s.p.width
    s.curls(
        outline(
            [
                (0, -190),
                (w * 0.7, -178),
                (w + 34, -110),
                (w + 58, -10),
                (w + 64, 90),
                (w + 44, 170),
                (w * 0.6, 190),
                (0, 190),
            ]
        ),
        size=24,
        count=210,
        shade=0.4,
    )


@before("curly")
def curly_before(s: Salon) -> None:
    w = s.p.width
    for side in (-1, 1):
        part = 18 * s.side * side
        area = [
            (part, -128),
            (part, -178),
            (w * 0.5, -192),
            (w + 18, -146),
            (w + 48, -70),
            (w + 56, 30),
            (w + 44, 120),
            (w + 8, 132),
            (w - 2, 60),
            (w * 0.96, -20),
            (w * 0.8, -76),
            (w * 0.5, -108),
        ]
        s.curls(flipped(area, side), size=19, count=230)


@behind("afro")
def afro_behind(s: Salon) -> None:
    w = s.p.width
    s.curls(
        outline([(0, -236), (w * 0.7, -218), (w + 44, -150), (w + 66, -60), (w + 50, 20), (w + 10, 62), (0, 70)]),
        size=13,
        count=240,
        shade=0.25,
    )


@before("afro")
def afro_before(s: Salon) -> None:
    w = s.p.width
    top = [
        (0, -214),
        (w * 0.6, -204),
        (w + 12, -150),
        (w + 30, -70),
        (w + 14, -4),
        (w * 0.97, -22),
        (w * 0.86, -62),
        (w * 0.62, -96),
        (0, -108),
    ]
    s.curls(outline(top), size=10, count=330)


@before("pixie")
def pixie_before(s: Salon) -> None:
    w = s.p.width
    s.cap(13, temple=8, down_to=14, strands=60, shade=0.15)
    crown = [(-w * 0.5, -160), (0, -178), (w * 0.5, -168), (w * 0.92, -122), (w * 1.06, -50)]
    edge = [(-w * 0.86, -66), (-w * 0.4, -78), (w * 0.1, -88), (w * 0.62, -86), (w * 0.97, -18)]
    s.lock(flipped(crown, s.side), flipped(edge, s.side), flow="across", strands=80)


@behind("braids")
def braids_behind(s: Salon) -> None:
    w = s.p.width
    for i in range(-8, 9):
        x = i / 8
        s.braid([(x * w * 0.9, -90), (x * (w + 18), 30), (x * (w + 22), 160), (x * (w + 6), 320)], 0.5)


@before("braids")
def braids_before(s: Salon) -> None:
    w = s.p.width
    s.cap(9, temple=-8, down_to=-2, strands=60, shade=0.1)
    for side in (-1, 1):
        for i in range(3):
            s.braid(
                flipped(
                    [
                        (w * 0.8 + i * 8, -100 + i * 14),
                        (w + 4 + i * 9, -30),
                        (w + 6 + i * 11, 90),
                        (w - 4 + i * 12, 220),
                        (w - 14 + i * 12, 330),
                    ],
                    side,
                ),
                0.0,
            )
