"""The weight of a page: the bytes a browser loads for it, compressed as the gateway sends them. A film begins after the
page is loaded, where data are welcome, and does not count; its poster does."""

import gzip
import re
from functools import lru_cache

from lander.web.assets import Assets

# Relative, in quotes: the picture for previews of links has an absolute URL, and no visitor loads it.
REFERENCE = re.compile(r"[\"']/landers/static/([\w./-]+?)(?<!\.mp4)(?<!\.webm)[?\"']")
# What the stylesheet loads for a Latin page; other fonts stand behind unicode ranges.
OF_STYLES = ("grain.webp", "fonts/bricolage-700-latin.woff2", "fonts/figtree-latin.woff2")


def weight_of(html: str, assets: Assets) -> int:
    """Bytes of the page, its stylesheets, script, pictures and fonts; the theme of a site is a few hundred more."""
    names = {*REFERENCE.findall(html), *(name for name in OF_STYLES if assets.find(name))}
    return len(gzip.compress(html.encode(), 6)) + sum(_sent(assets, name) for name in names)


@lru_cache(200)
def _sent(assets: Assets, name: str) -> int:
    asset = assets.find(name)
    if asset is None:
        return 0
    return len(gzip.compress(asset.content, 6)) if asset.media_type.startswith("text/") else len(asset.content)
