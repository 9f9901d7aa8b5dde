"""The sandboxed decoder: `python -I image_subprocess.py KIND CROP`, the upload on stdin, the files on stdout.

It imports no module of ours, and sets its resource limits before it reads a byte.
"""

import json
import resource
import sys

MEGABYTE = 1 << 20
LIMITS = {
    # Memory the process writes to: heap, stacks, decoded pictures. RLIMIT_AS also counts mapped libraries that are
    # never touched, which take more address space than the pictures.
    resource.RLIMIT_DATA: 256 * MEGABYTE,
    resource.RLIMIT_AS: 1024 * MEGABYTE,
    resource.RLIMIT_CPU: 5,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_NOFILE: 64,
}
for name, most in LIMITS.items():
    resource.setrlimit(name, (most, most))

import base64  # noqa: E402
from typing import Any  # noqa: E402

import dhash  # type: ignore[import-untyped]  # noqa: E402
import pyvips  # noqa: E402
import thumbhash  # type: ignore[import-untyped]  # noqa: E402
from PIL import Image  # noqa: E402

WIDTHS = {"160": 74, "400": 76, "800": 78}  # with WebP's quality
# Widths of a page's pictures: columns and phones by their pixels a point. The largest AVIF has at most so many bytes.
PAGE_WIDTHS, MOST_BYTES, QUALITIES = (400, 800, 1200), 90_000, (55, 45, 36, 28, 20)
LARGEST, CUT_LARGEST = 1600, 1000
SMALLER = {"size": "down", "output_profile": "srgb"}
BACKGROUND = [251, 249, 247]  # in place of transparency
TINY_WIDTH, LOCKED_WIDTH = 32, 240
# A fingerprint is of the whole picture and of its centre, with the edges cropped, each also mirrored.
FINGERPRINT_SIDE, CUT_EDGES = 128, (0, 0.03, 0.06, 0.09, 0.12)
LOADERS = {"jpeg": "VipsForeignLoadJpeg", "png": "VipsForeignLoadPng", "webp": "VipsForeignLoadWebp"}


def loaded(kind: str, cut: str, content: bytes) -> Any:
    """Decode to memory: upright, in sRGB, not larger than our files need."""
    if kind == "heic":
        return _from_heic(content, cut)
    if kind == "avif":
        return _from_avif(content, cut)
    # All decoders but that of the detected type are blocked, so a polyglot file is decoded as this type only.
    pyvips.operation_block_set("VipsForeignLoad", True)
    pyvips.operation_block_set(LOADERS[kind], False)
    header = pyvips.Image.new_from_buffer(content, "", access="sequential")
    side = _side(header, cut)
    is_bare_cmyk = header.interpretation == "cmyk" and not header.get_typeof("icc-profile-data")
    del header  # a decoder of its own, with memory of its own
    if is_bare_cmyk:
        full = pyvips.Image.new_from_buffer(content, "", access="sequential", fail_on="truncated")
        return _from_inks(full).thumbnail_image(side, height=side, **SMALLER).copy_memory()
    # Shrinks while it decodes, so that JPEG and WebP are never in memory at their full size. The parameter `fail_on`
    # would not reach the decoder.
    image = pyvips.Image.thumbnail_buffer(content, side, height=side, option_string="fail_on=truncated", **SMALLER)
    return image.copy_memory()


def _from_inks(image: Any) -> Any:
    """Convert CMYK without a profile as browsers do: each ink takes its share of the light that black leaves.

    libvips would assume the profile of a printing press, which is duller than what the member sees of the file.
    """
    light = 255 - image
    colours = light.extract_band(0, n=3) * light.extract_band(3) / 255
    return colours.round("rint").cast("uchar").copy(interpretation="srgb")


def _side(image: Any, cut: str) -> int:
    """The target size: at most 1600 a side; for a crop, so large that the shorter side keeps 1000."""
    shape = max(image.width, image.height) / min(image.width, image.height)
    return max(LARGEST, round(CUT_LARGEST * shape)) if cut == "portrait" else LARGEST


