"""Pictures that look alike have near hashes after any re-encoding; different pictures have not."""

import io
import itertools
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PIL import Image, ImageEnhance

from shared.kit.core import REPOSITORY
from shared.pictures import NEAR, Crop, hashes_of, image_processing, process_image
from shared.pictures.fingerprint import FINGERPRINT_BYTES

PORTRAITS = sorted((REPOSITORY / "scripts" / "demo" / "portraits" / "photos").glob("*-1.webp"))[::17][:8]


def jpeg(picture: Image.Image, quality: int = 85) -> bytes:
    target = io.BytesIO()
    picture.save(target, "JPEG", quality=quality)
    return target.getvalue()


def cropped(picture: Image.Image, share: float) -> Image.Image:
    across, down = int(picture.width * share / 2), int(picture.height * share / 2)
    return picture.crop((across, down, picture.width - across, picture.height - down))


VARIANTS: dict[str, Callable[[Image.Image], bytes]] = {
    "re-encoded": lambda picture: jpeg(picture, 20),
    "smaller": lambda picture: jpeg(picture.resize((picture.width * 3 // 5, picture.height * 3 // 5))),
    "cropped": lambda picture: jpeg(cropped(picture, 0.05)),
    "cropped more": lambda picture: jpeg(cropped(picture, 0.1)),
    "mirrored": lambda picture: jpeg(picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)),
    "darker": lambda picture: jpeg(ImageEnhance.Brightness(picture).enhance(0.7)),
    "grey": lambda picture: jpeg(picture.convert("L")),
}


# One child for several pictures, which makes no other files of them; the files take most of the time of an upload.
CHILD = """
import sys
sys.path.insert(0, sys.argv.pop(1))
import image_subprocess as child
for name in sys.argv[1:]:
    with open(name, "rb") as file:
        print(child.fingerprint_of(child.plain(child.loaded("jpeg", "portrait", file.read()))).hex())
"""


def fingerprints(pictures: Sequence[bytes], folder: Path) -> list[bytes]:
    """The fingerprints of these JPEG files, by the code that makes them of uploads."""
    files = [folder / f"{number}.jpg" for number in range(len(pictures))]
    for file, content in zip(files, pictures, strict=True):
        file.write_bytes(content)
    command = [sys.executable, "-I", "-c", CHILD, str(image_processing.CHILD.parent), *map(str, files)]
    done = subprocess.run(command, env=image_processing.ENVIRONMENT, capture_output=True, text=True, check=True)
    return [bytes.fromhex(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def portraits(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Image.Image, bytes]]:
    pictures = [Image.open(path).convert("RGB") for path in PORTRAITS]
    made = fingerprints([jpeg(picture, 95) for picture in pictures], tmp_path_factory.mktemp("portraits"))
    return list(zip(pictures, made, strict=True))


def distance(upload: bytes, blocked: bytes) -> int:
    mine = int.from_bytes(hashes_of(upload)[0])
    return min((mine ^ int.from_bytes(theirs)).bit_count() for theirs in hashes_of(blocked))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_changed_copy_is_recognised(portraits: list[tuple[Image.Image, bytes]], variant: str, tmp_path: Path) -> None:
    copies = fingerprints([VARIANTS[variant](picture) for picture, _ in portraits], tmp_path)

    for copy, (_, blocked) in zip(copies, portraits, strict=True):
        assert distance(copy, blocked) <= NEAR


def test_an_upload_has_the_fingerprint_of_its_picture(portraits: list[tuple[Image.Image, bytes]]) -> None:
    picture, fingerprint = portraits[0]

    assert process_image(jpeg(picture, 95)).fingerprint == fingerprint


def test_other_pictures_are_not(portraits: list[tuple[Image.Image, bytes]]) -> None:
    for (_, one), (_, other) in itertools.permutations(portraits, 2):
        assert distance(one, other) > NEAR


def test_a_profile_and_a_chat_know_the_same_picture(portraits: list[tuple[Image.Image, bytes]]) -> None:
    content = jpeg(portraits[0][0].resize((900, 500)))

    assert process_image(content).fingerprint == process_image(content, cut=Crop.WHOLE).fingerprint
    assert len(process_image(content).fingerprint) == FINGERPRINT_BYTES
