"""Attempts at a secret of one account: counted before the secret is checked, so that concurrent ones count, too.

Every attempt at a password or code passes `count_attempt`, and every failed one `fail_attempt`. The rate limit of a
network over all accounts is applied around the views (identity.web.guess_limits).
"""

from dataclasses import dataclass
from typing import NoReturn

from shared.kit.core import Refusal
from shared.registry import load_limits

from identity.domain.attempts import CountedAttempt
from identity.errors import LoginBlocked
from identity.storage import IdentityUnit


@dataclass(frozen=True)
class AttemptLimit:
    """A secret and the name of its limit of failed attempts in a row in gateway/limits.yaml."""

    subject: bytes
    name: str = "secret_attempts"

    @property
    def attempts(self) -> int:
        return load_limits()[self.name].account[0].most


def count_attempt(uow: IdentityUnit, limit: AttemptLimit) -> CountedAttempt:
    """Count an attempt, in a transaction of its own. Raises LoginBlocked during a block."""
    with uow:
        attempt = uow.attempts.take(limit.subject, load_limits()[limit.name].account[0])
        uow.commit()
    if not attempt.is_allowed:
        raise _blocked(attempt)
    return attempt


def fail_attempt(attempt: CountedAttempt, refusal: Refusal) -> NoReturn:
    """Raise `refusal` for a failed attempt, or LoginBlocked if it has begun a block."""
    if not attempt.minutes_left:
        raise refusal
    blocked = _blocked(attempt)
    blocked.was_guessed = True
    raise blocked


def clear_attempts(uow: IdentityUnit, limit: AttemptLimit) -> None:
    """Reset the count after a right attempt, in the caller's transaction."""
    uow.attempts.clear(limit.subject)


def _blocked(attempt: CountedAttempt) -> LoginBlocked:
    return LoginBlocked(retry_after_seconds=attempt.minutes_left * 60, minutes=attempt.minutes_left)
