import io
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fsspec
import pytest
from PIL import Image

from shared.kit.core import Unavailable
from shared.pictures import PAGE_FILES, VARIANTS, Crop, PictureRefused, PictureStore, image_processing, process_image
from shared.pictures.tests import makers

GREEN, RED = (40, 140, 70), (190, 40, 50)


def shown(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def is_near(found: Any, wanted: tuple[int, int, int], within: int = 24) -> bool:
    return all(abs(one - other) <= within for one, other in zip(found, wanted, strict=True))


@pytest.mark.parametrize(
    "make",
    [
        makers.jpeg,
        makers.camera_jpeg,
        makers.progressive_jpeg,
        makers.deep_png,
        makers.palette_png,
        makers.webp,
        makers.transparent_webp,
        makers.heic,
        makers.avif,
    ],
)
def test_every_kind_becomes_our_sizes(make: Callable[[], bytes]) -> None:
    made = process_image(make())

    assert tuple(made.files) == VARIANTS
    sizes = [shown(made.files[name]).size for name in ("160", "400", "800")]
    assert sizes == [(160, 200), (400, 500), (600, 750)]  # never larger than the upload
    assert all(shown(content).format == "WEBP" for content in made.files.values())
    picture = shown(made.files["400"]).convert("RGB")
    assert is_near(picture.getpixel((390, 20)), GREEN)
    assert is_near(picture.getpixel((200, 480)), RED)
    assert made.detail > 4
    assert 20 <= len(made.thumbhash) <= 40


COLOURS = {
    "CMYK": makers.cmyk_jpeg,
    "CMYK of a press": lambda: makers.in_profile("JPEG", "cmyk", quality=95),
    "wide JPEG": lambda: makers.in_profile("JPEG", quality=95),
    "wide PNG": lambda: makers.in_profile("PNG"),
    "wide WebP": lambda: makers.in_profile("WEBP", quality=95),
    "wide AVIF": lambda: makers.in_profile("AVIF", quality=95, speed=10),
    "wide HEIC": lambda: makers.in_profile("HEIF", quality=95),
    "transparent AVIF": lambda: makers.avif(mode="RGBA"),
    "PNG of 16 bits": makers.deep_png,
}


@pytest.mark.parametrize("what", COLOURS)
def test_colours_stay_as_they_were(what: str) -> None:
    picture = shown(process_image(COLOURS[what]()).files["400"]).convert("RGB")

    # A press prints this green a little darker.
    assert is_near(picture.getpixel((390, 20)), GREEN, within=12)
    assert is_near(picture.getpixel((200, 480)), RED, within=9)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "AVIF"])
def test_a_grey_picture_stays_grey(kind: str) -> None:
    grey = makers.saved(Image.new("L", (400, 500), 120), kind)

    assert is_near(shown(process_image(grey).files["400"]).convert("RGB").getpixel((50, 50)), (120, 120, 120), within=3)


@pytest.mark.parametrize("make", [makers.camera_jpeg, makers.avif])
@pytest.mark.parametrize("orientation", range(2, 9))
def test_however_the_phone_was_held_the_picture_is_upright(make: Callable[[int], bytes], orientation: int) -> None:
    picture = shown(process_image(make(orientation)).files["400"]).convert("RGB")

    assert picture.size == (400, 500)
    assert is_near(picture.getpixel((390, 20)), GREEN)
    assert is_near(picture.getpixel((200, 480)), RED)
    assert is_near(picture.getpixel((30, 30)), (240, 235, 220))


@pytest.mark.parametrize("cut", [Crop.PORTRAIT, Crop.PAGE])
@pytest.mark.parametrize("make", [makers.camera_jpeg, makers.heic, makers.avif])
def test_nothing_the_camera_said_is_left(make: Callable[[], bytes], cut: Crop) -> None:
    brought = make()
    assert b"Secretphone" in brought

    for content in process_image(brought, cut=cut).files.values():
        assert b"Secret" not in content
        assert not {b"EXIF", b"XMP ", b"ICCP"} & {content[at : at + 4] for at in range(len(content))}
        assert not shown(content).getexif()


