"""The style sheet of a site that every page loads: colours, fonts and logo, where they differ from the product's."""

from collections.abc import Iterator
from typing import Literal

from shared.sites.brand import Brand
from shared.sites.document import Document
from shared.sites.theme import theme_css

# As in webapp/src/styles/tokens.css.
STACKS = {
    "figtree": "Figtree,'Figtree Fallback',Emoji,system-ui,sans-serif",
    "bricolage": "'Bricolage Grotesque','Bricolage Fallback',Emoji,system-ui,sans-serif",
    "system": "Emoji,system-ui,sans-serif",
}
Font = Literal["figtree", "bricolage", "system"]


class Fonts(Document):
    """Fonts by the product's names. Bricolage is bold alone."""

    text: Literal["figtree", "system"] = "figtree"
    headline: Font = "bricolage"


def site_css(hue: int, fonts: Fonts, brand: Brand) -> str:
    """The style sheet; empty for the product's own look."""
    logo = f":root{{--logo:url({brand.address('icon.svg')});--logo-radius:0}}\n" if brand.logo_version else ""
    return theme_css(hue) + "".join(_fonts(fonts, brand)) + logo


def _fonts(fonts: Fonts, brand: Brand) -> Iterator[str]:
    usual = Fonts()
    for use, name, weights in (("text", fonts.text, "400 700"), ("headline", fonts.headline, "700")):
        stack = STACKS[name]
        if version := brand.version(f"fonts/{use}.woff2"):
            source = f"url(/fonts/{use}.woff2?v={version}) format('woff2')"
            yield f"@font-face{{font-family:'Own {use}';src:{source};font-weight:{weights};font-display:swap}}\n"
            stack = f"'Own {use}',{stack}"
        if stack != STACKS[getattr(usual, use)]:
            yield f":root:root{{--font-{use}:{stack}}}\n"
