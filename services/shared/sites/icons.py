"""Icons of a site: its own files, else drawn from its logo."""

from functools import lru_cache

from shared.sites.brand import LOGO, Brand

# Side in pixels, and the share of it that the logo takes. Phones cut maskable icons to their own shape: a circle of
# 80 % is always shown, whose inner square is 56 %. iOS puts black behind a transparent icon.
DRAWN = {
    "icon-180.png": (180, 0.72),
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "icon-maskable-512.png": (512, 0.56),
}
GROUND = (251, 249, 247)


def icon(brand: Brand, name: str) -> bytes | None:
    """An icon by its name; None where the site has neither the file nor a logo."""
    if (own := brand.read(f"icons/{name}")) is not None:
        return own
    logo = brand.read(LOGO)
    if logo is None or name == "icon.svg":
        return logo
    return drawn(logo, *DRAWN[name]) if name in DRAWN else None


@lru_cache(maxsize=64)
def drawn(logo: bytes, side: int, share: float) -> bytes:
    """A PNG of this side with the logo in its middle. Raises ValueError for a logo that cannot be drawn."""
    # Imported by the first brand with a logo: other processes start 50 ms earlier.
    import pyvips

    try:
        size = round(side * share)
        image = pyvips.Image.thumbnail_buffer(logo, size, height=size)
        if share < 1:
            image = image.flatten(background=GROUND)
            image = image.gravity("centre", side, side, extend="background", background=GROUND)
        return bytes(image.pngsave_buffer(strip=True))
    except pyvips.Error as error:
        raise ValueError("cannot be drawn") from error
