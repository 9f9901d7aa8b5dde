"""Every hue keeps the contrast the design was drawn with."""

import re
from itertools import chain, product
from pathlib import Path

import pytest
from shared.sites import SiteDirectory
from shared.sites.theme import BRAND, DESIGNED_HUE, contrast, theme_css, turned

TOKENS = Path(__file__).resolve().parents[4] / "webapp" / "src" / "styles" / "tokens.css"
SITES = SiteDirectory()
GROUNDS = {"light": ("#fbf9f7", "#ffffff", "#f2efec"), "dark": ("#0c1316", "#131c20", "#0f171a")}
HUES = sorted({*range(0, 360, 15), *(SITES.get(key).hue for key in SITES.site_keys())})


def test_the_brand_colours_are_the_designs() -> None:
    written = TOKENS.read_text("utf-8")
    for name, (light, dark) in BRAND.items():
        found = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", written)
        assert found, name
        assert tuple(_long(colour) for colour in found.groups()) == (light, dark), name


def test_the_designs_own_hue_changes_nothing() -> None:
    assert theme_css(DESIGNED_HUE) == ""
    assert all(turned(colour, DESIGNED_HUE) == colour for colour in chain(*BRAND.values()))


@pytest.mark.parametrize("hue", HUES)
def test_contrast_holds_in_every_hue(hue: int) -> None:
    for theme, index in (("light", 0), ("dark", 1)):
        colour = {name: turned(pair[index], hue) for name, pair in BRAND.items()}
        text = [("on-primary", "primary"), ("on-primary-soft", "primary-soft")]

        assert all(contrast(colour[one], colour[other]) >= 4.5 for one, other in text)
        assert contrast("#ffffff", colour["bubble-me"]) >= 4.5
        for name, ground in product(("link", "primary"), GROUNDS[theme]):
            assert contrast(colour[name], ground) >= 4.5, (name, ground)
        assert all(contrast(colour["focus"], ground) >= 3 for ground in GROUNDS[theme])


def _long(colour: str) -> str:
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])
