"""Files of a site by the path that the web app has for the product's."""

import json

from shared.sites.brand import MEDIA_TYPES, Brand
from shared.sites.icons import icon

# Texts that no page of the web app shows.
OF_SERVICES = {"mails", "lander", "prompts", "icebreakers"}


def site_file(brand: Brand, path: str) -> tuple[bytes, str] | None:
    """Content and media type of a file; None where the site has none, and the product's stands for it.

    `languages/pt.json` has all texts of the web app in a language of the site's own, by file and key.
    """
    folder, _, name = path.partition("/")
    media_type = MEDIA_TYPES.get(path[path.rindex(".") :]) if "." in name else None
    if folder == "languages":
        texts = brand.languages.get(name.removesuffix(".json"))
        shown = {file: found for file, found in texts.items() if file not in OF_SERVICES} if texts else None
        return (json.dumps(shown, ensure_ascii=False).encode(), "application/json") if shown else None
    content = icon(brand, name) if folder == "icons" else brand.read(path) if folder in ("pages", "fonts") else None
    return (content, media_type) if content is not None and media_type else None
