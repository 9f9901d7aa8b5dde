"""Files as cameras and mischief make them, made when they are needed."""

import io
import struct
import zlib
from functools import cache

import pillow_heif
import pyvips
from PIL import Image, ImageCms, ImageDraw

pillow_heif.register_heif_opener()

GPS_IFD, ORIENTATION, MAKE, USER_COMMENT = 0x8825, 0x0112, 0x010F, 0x9286


def scene(width: int = 600, height: int = 800) -> Image.Image:
    """Something to see: green above, red below, a light disc at the left of the top."""
    picture = Image.new("RGB", (width, height), (40, 140, 70))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, height // 2, width, height), fill=(190, 40, 50))
    draw.ellipse((0, 0, width // 3, width // 3), fill=(240, 235, 220))
    return picture


def saved(picture: Image.Image, kind: str, **options: object) -> bytes:
    target = io.BytesIO()
    picture.save(target, kind, **options)
    return target.getvalue()


@cache
def jpeg(width: int = 600, height: int = 800) -> bytes:
    return saved(scene(width, height), "JPEG", quality=88)


# How a picture lies in its file for each orientation that EXIF can say.
AS_WRITTEN = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def camera_jpeg(orientation: int = 1) -> bytes:
    """A photo with the metadata of a phone: the place to the metre, the maker, a comment, a small picture inside."""
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif[MAKE] = "Secretphone"
    gps = exif.get_ifd(GPS_IFD)
    gps.update({1: "N", 2: (52.0, 5.0, 27.84), 3: "E", 4: (5.0, 7.0, 17.4)})
    exif[GPS_IFD] = gps
    picture = scene()
    if orientation in AS_WRITTEN:
        picture = picture.transpose(AS_WRITTEN[orientation])
    xmp = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>Secretplace</x:xmpmeta>"
    return saved(picture, "JPEG", quality=88, exif=exif.tobytes(), comment=b"Secretcomment", xmp=xmp)


def cmyk_jpeg() -> bytes:
    """Inks inverted, as Adobe writes them, and no profile."""
    return saved(scene().convert("CMYK"), "JPEG", quality=88)


def in_profile(kind: str, profile: str = "p3", **options: object) -> bytes:
    """The scene with its colours in the space of a profile that libvips brings along: a display's, or a press's."""
    target = ImageCms.ImageCmsProfile(io.BytesIO(pyvips.Image.profile_load(profile)))
    mode = "CMYK" if profile == "cmyk" else "RGB"
    made = ImageCms.profileToProfile(scene(), ImageCms.createProfile("sRGB"), target, outputMode=mode)
    assert made is not None
    return saved(made, kind, icc_profile=target.tobytes(), **options)


def progressive_jpeg() -> bytes:
    return saved(scene(), "JPEG", quality=88, progressive=True)


def grey_png() -> bytes:
    return saved(scene().convert("L"), "PNG")


def deep_png() -> bytes:
    """Sixteen bits a colour, as scanners and editors write."""
    eight = scene()
    wide = b"".join(
        b"\0" + bytes(byte for value in eight.crop((0, y, 600, y + 1)).tobytes() for byte in (value, value))
        for y in range(800)
    )
    return _png(600, 800, wide, bits=16)


def palette_png() -> bytes:
    return saved(scene().quantize(16), "PNG")


def webp() -> bytes:
    return saved(scene(), "WEBP", quality=80)


def lossless_webp() -> bytes:
    return saved(scene(), "WEBP", lossless=True)


def transparent_webp() -> bytes:
    return saved(scene().convert("RGBA"), "WEBP", quality=80, exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0")


def heic() -> bytes:
    exif = Image.Exif()
    exif[MAKE] = "Secretphone"
    return saved(scene(), "HEIF", quality=60, exif=exif.tobytes())


def avif(orientation: int = 1, mode: str = "RGB") -> bytes:
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKE] = orientation, "Secretphone"
    picture = scene().convert(mode)
    if orientation in AS_WRITTEN:
        picture = picture.transpose(AS_WRITTEN[orientation])
    return saved(picture, "AVIF", quality=80, speed=10, exif=exif.tobytes())


def animated(kind: str) -> bytes:
    frames = [scene(220, 240), scene(220, 240).transpose(Image.Transpose.FLIP_TOP_BOTTOM)]
    return saved(frames[0], kind, save_all=True, append_images=frames[1:], duration=100)


def claiming_png(width: int, height: int) -> bytes:
    """A small file that says it is very large."""
    return _png(width, height, b"\0" * 1000, bits=8)


def _png(width: int, height: int, lines: bytes, *, bits: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, bits, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def lying_jpeg() -> bytes:
    """Says 600 x 800 in a header of its own, and then is something else."""
    whole = jpeg()
    return whole[:400] + b"\x00" * (len(whole) - 400)
