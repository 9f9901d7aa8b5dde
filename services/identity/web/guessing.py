"""The budget of failed guesses at passwords and codes (`password_guess` in gateway/limits.yaml).

It counts the visitor's network over all accounts, token or not. A browser that the account's owner has logged in with
before has a count of its own instead: a school or a mobile network that has used up its budget locks nobody out of the
devices they use.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar
from uuid import UUID

from servicekit.web import caller
from servicekit.web.rate_limit import Subjects, limiter
from servicekit.web.source import source

from identity.domain.session import hash_secret
from identity.errors import CodeWrong, LoginBlocked, LoginFailed, OldPasswordWrong, PasswordWrong, TooManyGuesses
from identity.web import cookies
from identity.web.context import site_key, wiring

NOBODY = UUID(int=0)
WRONG = (LoginFailed, PasswordWrong, OldPasswordWrong, CodeWrong, LoginBlocked)

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def takes_secret(view: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """For views where members show their own password or code once more. Stands below `endpoint` and `logs`."""

    @wraps(view)
    def guessing_view(*given: Given.args, **named: Given.kwargs) -> Answer:
        with guessing(caller().member_id):
            return view(*given, **named)

    return guessing_view


@contextmanager
def guessing(member_id: UUID | None) -> Iterator[None]:
    """Count one guess at a secret of this account, and give it back unless it was wrong. Raises TooManyGuesses."""
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


def owner_of(email: str) -> UUID | None:
    """The member with this address on this site, as the log-in would find them."""
    with wiring().unit_of_work() as uow:
        account = uow.accounts.look_up(site_key(), email.strip().lower())
    return account.id if account else None


def is_owners_device(member_id: UUID | None) -> bool:
    """Whether this browser has logged in as this member before. Asks the database for nobody, too."""
    with wiring().unit_of_work() as uow:
        return uow.devices.knows(member_id or NOBODY, hash_secret(cookies.visit().device_secret or ""))


def _device(member_id: UUID | None) -> str:
    return f"{member_id} {hash_secret(cookies.visit().device_secret or '').hex()}"
