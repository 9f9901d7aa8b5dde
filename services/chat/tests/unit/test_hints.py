import json

import pytest
from chat.domain.hints import WORDS, Hint, hints_in


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("Could you send me money for the train?", [Hint.MONEY]),
        ("Kun je geld overmaken?", [Hint.MONEY]),
        ("Kannst du mir Geld überweisen?", [Hint.MONEY]),
        ("Kannst du mir GELD  UEBERWEISEN oder geld uberweisen?", [Hint.MONEY]),
        ("Tu peux m'envoyer de l'argent ?", [Hint.MONEY]),
        ("Wyślij mi pieniądze, proszę", [Hint.MONEY]),
        ("Envíame dinero", [Hint.MONEY]),
        ("Mi mandi? mandami soldi", [Hint.MONEY]),
        ("Voisitko lähettää rahaa", [Hint.MONEY]),
        ("Kan du sende penger", [Hint.MONEY]),
        ("Kan du låne mig penge", [Hint.MONEY]),
        ("Kan du skicka pengar", [Hint.MONEY]),
        ("My account is NL91 ABNA 0417 1643 00", [Hint.BANK_ACCOUNT]),
        ("de89370400440532013000", [Hint.BANK_ACCOUNT]),
        ("I made a lot with Bitcoins", [Hint.CRYPTO]),
        ("0x52908400098527886e0f7030069857d2e4169ee7", [Hint.CRYPTO]),
        ("Call me: 06 1234 56789", [Hint.PHONE]),
        ("+31 (0)6-12345678", [Hint.PHONE]),
        ("Let's go on on WhatsApp", [Hint.ELSEWHERE]),
        ("write to ann@example.org", [Hint.ELSEWHERE]),
        ("https://example.org/me", [Hint.ELSEWHERE]),
        ("Telegram me, or send cash: +48 601 234 567", [Hint.MONEY, Hint.PHONE, Hint.ELSEWHERE]),
    ],
)
def test_what_a_reader_is_warned_of(text: str, hints: list[Hint]) -> None:
    assert list(hints_in(text)) == hints


@pytest.mark.parametrize(
    "text",
    [
        "Saturday at eight, by the river?",
        "I was born on 12-05-1987 and moved on 01.09.2014",
        "It was 1.250.000 steps, or 42 195 metres",
        "I spent my money on a bicycle",
        "The ticket is AB12 CDEF GHIJ KLMN OPQR",
        "My telegraph poles are crooked",
        "Ik heb de kaart gekocht",
    ],
)
def test_ordinary_words_raise_no_warning(text: str) -> None:
    assert hints_in(text) == ()


def test_every_language_can_ask_for_money() -> None:
    assert set(json.loads(WORDS.read_text())["money"]) == {
        "any", "da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv"
    }  # fmt: skip
