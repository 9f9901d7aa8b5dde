import json
import re

import pytest
from lander.domain.scene import Scene
from shared.kit.core import REPOSITORY, Texts
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
    ours, english = forms(texts(locale)), forms(texts("en"))

    assert set(ours) == set(english)
    for name, said in ours.items():
        for key, text in said.items():
            original = placeholders(next(reversed(english[name].values())))
            assert placeholders(text) in (original, left_out(original)), key


@pytest.mark.parametrize(
    ("locale", "count", "part"), [("en", 1, "1 credit."), ("pl", 3, "3 kredyty."), ("pl", 5, "5 kredytów.")]
)
def test_the_price_of_a_message_agrees_with_its_number(locale: str, count: int, part: str) -> None:
    found = Texts(REPOSITORY / "webapp" / "src" / "locales", "lander")
    price = found.plural("price_credits", locale, count)

    assert part in (found.find("price_text", locale, {"messages": "", "credits": price}) or "")


def forms(found: dict[str, str]) -> dict[str, dict[str, str]]:
    named: dict[str, dict[str, str]] = {}
    for key, text in found.items():
        named.setdefault(re.sub(r"_(one|few|many|other)$", "", key), {})[key] = text
    return named


def left_out(names: list[str]) -> list[str]:
    """Without that of a member, which some languages would have to inflect."""
    return [name for name in names if name != "name"]


def placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"{{(\w+)}}", text))
