"""Files of a site by the path that the web app has for the product's."""

from shared.sites.brand import MEDIA_TYPES, Brand
from shared.sites.icons import icon


def site_file(brand: Brand, path: str) -> tuple[bytes, str] | None:
    """Content and media type of a file; None where the site has none, and the product's stands for it."""
    folder, _, name = path.partition("/")
    media_type = MEDIA_TYPES.get(path[path.rindex(".") :]) if "." in name else None
    content = icon(brand, name) if folder == "icons" else brand.read(path) if folder in ("pages", "fonts") else None
    return (content, media_type) if content is not None and media_type else None
