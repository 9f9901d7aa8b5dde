"""Seven places, drawn roughly because the lens blurs them, and the light each one gives."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from .palette import mix
from .sheet import Sheet, smooth


@dataclass(frozen=True)
class Light:
    """How a scene colours whoever stands in it: tint, warm edge light and brightness."""

    tint: tuple[float, float, float]
    edge: float
    blur: float


LIGHTS = {
    "beach": Light((1.05, 0.975, 0.93), 0.55, 3.2),
    "cafe": Light((1.04, 0.97, 0.90), 0.42, 3.4),
    "forest": Light((0.99, 1.02, 0.95), 0.50, 3.6),
    "mountain": Light((0.99, 1.0, 1.03), 0.45, 2.6),
    "city": Light((0.97, 0.95, 1.05), 0.55, 3.0),
    "studio": Light((1.01, 1.0, 0.99), 0.35, 4.0),
    "field": Light((1.06, 1.0, 0.90), 0.60, 3.2),
}


def draw_scene(scene: str, variant: int) -> Sheet:
    sheet, rng = Sheet(), Random(f"{scene} {variant}")
    _DRAW[scene](sheet, rng)
    return sheet


def _wash(sheet: Sheet, *stops: tuple[float, str]) -> None:
    sheet.path("M0 0H800V1000H0Z", sheet.linear((0, 0), (0, 1000), *((o, c, 1) for o, c in stops)))


def _bokeh(
    sheet: Sheet,
    rng: Random,
    count: int,
    colours: tuple[str, ...],
    top: float,
    bottom: float,
    size: tuple[float, float],
) -> None:
    """Lights out of focus: flat discs, a little brighter at the rim."""
    for _ in range(count):
        at, r = (rng.uniform(-20, 820), rng.uniform(top, bottom)), rng.uniform(*size)
        colour, strength = rng.choice(colours), rng.uniform(0.12, 0.55)
        sheet.oval(
            at,
            r,
            r,
            colour,
            opacity=round(strength, 2),
            stroke=mix(colour, "#ffffff", 0.5),
            stroke_width=3,
            stroke_opacity=round(strength * 0.7, 2),
        )


def _ridge(sheet: Sheet, rng: Random, y: float, height: float, colour: str, far: str) -> None:
    points = [(x, y - rng.uniform(0, height)) for x in range(-100, 1000, 90)]
    fill = sheet.linear((0, y - height), (0, y + 180), (0, colour, 1), (1, far, 1))
    sheet.path(smooth(points) + "L1000 1100L-100 1100Z", fill)


def _beach(sheet: Sheet, rng: Random) -> None:
    dusk = rng.random() < 0.5
    if dusk:
        _wash(
            sheet,
            (0, "#f7b98b"),
            (0.3, "#f9c7a0"),
            (0.46, "#f6a58a"),
            (0.47, "#8d7f9e"),
            (0.66, "#b79aa0"),
            (0.68, "#d8b394"),
            (1, "#b98a68"),
        )
    else:
        _wash(
            sheet,
            (0, "#8fc4e4"),
            (0.3, "#cfe6ee"),
            (0.46, "#eef3ee"),
            (0.47, "#4f9db4"),
            (0.64, "#8fc7c9"),
            (0.67, "#eadcc2"),
            (1, "#cdb48e"),
        )
    x = rng.uniform(80, 720)
    sheet.glow((x, 330), 420, 300, "#fff3d2", 0.95)
    for i in range(30):
        y = 480 + i * 6
        sheet.line(
            [(a := rng.gauss(x, 160), y), (a + rng.uniform(30, 150), y)],
            "#fff4dc",
            3,
            opacity=round(rng.uniform(0.15, 0.6), 2),
        )
    for i in range(3):
        sheet.line([(-20, 640 + i * 22), (300, 628 + i * 22), (820, 646 + i * 22)], "#ffffff", 9, opacity=0.5)


def _cafe(sheet: Sheet, rng: Random) -> None:
    wall = rng.choice(("#5b4334", "#3f4a48", "#6a4a3c", "#4a3b45"))
    _wash(sheet, (0, mix(wall, "#1a120d", 0.35)), (0.6, wall), (1, mix(wall, "#1a120d", 0.55)))
    for _i in range(2):
        x = rng.uniform(-60, 620)
        sheet.path(
            f"M{x} 120h210v330h-210Z", sheet.linear((0, 100), (0, 450), (0, "#ffe7bd", 0.85), (1, "#f2b57d", 0.5))
        )
        sheet.path(f"M{x + 100} 120h10v330h-10ZM{x} 270h210v8h-210Z", mix(wall, "#000000", 0.4))
    for y in (520, 640):
        sheet.path(f"M-10 {y}h820v14h-820Z", mix(wall, "#e0a36a", 0.3))
        for _ in range(16):
            x, h = rng.uniform(0, 800), rng.uniform(26, 84)
            sheet.path(
                f"M{x} {y}h{rng.uniform(16, 34)}v{-h}h-24Z",
                rng.choice(("#b8643c", "#d9c3a0", "#4f6b5b", "#8a3f3a", "#e2b872")),
                opacity=0.7,
            )
    for _ in range(4):
        lamp = (rng.uniform(40, 760), rng.uniform(60, 260))
        sheet.glow(lamp, 170, 170, "#ffce85", 0.8)
        sheet.oval(lamp, 26, 26, "#fff2cf")
    _bokeh(sheet, rng, 18, ("#ffcf8a", "#ffb25e", "#ffe3b8"), 20, 560, (12, 40))
    sheet.path("M0 800H800V1000H0Z", sheet.linear((0, 800), (0, 1000), (0, "#8a5a3a", 0.9), (1, "#4b2d1c", 1)))


def _forest(sheet: Sheet, rng: Random) -> None:
    _wash(sheet, (0, "#e6f0c8"), (0.4, "#b5cf95"), (0.7, "#7c9c66"), (1, "#4b6a45"))
    sheet.glow((rng.uniform(100, 700), 200), 480, 420, "#fffbe0", 0.9)
    for _i in range(26):
        x, w, depth = rng.uniform(-30, 820), rng.uniform(8, 46), rng.random()
        sheet.path(
            f"M{x} -20L{x + w} -20L{x + w * 1.2} 1000L{x - w * 0.2} 1000Z",
            mix("#8fae80", "#3d3a2a", depth),
            opacity=round(0.3 + depth * 0.5, 2),
        )
    for _ in range(90):
        at, r = (
            (rng.uniform(-20, 820), rng.choice((rng.uniform(-20, 360), rng.uniform(620, 1000)))),
            rng.uniform(14, 64),
        )
        sheet.oval(
            at,
            r,
            r * 0.7,
            rng.choice(("#5f8a4a", "#7fa95c", "#a9c876", "#476b3d", "#d3e39a")),
            opacity=round(rng.uniform(0.2, 0.6), 2),
        )
    _bokeh(sheet, rng, 24, ("#fbffdc", "#e9f7b5", "#fff3c2"), 0, 560, (8, 34))


def _mountain(sheet: Sheet, rng: Random) -> None:
    _wash(sheet, (0, "#79b2dc"), (0.35, "#bfdcea"), (0.6, "#f0ece0"), (1, "#e6dcc6"))
    for _ in range(7):
        at = (rng.uniform(0, 800), rng.uniform(40, 330))
        sheet.glow(at, rng.uniform(90, 220), rng.uniform(24, 60), "#ffffff", 0.8)
    for y, h, near, far in (
        (520, 330, "#a9c0d2", "#c9d7de"),
        (600, 240, "#7f9fb0", "#a3b9b6"),
        (700, 170, "#5c8279", "#86a088"),
        (810, 90, "#4f7450", "#7d955a"),
    ):
        _ridge(sheet, rng, y, h, near, far)
    for _ in range(60):
        at = (rng.uniform(0, 800), rng.uniform(830, 1000))
        sheet.oval(
            at, rng.uniform(10, 50), rng.uniform(5, 16), rng.choice(("#93a85c", "#6d8a4c", "#c9c27a")), opacity=0.5
        )


def _city(sheet: Sheet, rng: Random) -> None:
    _wash(sheet, (0, "#26325a"), (0.4, "#5a5a8c"), (0.65, "#b9798d"), (0.8, "#3a3148"), (1, "#221d2e"))
    for i in range(9):
        x, top, w = i * 95 - 40 + rng.uniform(-20, 20), rng.uniform(120, 460), rng.uniform(70, 120)
        wall = mix("#20264a", "#4d3f60", rng.random())
        sheet.path(f"M{x} {top}h{w}v800h-{w}Z", wall, opacity=0.92)
        for _ in range(26):
            lit = rng.choice(("#ffd98f", "#ffe9bf", "#9fd0ff", "#ffb98a"))
            sheet.path(
                f"M{x + rng.uniform(6, w - 18)} {rng.uniform(top + 10, 760)}h10v14h-10Z",
                lit,
                opacity=round(rng.uniform(0.25, 0.9), 2),
            )
    _bokeh(sheet, rng, 46, ("#ffd27a", "#ff8fa0", "#8fd0ff", "#fff0cc", "#ffb066"), 380, 900, (10, 38))


def _studio(sheet: Sheet, rng: Random) -> None:
    near, far = rng.choice(
        (
            ("#d9ebe8", "#6fa3a3"),
            ("#f4ddd8", "#c78a8a"),
            ("#efe6d8", "#b89f80"),
            ("#dfe0ee", "#8588ab"),
            ("#e3e8dc", "#8ea083"),
            ("#e9e6e2", "#8d8a88"),
        )
    )
    _wash(sheet, (0, far), (1, mix(far, "#202020", 0.25)))
    sheet.glow((rng.uniform(280, 520), 420), 640, 700, near, 1.0)


def _field(sheet: Sheet, rng: Random) -> None:
    _wash(
        sheet, (0, "#f8dfae"), (0.32, "#fbe8c6"), (0.5, "#f1c492"), (0.53, "#9a9a5c"), (0.7, "#c2a45c"), (1, "#8a7136")
    )
    sheet.glow((rng.uniform(80, 720), 280), 420, 380, "#fffbe6", 1.0)
    for _ in range(14):
        at = (rng.uniform(0, 800), 530)
        sheet.oval(at, rng.uniform(30, 80), rng.uniform(18, 60), mix("#6e7c4a", "#a08a5a", rng.random()), opacity=0.7)
    for _ in range(200):
        x, y = rng.uniform(-20, 820), rng.uniform(620, 1020)
        sheet.line(
            [(x, y), (x + rng.uniform(-14, 14), y - 50), (x + rng.uniform(-30, 30), y - rng.uniform(80, 130))],
            rng.choice(("#ecc873", "#d9ab55", "#f6e0a0", "#a88d45")),
            rng.uniform(3, 6),
            opacity=0.6,
        )
    _bokeh(sheet, rng, 16, ("#fff6d6", "#ffe2a6"), 560, 980, (8, 26))


_DRAW: dict[str, Callable[[Sheet, Random], None]] = {
    "beach": _beach,
    "cafe": _cafe,
    "forest": _forest,
    "mountain": _mountain,
    "city": _city,
    "studio": _studio,
    "field": _field,
}
