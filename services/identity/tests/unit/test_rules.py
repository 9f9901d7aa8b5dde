from datetime import date

import pytest
from shared.kit.core import Refusal, age_on
from shared.mail_address import spellings_of

from identity.domain.account import checked_birth_date, normal_email
from identity.domain.member_name import checked_name
from identity.errors import BirthDateInvalid, BirthDateRequired, NameRequired

TODAY = date(2026, 6, 1)


@pytest.mark.parametrize(("born", "age"), [(date(2008, 6, 1), 18), (date(2008, 6, 2), 17), (date(2008, 2, 29), 18)])
def test_age_counts_from_the_birthday(born: date, age: int) -> None:
    assert age_on(TODAY, born) == age


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", BirthDateRequired),
        ("2008-06-02", BirthDateRequired),
        ("2027-01-01", BirthDateInvalid),
        ("1890-01-01", BirthDateInvalid),
    ],
)
def test_a_birth_date_must_be_possible_and_old_enough(text: str, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        checked_birth_date(text, TODAY, 18)


@pytest.mark.parametrize("text", ["٣", "³`@", "ann@xn--"])
def test_a_text_that_is_no_address_has_no_other_spelling(text: str) -> None:
    assert spellings_of(text) == (text,)


def test_two_spellings_of_an_address_are_one() -> None:
    assert normal_email(" Ann@EXAMPLE.org ") == "ann@example.org"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann   Lou ", "Ann Lou"),
        ("Ann\nBcc: bo", "Ann Bcc: bo"),
        ("Ann\u2028Lou", "Ann Lou"),
        ("\u202eAnn\u200b", "Ann"),
        ("نیم\u200cفاصله", "نیم\u200cفاصله"),
    ],
)
def test_a_name_is_one_line_that_reads_as_it_is_written(typed: str, kept: str) -> None:
    assert checked_name(typed, "ann@example.org") == kept


@pytest.mark.parametrize("unseen", ["", "\u200b\u200b", "\u200d", "\u3000\t", "\u0301"])
def test_a_name_can_be_seen(unseen: str) -> None:
    with pytest.raises(NameRequired):
        checked_name(unseen, "ann@example.org")
