"""Uploaded pictures as pages draw them: their files by width, their place in the frame, their description."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from shared.languages import Locale
from shared.pictures import PAGE_WIDTHS

from lander.domain.document import OwnPicture
from lander.domain.picture import Picture
from lander.web.context import wiring

TOKEN = "picture"  # noqa: S105 - the first part of what a token proves


@dataclass(frozen=True)
class DrawnPicture:
    """`avif` and `webp` are sources by width; `focus` is a class of `focus_styles`."""

    avif: str
    webp: str
    src: str
    width: int
    height: int
    alt: str
    focus: str


def picture_address(site: str, hashed: str, name: str, *, is_preview: bool) -> str:
    """The path of a file; that of a preview proves itself, because the picture may be on no live page."""
    path = f"/landers/pictures/{hashed}/{name}"
    return f"{path}?token={wiring().renderings.prove(TOKEN, site, hashed)}" if is_preview else path


def drawn_picture(
    use: OwnPicture, stored: Mapping[str, Picture], site: str, language: Locale, *, is_preview: bool
) -> DrawnPicture | None:
    """None for a picture that was taken away."""
    found = stored.get(use.picture)
    if found is None:
        return None

    def sources(kind: str) -> str:
        # A file is never wider than its upload: then the larger ones are the same, and named once.
        widths = {min(width, found.width): width for width in reversed(PAGE_WIDTHS)}
        addresses = {
            shown: picture_address(site, found.hash, f"{width}.{kind}", is_preview=is_preview)
            for shown, width in sorted(widths.items())
        }
        return ", ".join(f"{address} {shown}w" for shown, address in addresses.items())

    return DrawnPicture(
        avif=sources("avif"),
        webp=sources("webp"),
        src=picture_address(site, found.hash, "800.webp", is_preview=is_preview),
        width=found.width,
        height=found.height,
        alt=use.alt.get(language, ""),
        focus=_focus(use),
    )


def focus_styles(uses: Iterable[OwnPicture]) -> str:
    """A rule for each point that stays in view: the policy of a page forbids style attributes."""
    return "".join(sorted({f".{_focus(use)}{{object-position:{use.x}% {use.y}%}}" for use in uses}))


def _focus(use: OwnPicture) -> str:
    return f"focus-{use.x}-{use.y}"
