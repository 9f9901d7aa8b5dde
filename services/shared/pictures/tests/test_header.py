import pytest

from shared.pictures.errors import PictureRefused
from shared.pictures.header import Limits, read_header
from shared.pictures.tests import makers


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (makers.jpeg, "jpeg"),
        (makers.camera_jpeg, "jpeg"),
        (makers.cmyk_jpeg, "jpeg"),
        (makers.grey_png, "png"),
        (makers.palette_png, "png"),
        (makers.webp, "webp"),
        (makers.lossless_webp, "webp"),
        (makers.transparent_webp, "webp"),
        (makers.heic, "heic"),
        (makers.avif, "avif"),
    ],
)
def test_the_first_bytes_say_type_and_size(make: object, kind: str) -> None:
    header = read_header(make(), Limits())  # type: ignore[operator]

    assert (header.kind, header.width, header.height) == (kind, 600, 800)


REFUSED = {
    "nothing": (b"", "photo_empty"),
    "text": (b"just words, nothing to see", "photo_wrong_type"),
    "a page": (b"<html><script>alert(1)</script></html>", "photo_wrong_type"),
    "a gif": (makers.animated("GIF"), "photo_wrong_type"),
    "svg": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "photo_wrong_type"),
    "an archive": (b"PK\x03\x04" + bytes(100), "photo_wrong_type"),
    "a moving png": (makers.animated("PNG"), "photo_animated"),
    "a moving webp": (makers.animated("WEBP"), "photo_animated"),
    "a moving avif": (makers.animated("AVIF"), "photo_animated"),
    "a moving avif that says it is a still": (b"\0\0\0\x18ftypavif\0\0\0\0avifavis" + bytes(40), "photo_animated"),
    "a large avif": (makers.saved(makers.scene(4200, 4200), "AVIF", speed=10), "photo_too_many_pixels"),
    "too many pixels": (makers.claiming_png(9_000, 9_000), "photo_too_many_pixels"),
    "a very long line": (makers.claiming_png(60_000, 300), "photo_too_many_pixels"),
    "the largest there is": (makers.claiming_png(2**31 - 1, 2**31 - 1), "photo_too_many_pixels"),
    "too small": (makers.jpeg(199, 400), "photo_too_small"),
    "no pixels": (makers.claiming_png(0, 0), "photo_too_small"),
    "a magic number alone": (b"\xff\xd8\xff", "photo_broken"),
    "half a header": (makers.jpeg()[:30], "photo_broken"),
    "a png without a head": (b"\x89PNG\r\n\x1a\n" + bytes(40), "photo_broken"),
    "a webp of no kind": (b"RIFF\0\0\0\0WEBPxxxx" + bytes(40), "photo_broken"),
    "a film": (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(40), "photo_wrong_type"),
    "a sequence": (b"\0\0\0\x18ftyphevc\0\0\0\0mif1hevc" + bytes(40), "photo_animated"),
    "heic without a size": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(40), "photo_broken"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_every_other_file_is_refused_by_its_first_bytes(what: str) -> None:
    content, code = REFUSED[what]

    with pytest.raises(PictureRefused) as refused:
        read_header(content, Limits())

    assert (refused.value.code, refused.value.field) == (code, "photo")


def test_a_file_beyond_the_limit_is_not_read() -> None:
    with pytest.raises(PictureRefused, match="photo_too_large"):
        read_header(makers.jpeg(), Limits(most_bytes=1000))


@pytest.mark.parametrize("make", [makers.jpeg, makers.grey_png, makers.webp, makers.heic, makers.avif])
def test_a_header_cut_anywhere_is_a_refusal_and_nothing_else(make: object) -> None:
    whole: bytes = make()  # type: ignore[operator]

    for length in range(min(len(whole), 700)):
        try:
            read_header(whole[:length], Limits())
        except PictureRefused:
            continue
