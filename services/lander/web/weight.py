"""The weight of a page: the bytes a phone loads for it, compressed as the gateway sends them.

What is drawn lazily is no part of the first screen. A film begins after the page is loaded, where data are welcome, and
does not count; its poster does.
"""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from lander.domain.picture import Picture
from lander.web.assets import Assets

# Relative, in quotes: the picture for previews of links has an absolute URL, and no visitor loads it.
REFERENCE = re.compile(r"[\"']/landers/static/([\w./-]+?)(?<!\.mp4)(?<!\.webm)[?\"']")
OWN = re.compile(r"/landers/pictures/([0-9a-f]{32})/")
LAZY = re.compile(r"<picture>\s*<source[^>]*>\s*<img[^>]*loading=lazy[^>]*>\s*</picture>|<img[^>]*loading=lazy[^>]*>")
# What the stylesheet loads for a Latin page; other fonts stand behind unicode ranges.
OF_STYLES = ("grain.webp", "fonts/bricolage-700-latin.woff2", "fonts/figtree-latin.woff2")


@dataclass(frozen=True)
class Weight:
    """Bytes of the first screen, and of what follows while somebody scrolls."""

    first: int
    later: int


def weight_of(html: str, assets: Assets, pictures: Mapping[str, Picture]) -> Weight:
    """Bytes of the page, its stylesheets, script, pictures and fonts; the theme of a site is a few hundred more."""
    first = LAZY.sub("", html)
    names = {*REFERENCE.findall(first), *(name for name in OF_STYLES if assets.find(name))}
    lazy = set(REFERENCE.findall(html)) - names
    own = set(OWN.findall(first))
    return Weight(
        len(gzip.compress(html.encode(), 6))
        + sum(_sent(assets, name) for name in names)
        + sum(pictures[each].phone_bytes for each in own),
        sum(_sent(assets, name) for name in lazy)
        + sum(pictures[each].sizes["800.avif"] for each in set(OWN.findall(html)) - own),
    )


@lru_cache(200)
def _sent(assets: Assets, name: str) -> int:
    asset = assets.find(name)
    if asset is None:
        return 0
    return len(gzip.compress(asset.content, 6)) if asset.media_type.startswith("text/") else len(asset.content)
