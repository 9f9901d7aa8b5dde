"""Signals that a new account belongs to a person that a member has blocked. They only lead to a suggestion to block."""

import re
from collections.abc import Set
from enum import StrEnum

# A household shares a network and devices of one class, a carrier's network is shared by thousands: without the same
# picture or the same words these are no reason for an offer, and one of the two alone is none either.
ENOUGH = 3
# Words in a row that two texts have in common; shorter texts are alike by chance.
RUN = 5
LEAST_RUNS = 4
WORDS = re.compile(r"\w+")


class Sign(StrEnum):
    PHOTO = "photo"
    TEXT = "text"
    NETWORK = "network"
    DEVICE = "device"


WEIGHTS = {Sign.PHOTO: 2, Sign.TEXT: 2, Sign.NETWORK: 1, Sign.DEVICE: 1}
PERSONAL = frozenset({Sign.PHOTO, Sign.TEXT})


def may_be_same(signs: Set[Sign]) -> bool:
    """Whether these signs are enough to offer the account: one of the person, and another sign beside it."""
    return bool(signs & PERSONAL) and sum(WEIGHTS[sign] for sign in signs) >= ENOUGH


def is_same_text(one: str, other: str) -> bool:
    """Whether at least half of the runs of words of the shorter text are in the other one."""
    runs = sorted((_runs(one), _runs(other)), key=len)
    return len(runs[0]) >= LEAST_RUNS and 2 * len(runs[0] & runs[1]) >= len(runs[0])


def _runs(text: str) -> set[tuple[str, ...]]:
    words = WORDS.findall(text.casefold())
    return {tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1)}
