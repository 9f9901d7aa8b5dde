from typing import Any

import pytest
from shared.kit.core.error_texts import error_text
from shared.kit.core.settings import REPOSITORY
from shared.kit.core.texts import Texts

TEXTS = Texts(REPOSITORY / "webapp" / "src" / "locales", "errors")
LIMIT = {"limit": "1250.00", "currency": "EUR"}


@pytest.mark.parametrize(
    ("code", "locale", "params", "part"),
    [
        ("daily_limit_reached", "de", LIMIT, "1.250,00\u00a0€"),
        ("daily_limit_reached", "nl", LIMIT, "€\u00a01.250,00"),
        ("discount_below_minimum", "pl", {"minimum": "10.00", "currency": "EUR"}, "10,00\u00a0€"),
        ("spending_paused", "pl", {"until": "2026-11-23"}, "23 listopada 2026"),
        ("code_invalid", "en", {"tries_left": 1}, "1 try left"),
        ("code_invalid", "pl", {"tries_left": 2}, "2 próby"),
        ("code_invalid", "fr", {"tries_left": 5}, "5 essais"),
        ("about_too_long", "en", {"limit": 2000}, "2000 characters"),
    ],
)
def test_parameters_stand_as_a_reader_writes_them(code: str, locale: str, params: dict[str, Any], part: str) -> None:
    assert part in (error_text(TEXTS, code, locale, params) or "")


def test_a_code_without_a_text_has_none() -> None:
    assert error_text(TEXTS, "no_such_code", "en", {"count": 1}) is None
