"""From drawing to photograph: lens blur, light, grain, and the files a browser asks for."""

import base64
from functools import cache
from pathlib import Path

import pyvips
import thumbhash  # type: ignore[import-untyped]

from .cast import Model
from .figure import draw_person
from .scenes import LIGHTS, draw_scene
from .sheet import Sheet
from .take import Take

WIDTHS = {160: 80, 400: 82, 800: 76}  # and the WebP quality of each
LOCKED_WIDTH = 400


def photograph(model: Model, take: Take) -> pyvips.Image:
    """The finished photo, 800 by 1000."""
    figure = _render(draw_person(model.person, take), 1)
    alpha = figure.extract_band(3) / 255
    light = LIGHTS[take.scene]
    scene = _render(draw_scene(take.scene, take.variant), 4).extract_band(0, n=3).gaussblur(light.blur)
    backdrop = scene.resize(4, kernel="cubic").crop(0, 0, 800, 1000)
    lit = figure.extract_band(0, n=3).linear(list(light.tint), [0, 0, 0]) * _falloff(take.key_side)
    glow = _edge_light(figure, scene) * light.edge
    # Screened rather than added, so that bright edges never clip.
    lit = 255 - (255 - lit.cast("float")) * (255 - glow) / 255
    photo = lit * alpha + backdrop * (1 - alpha)
    return (photo * _vignette() + _grain()).cast("uchar").copy(interpretation="srgb").copy_memory()


def _render(sheet: Sheet, shrink: int) -> pyvips.Image:
    svg = sheet.svg(800 // shrink, 1000 // shrink)
    return pyvips.Image.svgload_buffer(svg.encode()).copy_memory()


def _edge_light(figure: pyvips.Image, scene: pyvips.Image) -> pyvips.Image:
    """What the surroundings spill over the outline of a person, strongest at the rim."""
    small = figure.extract_band(3).shrink(4, 4)
    outside = (255 - small).gaussblur(3.2) / 255
    spilled = scene.gaussblur(12) * outside * outside
    return spilled.resize(4, kernel="linear").crop(0, 0, 800, 1000)


@cache
def _falloff(side: int) -> pyvips.Image:
    """Brighter towards the key light, darker away from it and towards the lower edge."""
    sheet = Sheet()
    centre = (400 + side * 230, 300)
    sheet.path(
        "M0 0H800V1000H0Z", sheet.radial(centre, 860, (0, "#ffffff", 1), (0.45, "#e6e6e6", 1), (1, "#a0a0a0", 1))
    )
    return (_render(sheet, 1).extract_band(0) / 255 * 1.1).copy_memory()


@cache
def _vignette() -> pyvips.Image:
    sheet = Sheet()
    sheet.path("M0 0H800V1000H0Z", sheet.radial((400, 470), 720, (0.5, "#ffffff", 1), (1, "#cfcfcf", 1)))
    return (_render(sheet, 1).extract_band(0) / 255).copy_memory()


@cache
def _grain() -> pyvips.Image:
    return pyvips.Image.gaussnoise(800, 1000, sigma=3.2, mean=0, seed=7).gaussblur(0.5).copy_memory()


def write_files(photo: pyvips.Image, stem: Path) -> str:
    """Write every size and the locked variant beside each other; answer the thumbhash."""
    for width, quality in WIDTHS.items():
        sized = photo if width == photo.width else photo.resize(width / photo.width)
        sized.webpsave(f"{stem}-{width}.webp", Q=quality, effort=2, strip=True)
    tiny = photo.shrink(20, 20)
    veiled = tiny.gaussblur(1.6).resize(LOCKED_WIDTH / tiny.width, kernel="cubic").gaussblur(6)
    veiled.webpsave(f"{stem}-locked.webp", Q=60, effort=2, strip=True)
    pixels = list(bytes(tiny.bandjoin(255).write_to_memory()))
    return base64.b64encode(bytes(thumbhash.rgba_to_thumb_hash(tiny.width, tiny.height, pixels))).decode()
