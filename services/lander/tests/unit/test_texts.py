import json
import re

import pytest
from lander.domain.scene import Scene
from shared.kit.settings import REPOSITORY
from shared.languages import LOCALES


def texts(locale: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(
        (REPOSITORY / "webapp" / "src" / "locales" / locale / "lander.json").read_text("utf-8")
    )
    return found


def test_every_scene_has_its_words() -> None:
    assert {f"{scene}_{part}" for scene in Scene for part in ("title", "accent", "text")} <= set(texts("en"))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_has_every_text_with_its_placeholders(locale: str) -> None:
    ours, english = texts(locale), texts("en")

    assert set(ours) == set(english)
    for key, text in english.items():
        assert sorted(re.findall(r"{{(\w+)}}", ours[key])) == sorted(re.findall(r"{{(\w+)}}", text)), key
