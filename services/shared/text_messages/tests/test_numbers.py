import pytest

from shared.text_messages import gsm
from shared.text_messages.numbers import country_of_number, mobile_number


@pytest.mark.parametrize(
    ("typed", "country", "found"),
    [
        ("06 12345678", "NL", "+31612345678"),
        ("+48 512 345 678", "NL", "+48512345678"),
        ("+31 6 1234 5678", None, "+31612345678"),
        ("+1 202 555 0143", None, "+12025550143"),
        # Without the country's code nobody knows the country.
        ("06 12345678", None, None),
        ("030 1234567", "NL", None),
        ("hello", "NL", None),
        ("112", "NL", None),
        # Premium, twice, and toll-free.
        ("+31 900 1234567", None, None),
        ("+44 909 879 0000", None, None),
        ("+49 800 1234567", None, None),
        ("+31612345678;ext=5", None, "+31612345678"),
        ("+31 6 1234 5678\n+31 6 8765 4321", None, None),
    ],
)
def test_a_number_must_be_able_to_get_messages(typed: str, country: str | None, found: str | None) -> None:
    assert mobile_number(typed, country) == found


def test_a_number_belongs_to_a_country_or_to_none() -> None:
    assert country_of_number("+31612345678") == "NL"
    # A satellite's is of no country that a site names.
    assert country_of_number("+881612345678") == "001"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Łukasz zażółć gęślą", "Lukasz zazolc gesla"),
        ("José ça va “œuf” – à bientôt…", 'José ca va "oeuf" - à bientot...'),
        ("Åse Ærø größer ñ", "Åse Ærø größer ñ"),
        ("Ирина", "Ирина"),
        ("e\u0301", "é"),
    ],
)
def test_letters_that_the_alphabet_lacks_have_a_plain_form(text: str, plain: str) -> None:
    assert gsm.plain(text) == plain


def test_some_characters_take_two_places() -> None:
    assert gsm.length("a€[b]") == 8
