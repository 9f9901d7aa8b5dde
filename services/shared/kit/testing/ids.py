"""Ids for tests with Hypothesis, which repeats an example that failed and has to find the same order of ids in it."""

import secrets
from random import Random
from uuid import UUID

from hypothesis import strategies as st


class Ids:
    """Makes ids that no earlier example has used, as rows of it may be left; their order depends on the seed alone."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)  # noqa: S311

    def __call__(self) -> UUID:
        """A new id."""
        return UUID(int=self._chance.getrandbits(96) << 32 | secrets.randbits(32), version=4)


IDS = st.builds(Ids, st.integers(0, 2**32 - 1))