def _from_heic(content: bytes, cut: str) -> Any:
    import io

    import pi_heif  # type: ignore[import-untyped]

    pi_heif.options.DECODE_THREADS = 1
    # libheif applies the rotation of the container; the EXIF orientation must not be applied again.
    found = pi_heif.open_heif(io.BytesIO(content))
    width, height = found.size
    bands = len(found.mode)
    # The decoded buffer without a copy; its stride may be larger than the width.
    pixels = found.data
    image = pyvips.Image.new_from_memory(pixels, found.stride // bands, height, bands, "uchar")
    image = image.crop(0, 0, width, height).copy(interpretation="srgb" if bands >= 3 else "b-w")
    if profile := found.info.get("icc_profile"):
        image.set_type(pyvips.GValue.blob_type, "icc-profile-data", profile)
    side = _side(image, cut)
    # Copied before `found`, which owns the buffer, is freed.
    return image.thumbnail_image(side, height=side, **SMALLER).copy_memory()


def _from_avif(content: bytes, cut: str) -> Any:
    import io

    from PIL import AvifImagePlugin, ImageOps

    # dav1d in Pillow takes half the memory of libaom in libvips.
    AvifImagePlugin.DEFAULT_MAX_THREADS = 1
    found: Image.Image = Image.open(io.BytesIO(content), formats=["AVIF"])
    profile = found.info.get("icc_profile")
    # Shrunk by a whole number first, so that only a small picture is copied. Rotation is in the EXIF orientation, to
    # which Pillow adds that of the container.
    found = ImageOps.exif_transpose(found.reduce(max(1, min(found.size) // _side(found, cut))))
    image = pyvips.Image.new_from_memory(found.tobytes(), *found.size, len(found.getbands()), "uchar")
    image = image.copy(interpretation="srgb")
    if profile:
        image.set_type(pyvips.GValue.blob_type, "icc-profile-data", profile)
    side = _side(image, cut)
    return image.thumbnail_image(side, height=side, **SMALLER).copy_memory()


def plain(image: Any) -> Any:
    """Convert to three bands of eight bits, without transparency."""
    if image.hasalpha():
        image = image.flatten(background=BACKGROUND if image.bands > 2 else BACKGROUND[:1])
    if image.interpretation != "srgb":
        image = image.colourspace("srgb")
    return image.cast("uchar").extract_band(0, n=3).copy_memory()


def cut_to_portrait(image: Any) -> Any:
    """Crop to 4:5: the upper part of a tall picture, where faces are; the most salient part of a wide one."""
    width, height = image.width, image.height
    if width * 5 > height * 4:
        return image.smartcrop(height * 4 // 5, height, interesting="attention").copy_memory()
    wanted = width * 5 // 4
    return image.crop(0, (height - wanted) // 4, width, wanted).copy_memory()


def fingerprint_of(image: Any) -> bytes:
    """Difference hashes of 16 bytes each, the first of the uncropped picture."""
    small = image.thumbnail_image(FINGERPRINT_SIDE, height=FINGERPRINT_SIDE, size="force").colourspace("b-w")
    grey = Image.frombytes("L", (FINGERPRINT_SIDE, FINGERPRINT_SIDE), bytes(small.extract_band(0).write_to_memory()))
    hashes = []
    for share in CUT_EDGES:
        edge = int(FINGERPRINT_SIDE * share / 2)
        inner = grey.crop((edge, edge, FINGERPRINT_SIDE - edge, FINGERPRINT_SIDE - edge))
        hashes += [inner, inner.transpose(Image.Transpose.FLIP_LEFT_RIGHT)]
    return b"".join(dhash.dhash_int(each).to_bytes(16) for each in hashes)


def main(kind: str, cut: str) -> None:
    """Read a picture from stdin; write a line of JSON and the files it has sizes of to stdout."""
    decoded = loaded(kind, cut, sys.stdin.buffer.read())
    image = plain(decoded)
    fingerprint = fingerprint_of(image)
    if cut == "portrait":
        image = cut_to_portrait(image)
    tiny = image.thumbnail_image(TINY_WIDTH, height=100, size="down").copy_memory()
    if cut == "page":
        files = _page_files(_with_transparency(decoded))
    else:
        files = {
            name: _webp(_at_most(image, int(name), is_portrait=cut == "portrait"), quality)
            for name, quality in WIDTHS.items()
        }
        # Scaled up from 32 pixels and blurred again: the original cannot be recovered.
        blurred = tiny.gaussblur(1.6).resize(LOCKED_WIDTH / tiny.width, kernel="cubic").gaussblur(6)
        files["locked"] = _webp(blurred, 60)
    pixels = list(bytes(tiny.bandjoin(255).write_to_memory()))
    header = {
        "files": [(name, len(content)) for name, content in files.items()],
        "thumbhash": base64.b64encode(bytes(thumbhash.rgba_to_thumb_hash(tiny.width, tiny.height, pixels))).decode(),
        "width": image.width,
        "height": image.height,
        "fingerprint": base64.b64encode(fingerprint).decode(),
        "detail": round(tiny.colourspace("b-w").deviate(), 2),
    }
    sys.stdout.buffer.write(json.dumps(header).encode() + b"\n" + b"".join(files.values()))


def _with_transparency(image: Any) -> Any:
    """Convert to eight bits of sRGB and, for a logo, its transparency."""
    if image.interpretation != "srgb":
        image = image.colourspace("srgb")
    return image.cast("uchar").extract_band(0, n=4 if image.hasalpha() else 3).copy_memory()


def _page_files(image: Any) -> dict[str, bytes]:
    """Files of a page's picture by their names: AVIF, and WebP for browsers without it."""
    files = {}
    quality = next(each for each in QUALITIES if each == QUALITIES[-1] or _fits(image, each))
    for width in PAGE_WIDTHS:
        small = _at_most(image, width, is_portrait=False).copy_memory()
        files[f"{width}.avif"] = _avif(small, quality)
        files[f"{width}.webp"] = _webp(small, quality + 20)
    return files


def _fits(image: Any, quality: int) -> bool:
    return len(_avif(_at_most(image, PAGE_WIDTHS[-1], is_portrait=False), quality)) <= MOST_BYTES


def _avif(image: Any, quality: int) -> bytes:
    # More effort makes files hardly smaller, and would take the child's whole time.
    content: bytes = image.heifsave_buffer(Q=quality, compression="av1", effort=0, strip=True)
    return content


def _at_most(image: Any, width: int, *, is_portrait: bool) -> Any:
    if is_portrait and image.width >= width:
        return image.thumbnail_image(width, height=width * 5 // 4, size="force")
    return image.thumbnail_image(width, height=width * 4, size="down")


def _webp(image: Any, quality: int) -> bytes:
    content: bytes = image.webpsave_buffer(Q=quality, effort=4, strip=True)
    return content


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2])
    except Exception as problem:
        print(type(problem).__name__, file=sys.stderr)
        sys.exit(3)
