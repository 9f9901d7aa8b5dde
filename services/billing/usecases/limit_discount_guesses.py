from collections.abc import Iterator
from contextlib import contextmanager

from shared.kit.http import RateLimiter, Subjects

from billing.domain.discount import TIME_BONUS, WELCOME
from billing.errors import (
    DiscountExpired,
    DiscountNotFound,
    DiscountNotStarted,
    DiscountSpent,
    DiscountUsed,
    DiscountWrongCountry,
    TooManyCodes,
)

# Answers to a code that the caller cannot have: from them a script learns which codes there are.
WRONG = (DiscountNotFound, DiscountUsed, DiscountSpent, DiscountExpired, DiscountNotStarted, DiscountWrongCountry)
# Named on every page of prices.
KNOWN_TO_ALL = (WELCOME, TIME_BONUS)


@contextmanager
def limit_discount_guesses(limiter: RateLimiter, code: str | None, subjects: Subjects) -> Iterator[None]:
    """Wrap every lookup of a discount code that was typed: a wrong one counts under `discount_guess`.

    It is counted before the lookup, and the count undone if it was right: of many at once no more than the limit are
    tried. Raises TooManyCodes.
    """
    if code is None or code.strip().upper() in KNOWN_TO_ALL:
        yield
        return
    limiter.take("discount_guess", subjects, refusal=TooManyCodes)
    is_wrong = False
    try:
        yield
    except WRONG:
        is_wrong = True
        raise
    finally:
        if not is_wrong:
            limiter.give_back("discount_guess", subjects)
