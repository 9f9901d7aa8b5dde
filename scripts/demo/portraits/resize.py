"""The sizes of a photo, as profiles makes them of uploaded ones."""

from pathlib import Path

import pyvips

WIDTHS = {160: 80, 400: 82, 800: 76}  # and the WebP quality of each
LOCKED_WIDTH = 200  # blurred: more pixels show no more


def write_sizes(photo: Path, folder: Path) -> None:
    """Write `<photo>-160.webp`, `-400`, `-800` and the blurred `-locked` into `folder`."""
    stem = folder / photo.stem
    image = pyvips.Image.new_from_file(str(photo)).copy_memory()
    for width, quality in WIDTHS.items():
        if width * 1.25 >= image.width:  # encoding again costs time and saves few bytes; enlarging adds bytes
            Path(f"{stem}-{width}.webp").write_bytes(photo.read_bytes())
        else:
            image.resize(width / image.width).webpsave(f"{stem}-{width}.webp", Q=quality, effort=2, strip=True)
    tiny = image.shrink(20, 20)
    blurred = tiny.gaussblur(1.6).resize(LOCKED_WIDTH / tiny.width, kernel="cubic").gaussblur(3)
    blurred.webpsave(f"{stem}-locked.webp", Q=60, effort=2, strip=True)
