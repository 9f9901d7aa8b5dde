"""Every way to upload a picture is known, and compares it with hash lists before a byte of it is stored."""

import re
from pathlib import Path

import pytest
from runner.paths import SERVICES

# The form of each, and the use case that it goes to. What is no picture of a member has none.
UPLOADS = {
    "chat/web/photos.py": "chat/usecases/send_photo.py",
    "chat/web/voices.py": None,  # sound
    "lander/web/assets.py": None,  # a file of the web app
    "lander/web/picture_models.py": "lander/usecases/change_pictures.py",
    "profiles/web/fictional_profiles.py": "profiles/usecases/photos/add_photo.py",
    "profiles/web/photo_models.py": "profiles/usecases/photos/add_photo.py",
    "profiles/web/verification.py": "profiles/usecases/verification/submit_pictures.py",
}
FIELD = re.compile(r"^    \w+: bytes\b", re.MULTILINE)
CHECK = re.compile(r"\bcheck_picture\(|\bchecks\.check\(")


def forms() -> list[str]:
    """The modules of HTTP with a file in a form."""
    modules = [path for path in SERVICES.glob("*/**/web/*.py") if "tests" not in path.parts]
    return sorted(str(path.relative_to(SERVICES)) for path in modules if FIELD.search(path.read_text("utf-8")))


def test_every_form_with_a_file_is_listed() -> None:
    assert forms() == sorted(UPLOADS)


@pytest.mark.parametrize("use_case", sorted({each for each in UPLOADS.values() if each}))
def test_a_picture_is_checked_after_it_is_decoded_and_before_it_is_stored(use_case: str) -> None:
    text = Path(SERVICES / use_case).read_text("utf-8")
    decoded = re.search(r"\.process_image\(|process\(content\)", text)
    checked, stored = CHECK.search(text), re.search(r"\.write\(|send_with_files\(unit|pictures\.add\(", text)
    found = [each.start() for each in (decoded, checked, stored) if each]
    assert len(found) == len(set(found)) == 3
    assert found == sorted(found)
