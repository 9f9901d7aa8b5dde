"""Faults of the files beside a site's document: their names, weights, and what is in them."""

from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from shared.sites.brand import LOGO, Brand
from shared.sites.fault import Fault
from shared.sites.icons import DRAWN, drawn
from shared.sites.model import Site
from shared.sites.svg import svg_faults
from shared.sites.theme import contrast

KIB = 1024
# A ConfigMap holds one MiB of base64.
MOST_OF_ALL = 700 * KIB
MOST_OF_LOGO = 32 * KIB
MOST_OF_ICON = 120 * KIB
# --bg of webapp/src/styles/tokens.css. Of a logo in small, this share has to differ from it by this ratio.
GROUNDS = {"light": "#fbf9f7", "dark": "#0c1316"}
LOOKED_AT, SEEN, LEAST_SEEN = 24, 1.5, 0.04


def brand_faults(site: Site, brand: Brand) -> Iterator[Fault]:
    """All faults of a site's files."""
    for name, path in brand.files.items():
        match name.split("/"):
            case [only] if only == LOGO:
                yield from _of_logo(path)
            case ["icons", icon] if icon in DRAWN:
                yield from _of_icon(path, DRAWN[icon][0])
            case ["icons", _]:
                yield Fault(path, 1, f"is no icon; there are {', '.join(DRAWN)}")
            case _:
                yield Fault(path, 1, "is no file of a site")
    if icons := [path for name, path in brand.files.items() if name.startswith("icons/") and LOGO not in brand.files]:
        yield Fault(icons[0], 1, f"needs {LOGO} in the site's folder, which pages show")
    if (size := sum(path.stat().st_size for path in brand.files.values())) > MOST_OF_ALL:
        yield Fault(next(iter(brand.files.values())).parent, 1, f"{_kib(size)} of files; at most {_kib(MOST_OF_ALL)}")


def _of_logo(path: Path) -> Iterator[Fault]:
    content = path.read_bytes()
    yield from _too_heavy(path, content, MOST_OF_LOGO)
    found = [Fault(path, line, text) for line, text in svg_faults(content)]
    yield from found
    if found:
        return
    try:
        picture = Image.open(BytesIO(drawn(content, LOOKED_AT, 1.0)))
    except ValueError as error:
        yield Fault(path, 1, str(error))
        return
    for theme, ground in GROUNDS.items():
        if _seen(picture, ground) < LEAST_SEEN:
            yield Fault(path, 1, f"cannot be seen on the {theme} ground, {ground}: give it a ground of its own")


def _seen(picture: Image.Image, ground: str) -> float:
    """The share of a picture that differs from this ground."""
    shown = Image.new("RGBA", picture.size, ground)
    shown.alpha_composite(picture.convert("RGBA"))
    counted = Counter(f"#{pixel.hex()}" for pixel in _pixels(shown.convert("RGB").tobytes()))
    return sum(count for colour, count in counted.items() if contrast(colour, ground) >= SEEN) / counted.total()


def _pixels(content: bytes) -> Iterator[bytes]:
    return (content[at : at + 3] for at in range(0, len(content), 3))


def _of_icon(path: Path, side: int) -> Iterator[Fault]:
    yield from _too_heavy(path, path.read_bytes(), MOST_OF_ICON)
    try:
        with Image.open(path, formats=["PNG"]) as image:
            size = image.size
            if size == (side, side):
                image.load()
            else:
                yield Fault(path, 1, f"is {size[0]} x {size[1]}; it has to be {side} x {side}")
    except (UnidentifiedImageError, OSError, ValueError):
        yield Fault(path, 1, "is no PNG")


def _too_heavy(path: Path, content: bytes, most: int) -> Iterator[Fault]:
    if len(content) > most:
        yield Fault(path, 1, f"has {_kib(len(content))}; at most {_kib(most)}")


def _kib(size: int) -> str:
    return f"{-(-size // KIB)} KiB"
