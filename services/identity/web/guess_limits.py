"""The rate limit of failed guesses at passwords and codes (`password_guess` in gateway/limits.yaml).

It counts by the network of the visitor over all accounts, with or without a token. A known device of the account's
owner has a count of its own instead: members in a school or a mobile network that has reached the limit still log in on
their devices.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar
from uuid import UUID

from shared.kit.http import Subjects, caller, limiter, source

from identity.domain.session import hash_secret
from identity.errors import CodeWrong, LoginBlocked, LoginFailed, OldPasswordWrong, PasswordWrong, TooManyGuesses
from identity.web import cookies
from identity.web.context import site_key, wiring

NOBODY = UUID(int=0)
WRONG = (LoginFailed, PasswordWrong, OldPasswordWrong, CodeWrong, LoginBlocked)

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def limits_guesses(view: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Decorate a view that takes the caller's own password or code. Applied below `endpoint` and `logs`."""

    @wraps(view)
    def limited_view(*given: Arguments.args, **named: Arguments.kwargs) -> Answer:
        with limit_guesses(caller().member_id):
            return view(*given, **named)

    return limited_view


@contextmanager
def limit_guesses(member_id: UUID | None) -> Iterator[None]:
    """Count one guess at a secret of this account, and undo the count unless it was wrong. Raises TooManyGuesses."""
    subjects: Subjects = {"device": _device(member_id)} if is_owners_device(member_id) else {"source": source()}
    limiter().take("password_guess", subjects, refusal=TooManyGuesses)
    was_wrong = False
    try:
        yield
    except WRONG as refusal:
        was_wrong = not isinstance(refusal, LoginBlocked) or refusal.was_guessed
        raise
    finally:
        if not was_wrong:
            limiter().give_back("password_guess", subjects)


def owner_of(email: str, namespace: str | None = None) -> UUID | None:
    """The account with this address on this site, or in another namespace of addresses; None without one."""
    with wiring().unit_of_work() as uow:
        account = uow.accounts.find(namespace or site_key(), email.strip().lower())
    return account.id if account else None


def is_owners_device(member_id: UUID | None) -> bool:
    """Whether this browser has logged in as this member before. Queries the database also without a member."""
    with wiring().unit_of_work() as uow:
        return uow.devices.knows(member_id or NOBODY, hash_secret(cookies.browser_identity().device_secret or ""))


def _device(member_id: UUID | None) -> str:
    return f"{member_id} {hash_secret(cookies.browser_identity().device_secret or '').hex()}"
