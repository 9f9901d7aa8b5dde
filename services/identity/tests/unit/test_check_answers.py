import pytest
from shared.sites import SiteDirectory

from identity.usecases.check_answers import GivenAnswers, check_answers


def problems(given: GivenAnswers) -> list[tuple[str | None, str]]:
    site = SiteDirectory().get("pairwise")
    return [(problem.field, problem.code) for problem in check_answers(site, given)]


def test_fields_that_are_still_empty_are_no_problem() -> None:
    assert problems(GivenAnswers()) == []


def test_each_field_has_its_first_problem() -> None:
    given = GivenAnswers(name="Customer Service", email="ann@mailinator.com", password="password123")

    assert problems(given) == [
        ("name", "name_reserved"),
        ("email", "email_disposable"),
        ("password", "password_too_common"),
    ]


@pytest.mark.parametrize("password", ["ann.lee1994", "Pairwise2026", "annlee!!"])
def test_a_password_of_the_own_names_is_a_problem(password: str) -> None:
    given = GivenAnswers(name="Ann Lee", email="ann.lee@example.org", password=password)

    assert problems(given) == [("password", "password_too_common")]


def test_a_name_that_is_the_own_address_is_a_problem() -> None:
    given = GivenAnswers(name="ann@example.org", email="ANN@example.org")

    assert problems(given) == [("name", "name_is_email")]
