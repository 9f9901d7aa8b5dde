"""Pictures that look alike have near hashes after any re-encoding; different pictures have not."""

import io
import itertools
from collections.abc import Callable

import pytest
from PIL import Image, ImageEnhance

from shared.kit.settings import REPOSITORY
from shared.pictures import NEAR, Crop, hashes_of, process_image
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


@pytest.fixture(scope="module")
def portraits() -> list[tuple[Image.Image, bytes]]:
    pictures = [Image.open(path).convert("RGB") for path in PORTRAITS]
    return [(picture, process_image(jpeg(picture, 95)).fingerprint) for picture in pictures]


def distance(upload: bytes, blocked: bytes) -> int:
    mine = int.from_bytes(hashes_of(upload)[0])
    return min((mine ^ int.from_bytes(theirs)).bit_count() for theirs in hashes_of(blocked))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_changed_copy_is_recognised(portraits: list[tuple[Image.Image, bytes]], variant: str) -> None:
    for picture, blocked in portraits:
        assert distance(process_image(VARIANTS[variant](picture)).fingerprint, blocked) <= NEAR


def test_other_pictures_are_not(portraits: list[tuple[Image.Image, bytes]]) -> None:
    for (_, one), (_, other) in itertools.permutations(portraits, 2):
        assert distance(one, other) > NEAR


def test_a_profile_and_a_chat_know_the_same_picture(portraits: list[tuple[Image.Image, bytes]]) -> None:
    content = jpeg(portraits[0][0].resize((900, 500)))

    assert process_image(content).fingerprint == process_image(content, cut=Crop.WHOLE).fingerprint
    assert len(process_image(content).fingerprint) == FINGERPRINT_BYTES
