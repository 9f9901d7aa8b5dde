"""Colours of a brand: those of the design in another hue, with the same contrast. coloraide computes them.

The list is the part of `webapp/src/styles/tokens.css` that has the brand's hue; a test compares the two.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coloraide import Color

# Light and dark, as in the design language, and the hue they have there.
DESIGNED_HUE = 212
BRAND = {
    "primary": ("#006775", "#43bdd3"),
    "primary-hover": ("#034e5a", "#82d6e7"),
    "on-primary": ("#ffffff", "#00252c"),
    "primary-soft": ("#d9f4fa", "#0d3138"),
    "on-primary-soft": ("#034e5a", "#b5e8f3"),
    "bubble-me": ("#006775", "#0b5f6d"),
    "focus": ("#048092", "#82d6e7"),
    "link": ("#006775", "#82d6e7"),
}

# sRGB has less chroma in teal than in most other hues, which look grey with as little.
MORE_CHROMA = 1.35
# A channel of linear light this far outside sRGB is clipped without a visible change.
GAMUT_TOLERANCE = 0.0005


def theme_css(hue: int) -> str:
    """The style sheet that replaces the design's hue by this one; empty for the design's own hue."""
    if hue == DESIGNED_HUE:
        return ""
    lines = [f"--{name}:light-dark({turned(light, hue)},{turned(dark, hue)});" for name, (light, dark) in BRAND.items()]
    deep, deeper = turned("#034e5a", hue), turned("#0b2b3a", hue)
    evening = (
        f"radial-gradient(120% 90% at 85% 0%,rgb(205 23 90/.42),transparent 60%),"
        f"linear-gradient(150deg,{deep},{deeper} 60%,#1a1630)"
    )
    # :root twice is more specific than the design's own sheet, whichever of the two is loaded last.
    return f":root:root{{{''.join(lines)}--evening:{evening}}}\n"


@cache
def turned(colour: str, hue: int) -> str:
    """The colour in another hue with the same luminance, less saturated where sRGB cannot show it."""
    if hue == DESIGNED_HUE:
        return colour
    original = _color(colour)
    luminance = original.luminance()
    lightness, chroma, was = original.convert("oklch").coords(nans=False)
    chroma, angle = chroma * MORE_CHROMA, was + hue - DESIGNED_HUE
    while not _oklch(lightness, chroma, angle).in_gamut("srgb-linear", tolerance=GAMUT_TOLERANCE):
        chroma -= 0.002
    # Contrast is a ratio of luminances (WCAG 2), which differ between hues of one OKLCH lightness.
    low, high = max(0.0, lightness - 0.2), min(1.0, lightness + 0.2)
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if _shown(middle, chroma, angle).luminance() < luminance else (low, middle)
    return _shown((low + high) / 2, chroma, angle).to_string(hex=True)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2: 1 is none, 21 is black on white."""
    return _color(one).contrast(other, method="wcag21")


def _color(*given: Any) -> "Color":
    # Imported by the first brand of another hue: a process of identity starts 90 ms of CPU earlier without it.
    from coloraide import Color

    return Color(*given)


def _oklch(lightness: float, chroma: float, hue: float) -> "Color":
    return _color("oklch", [lightness, chroma, hue])


def _shown(lightness: float, chroma: float, hue: float) -> "Color":
    """The colour as a screen shows it, each channel clipped to sRGB."""
    return _oklch(lightness, chroma, hue).convert("srgb").clip()
