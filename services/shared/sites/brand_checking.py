"""Faults of the files of a site other than its document: names, weights and content."""

from collections import Counter
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

import yaml
from PIL import Image, UnidentifiedImageError

from shared.sites.brand import LOGO, read_phrases
from shared.sites.fault import Fault, line_of, tree_of, unreadable
from shared.sites.icons import DRAWN, drawn
from shared.sites.model import Site
from shared.sites.page_checking import PAGES, page_faults
from shared.sites.phrase_checking import phrase_faults
from shared.sites.svg import svg_faults
from shared.sites.theme import contrast

KIB = 1024
# A ConfigMap holds one MiB of base64.
MOST_OF_ALL = 700 * KIB
MOST_OF_LOGO = 32 * KIB
MOST_OF_ICON = 120 * KIB
MOST_OF_PAGE = 64 * KIB
MOST_OF_FONT = 80 * KIB
# --bg of webapp/src/styles/tokens.css. Of a logo in small, this share has to differ from it by this ratio.
GROUNDS = {"light": "#fbf9f7", "dark": "#0c1316"}
LOOKED_AT, SEEN, LEAST_SEEN = 24, 1.5, 0.04


def brand_faults(site: Site, files: Mapping[str, Path]) -> Iterator[Fault]:
    """All faults of a site's files, which are given by their path in its folder."""
    for name, path in files.items():
        match name.split("/"):
            case [only] if only == LOGO:
                yield from _of_logo(path)
            case ["icons", icon] if icon in DRAWN:
                yield from _of_icon(path, DRAWN[icon][0])
            case ["pages", locale, page] if page.removesuffix(".md") in PAGES and locale in site.locales:
                yield from _of_page(path)
                # In a language of the site's own it takes no page's place.
                others = [each for each in site.locales if each not in site.own_languages]
                if locale in others and (missing := [each for each in others if f"pages/{each}/{page}" not in files]):
                    yield Fault(path, 1, f"is missing in {', '.join(missing)}, where the product's would be shown")
            case ["pages", *_]:
                known = f"pages/<{'|'.join(site.locales)}>/<{'|'.join(PAGES)}>.md"
                yield Fault(path, 1, f"is no page of this site; they are {known}")
            case ["languages", *_]:
                pass  # language_checking.py
            case ["mails", file] if (locale := file.removesuffix(".yaml")) in site.own_languages:
                yield Fault(path, 1, f"is a language of the site's own: its texts are in languages/{locale}/mails.json")
            case ["mails", file] if (locale := file.removesuffix(".yaml")) in site.locales:
                yield from _of_phrases(path, locale)
            case ["mails", _]:
                yield Fault(path, 1, f"is in no language of this site; they are {', '.join(site.locales)}")
            case ["fonts", "text.woff2" | "headline.woff2"]:
                content = path.read_bytes()
                yield from _too_heavy(path, content, MOST_OF_FONT)
                if not content.startswith(b"wOF2"):
                    yield Fault(path, 1, "is no WOFF2")
            case ["fonts", _]:
                yield Fault(path, 1, "is no font of a site; there are text.woff2 and headline.woff2")
            case ["icons", _]:
                yield Fault(path, 1, f"is no icon; there are {', '.join(DRAWN)}")
            case _:
                yield Fault(path, 1, "is no file of a site")
    if icons := [path for name, path in files.items() if name.startswith("icons/") and LOGO not in files]:
        yield Fault(icons[0], 1, f"needs {LOGO} in the site's folder, which pages show")
    if (size := sum(path.stat().st_size for path in files.values())) > MOST_OF_ALL:
        yield Fault(next(iter(files.values())).parent, 1, f"{_kib(size)} of files; at most {_kib(MOST_OF_ALL)}")


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
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError):
        yield Fault(path, 1, "is no PNG")


def _of_page(path: Path) -> Iterator[Fault]:
    content = path.read_bytes()
    yield from _too_heavy(path, content, MOST_OF_PAGE)
    try:
        yield from (Fault(path, line, text) for line, text in page_faults(content.decode()))
    except UnicodeDecodeError as error:
        yield Fault(path, content.count(b"\n", 0, error.start) + 1, "is not UTF-8")


def _of_phrases(path: Path, locale: str) -> Iterator[Fault]:
    try:
        phrases = read_phrases(path)
    except (yaml.YAMLError, ValueError) as error:
        yield unreadable(path, error)
        return
    tree = tree_of(path)
    for key, text in phrase_faults(locale, phrases):
        yield Fault(path, line_of(tree, (key,)), f"{key}: {text}")


def _too_heavy(path: Path, content: bytes, most: int) -> Iterator[Fault]:
    if len(content) > most:
        yield Fault(path, 1, f"has {_kib(len(content))}; at most {_kib(most)}")


def _kib(size: int) -> str:
    return f"{-(-size // KIB)} KiB"
