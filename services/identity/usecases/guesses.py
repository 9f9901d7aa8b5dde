"""Guesses at a secret: counted before they are checked, so that many at once are no more than allowed.

`admit_guess` and `reject_guess` are where every guess at a password or a code of one account comes in and where a
failed one is known. The budget of a network over all accounts stands around the views (identity.web.guessing).
"""

from dataclasses import dataclass
from typing import NoReturn

from servicekit.errors import Refusal

from identity.domain.attempts import Attempt
from identity.errors import LoginBlocked
from identity.ports import IdentityUnitOfWork


@dataclass(frozen=True)
class Guess:
    """A secret that may be tried `attempts` times in a row; then it waits for `minutes`."""

    subject: bytes
    attempts: int = 5
    minutes: int = 15


def admit_guess(uow: IdentityUnitOfWork, guess: Guess) -> Attempt:
    """Count a guess in a transaction of its own. Raises LoginBlocked while a block lasts."""
    with uow:
        attempt = uow.attempts.take(guess.subject, guess.attempts, guess.minutes)
        uow.commit()
    if not attempt.is_allowed:
        raise _blocked(attempt)
    return attempt


def reject_guess(attempt: Attempt, refusal: Refusal) -> NoReturn:
    """The guess was wrong. Raises `refusal`, or LoginBlocked when this was the last one for now."""
    if not attempt.minutes_left:
        raise refusal
    blocked = _blocked(attempt)
    blocked.was_guessed = True
    raise blocked


def accept_guess(uow: IdentityUnitOfWork, guess: Guess) -> None:
    """The guess was right: start the count anew, in the caller's transaction."""
    uow.attempts.clear(guess.subject)


def _blocked(attempt: Attempt) -> LoginBlocked:
    return LoginBlocked(retry_after_seconds=attempt.minutes_left * 60, minutes=attempt.minutes_left)
