from datetime import UTC, date, datetime, timedelta

import pytest
from servicekit.errors import Refusal

from identity.domain.account import age_on, check_password, checked_birth_date, normal_email
from identity.domain.common_passwords import is_common
from identity.domain.login_guard import LoginGuard
from identity.errors import BirthDateInvalid, PasswordTooCommon, TooYoung

TODAY = date(2026, 6, 1)
NOW = datetime(2026, 6, 1, tzinfo=UTC)


@pytest.mark.parametrize(("born", "age"), [(date(2008, 6, 1), 18), (date(2008, 6, 2), 17), (date(2008, 2, 29), 18)])
def test_age_counts_from_the_birthday(born: date, age: int) -> None:
    assert age_on(TODAY, born) == age


@pytest.mark.parametrize(
    ("text", "refusal"), [("2008-06-02", TooYoung), ("2027-01-01", BirthDateInvalid), ("1890-01-01", BirthDateInvalid)]
)
def test_a_birth_date_must_be_possible_and_old_enough(text: str, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        checked_birth_date(text, TODAY, 18)


@pytest.mark.parametrize("password", ["Password1!", "WELKOM2024", "12345678", "aaaaaaaa", "qwerty123"])
def test_known_passwords_are_common(password: str) -> None:
    assert is_common(password)


def test_the_own_address_is_no_password() -> None:
    with pytest.raises(PasswordTooCommon):
        check_password("Ann@Example.org", "ann@example.org")


def test_two_spellings_of_an_address_are_one() -> None:
    assert normal_email(" Ann@EXAMPLE.org ") == "ann@example.org"


def test_a_block_runs_out_and_the_count_starts_anew() -> None:
    guard = LoginGuard()
    for _ in range(3):
        guard.fail(NOW, attempts=3, minutes=15)
    assert guard.minutes_left(NOW) == 15
    assert guard.minutes_left(NOW + timedelta(minutes=14, seconds=59)) == 1
    assert guard.minutes_left(NOW + timedelta(minutes=15)) == 0

    guard.fail(NOW + timedelta(minutes=16), attempts=3, minutes=15)
    assert guard.minutes_left(NOW + timedelta(minutes=16)) == 0
