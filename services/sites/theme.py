"""A brand's hue, as the colours of the design: hue and saturation change, contrast holds.

The colours are those of `webapp/src/styles/tokens.css` that carry the brand; a test holds the two lists together.
"""

from math import atan2, cbrt, cos, degrees, hypot, radians, sin

# Light and dark, as the design language says them; the hue they were drawn in.
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

# Teal is as colourful as screens can show it; most other hues look grey with as little.
LIVELIER = 1.35

Channels = tuple[float, float, float]


def theme_css(hue: int) -> str:
    """The style sheet that turns the design's own hue into this one; empty for the hue it has already."""
    if hue == DESIGNED_HUE:
        return ""
    lines = [f"--{name}:light-dark({turned(light, hue)},{turned(dark, hue)});" for name, (light, dark) in BRAND.items()]
    deep, deeper = turned("#034e5a", hue), turned("#0b2b3a", hue)
    evening = (
        f"radial-gradient(120% 90% at 85% 0%,rgb(205 23 90/.42),transparent 60%),"
        f"linear-gradient(150deg,{deep},{deeper} 60%,#1a1630)"
    )
    # Twice, so that it wins over the design's own sheet, whichever of the two the browser reads last.
    return f":root:root{{{''.join(lines)}--evening:{evening}}}\n"


def turned(colour: str, hue: int) -> str:
    """The colour in another hue and as light to the eye, a little greyer where a screen could not show it."""
    wanted = luminance(colour)
    lightness, chroma, was = _to_oklch(colour)
    chroma *= LIVELIER
    angle = was + hue - DESIGNED_HUE
    while not _is_shown(_from_oklch(lightness, chroma, angle)):
        chroma -= 0.002
    low, high = max(0.0, lightness - 0.2), min(1.0, lightness + 0.2)
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if _luminance(_from_oklch(middle, chroma, angle)) < wanted else (low, middle)
    return _hex(_from_oklch((low + high) / 2, chroma, angle))


def contrast(one: str, other: str) -> float:
    """As WCAG counts it: 1 is none, 21 is black on white."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    return _luminance(_linear(colour))


def _luminance(linear: Channels) -> float:
    red, green, blue = (min(1.0, max(0.0, channel)) for channel in linear)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(colour: str) -> Channels:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _expanded(red), _expanded(green), _expanded(blue)


def _expanded(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _hex(linear: Channels) -> str:
    shown = (min(1.0, max(0.0, channel)) for channel in linear)
    packed = (12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055 for channel in shown)
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in packed)


def _is_shown(linear: Channels) -> bool:
    return all(-0.0005 <= channel <= 1.0005 for channel in linear)


# Björn Ottosson's OKLab.
def _to_oklch(colour: str) -> Channels:
    red, green, blue = _linear(colour)
    long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    return lightness, hypot(a, b), degrees(atan2(b, a)) % 360


def _from_oklch(lightness: float, chroma: float, hue: float) -> Channels:
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