def test_metadata_of_a_picture_is_removed() -> None:
    made = process_image(makers.jpeg() + b"<script>alert(1)</script>PK\x03\x04")

    assert all(b"script" not in content and b"PK\x03\x04" not in content for content in made.files.values())


def test_a_locked_picture_is_too_little_to_see() -> None:
    locked = process_image(makers.jpeg()).files["locked"]

    assert len(locked) < 3000
    assert shown(locked).size[0] == 240


@pytest.mark.parametrize("size", [(4000, 1000), (1000, 4000)])
def test_of_a_panorama_enough_is_left(size: tuple[int, int]) -> None:
    assert shown(process_image(makers.jpeg(*size)).files["800"]).size == (800, 1000)


def test_a_chat_keeps_the_shape() -> None:
    assert shown(process_image(makers.jpeg(900, 450), cut=Crop.WHOLE).files["400"]).size == (400, 200)


def test_a_page_gets_avif_and_webp_in_three_widths() -> None:
    made = process_image(makers.jpeg(1600, 800), cut=Crop.PAGE)

    assert tuple(made.files) == PAGE_FILES
    shapes = [(shown(content).format, shown(content).size) for content in made.files.values()]
    assert shapes == [(kind, (width, width // 2)) for width in (400, 800, 1200) for kind in ("AVIF", "WEBP")]


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "AVIF"])
def test_a_logo_stays_transparent(kind: str) -> None:
    logo = Image.new("RGBA", (400, 200), (0, 0, 0, 0))
    logo.paste((190, 40, 50, 255), (100, 50, 300, 150))
    files = process_image(makers.saved(logo, kind), cut=Crop.PAGE).files

    assert {shown(content).mode for content in files.values()} == {"RGBA"}


@pytest.mark.parametrize("make", [makers.jpeg, makers.grey_png, makers.webp, makers.heic, makers.avif])
@pytest.mark.parametrize("part", [0.6])
def test_half_a_file_is_no_picture(make: Callable[[], bytes], part: float) -> None:
    whole = make()

    with pytest.raises(PictureRefused):
        process_image(whole[: int(len(whole) * part)])


@pytest.mark.parametrize("content", [makers.lying_jpeg(), makers.claiming_png(4000, 4000)])
def test_a_file_that_lies_is_broken(content: bytes) -> None:
    with pytest.raises(PictureRefused, match="photo_broken"):
        process_image(content)


LARGE = {
    "jpeg of 64 megapixels": lambda: large("JPEG", 8000, 8000, quality=10),
    "progressive jpeg of 48": lambda: large("JPEG", 8064, 6048, quality=10, progressive=True),
    "png of 64": lambda: large("PNG", 8000, 8000, compress_level=1),
    "transparent png of 50": lambda: large("PNG", 8160, 6120, mode="RGBA", compress_level=1),
    "jpeg panorama": lambda: large("JPEG", 16_000, 4_000, quality=10),
    "png panorama": lambda: large("PNG", 16_000, 4_000, compress_level=1),
    "webp of 48": lambda: large("WEBP", 8064, 6048, quality=10, method=0),
    "lossless webp of 48": lambda: large("WEBP", 8064, 6048, lossless=True, method=0),
    "avif of 17": lambda: large("AVIF", 4096, 4096, speed=10, subsampling="4:4:4"),
    "transparent avif of 17": lambda: large("AVIF", 4096, 4096, mode="RGBA", speed=10),
    "heic of 48": lambda: Path(__file__).with_name("48-megapixels.heic").read_bytes(),
}


def large(kind: str, width: int, height: int, *, mode: str = "RGB", **options: Any) -> bytes:
    return makers.saved(Image.new(mode, (width, height), "teal"), kind, **options)


@pytest.mark.parametrize("what", LARGE)
def test_the_largest_pictures_are_made_within_the_childs_limits(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        image_processing, "TIMEOUT_SECONDS", 300.0
    )  # however busy the machine is; processor time stays limited

    assert shown(process_image(LARGE[what]()).files["800"]).size == (800, 1000)


@pytest.mark.parametrize(
    ("kind", "options"), [("WEBP", {"quality": 10, "method": 0}), ("GIF", {"mode": "L"}), ("TIFF", {}), ("BMP", {})]
)
def test_a_small_file_that_is_very_large_is_refused_before_it_is_decoded(
    kind: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("it was decoded"))

    with pytest.raises(PictureRefused):
        process_image(large(kind, 8000, 8000, **options))


def test_one_colour_has_no_detail() -> None:
    assert process_image(makers.saved(Image.new("RGB", (400, 500), "black"), "JPEG")).detail == 0


CHILDREN = {
    "crashes": f"import os; os.kill(os.getpid(), {int(signal.SIGSEGV)})",
    "wants all memory": "bytearray(8 << 30)",
    "wants more than 256 MB": "bytearray(257 << 20)",
    "writes a file": "import os; os.write(os.open('/tmp', os.O_TMPFILE | os.O_RDWR), b'x')",
    "says nothing": "",
    "says too little": "print('{}')",
    "says something else": """print('{"files": [["400", 0]], "thumbhash": "<b>", "detail": 1}')""",
}


@pytest.mark.parametrize("what", CHILDREN)
def test_a_child_that_misbehaves_is_a_broken_picture(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = image_processing.CHILD.read_text("utf-8").partition("import base64")[0]
    child = tmp_path / "image_subprocess.py"
    child.write_text(f"{limits}\n{CHILDREN[what]}\n")
    monkeypatch.setattr(image_processing, "CHILD", child)

    with pytest.raises(PictureRefused, match="photo_broken"):
        process_image(makers.jpeg())


def test_a_child_that_waits_too_long_for_a_core_is_ended_and_the_picture_not_blamed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def overrun(command: object, **options: Any) -> None:
        raise subprocess.TimeoutExpired("child", options["timeout"])

    monkeypatch.setattr(subprocess, "run", overrun)

    with pytest.raises(Unavailable):
        process_image(makers.jpeg())


def test_the_child_knows_nothing_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = tmp_path / "image_subprocess.py"
    child.write_text("import os, sys; sys.exit(3 if {'MEDIA_KEY', 'DATABASE_URL'} & set(os.environ) else 5)")
    monkeypatch.setattr(image_processing, "CHILD", child)
    monkeypatch.setenv("MEDIA_KEY", "secret")
    asked: list[int] = []
    run = subprocess.run

    def remember(*given: Any, **options: Any) -> Any:
        done = run(*given, **options)
        asked.append(done.returncode)
        return done

    monkeypatch.setattr(subprocess, "run", remember)
    with pytest.raises(PictureRefused):
        process_image(makers.jpeg())

    assert asked == [5]


def test_too_many_at_once_wait_and_are_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_processing, "QUEUE_SECONDS", 0.01)
    for _ in range(image_processing.MAX_CONCURRENT):
        image_processing._slots.acquire()
    try:
        with pytest.raises(Unavailable):
            process_image(makers.jpeg())
    finally:
        for _ in range(image_processing.MAX_CONCURRENT):
            image_processing._slots.release()


@pytest.mark.parametrize("kind", ["file", "memory"])
def test_a_store_keeps_and_clears(kind: str, tmp_path: Path) -> None:
    store = PictureStore(f"file://{tmp_path}/media" if kind == "file" else "memory://media")
    files = {variant: variant.encode() for variant in VARIANTS}

    store.write("members/abc", files)
    assert [store.read("members/abc", variant) for variant in VARIANTS] == list(files.values())
    for _ in range(2):
        store.clear("members/abc")
        assert store.read("members/abc", "400") is None


@pytest.mark.parametrize("name", ["../secret", "a/../b", "/etc/passwd", "a b", ""])
def test_a_name_leads_nowhere_else(name: str, tmp_path: Path) -> None:
    assert PictureStore(f"file://{tmp_path}").read(name, "400") is None


def test_a_store_that_is_away_is_not_a_missing_file(monkeypatch: pytest.MonkeyPatch) -> None:
    store = PictureStore("memory://media")

    def away(*_: object) -> None:
        raise RuntimeError("no route to the bucket")

    for name in ("cat_file", "pipe_file", "rm_file"):
        monkeypatch.setattr(fsspec.implementations.memory.MemoryFileSystem, name, away)

    with pytest.raises(Unavailable):
        store.read("a", "400")
    with pytest.raises(Unavailable):
        store.write("a", {"400": b""})
    with pytest.raises(Unavailable):
        store.clear("a")
