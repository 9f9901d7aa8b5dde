from collections.abc import Callable
from dataclasses import dataclass

from shared.kit.core import Invalid
from shared.sites import Site

from identity.domain.account import new_email
from identity.domain.mail_provider import check_provider
from identity.domain.member_name import checked_name
from identity.domain.password import check_password


@dataclass(frozen=True)
class GivenAnswers:
    """Answers of a sign-up so far; None for a field that is still empty."""

    name: str | None = None
    email: str | None = None
    password: str | None = None
    email_kept: bool = False


def check_answers(site: Site, given: GivenAnswers) -> list[Invalid]:
    """What a sign-up with these answers would be refused for, at most one problem for each field.

    Reads the rules of the site alone, and no account: the answer is the same for an address that has an account and for
    one that has none, so nothing about members can be learned by asking often. Whether an address is taken is shown by
    the sign-up itself, under the rate limit `disclosure`.
    """
    name, email = given.name or "", given.email or ""

    def check_email() -> None:
        check_provider(new_email(email, site), disposable=site.disposable_mail, is_kept=given.email_kept)

    checks: list[tuple[str | None, Callable[[], object]]] = [
        (given.name, lambda: checked_name(name, email, site.brands)),
        (given.email, check_email),
        (given.password, lambda: check_password(given.password or "", site, email=email, name=name)),
    ]
    return [problem for answer, check in checks if answer is not None and (problem := _problem(check))]


def _problem(check: Callable[[], object]) -> Invalid | None:
    try:
        check()
    except Invalid as problem:
        return problem
    return None
