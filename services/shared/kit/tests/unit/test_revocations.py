"""How long a revoked token can live, by the clock: docs/decisions/0002-tokens.md."""

from dataclasses import replace
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.kit.web.revocations import FRESH_SECONDS, NEVER, PROVEN_SECONDS, KnownRevocations

BOUND_SECONDS = 60
CLOCKS_DIFFER_SECONDS = 5
SESSION = uuid4()
T = 1_000_000.0


def test_a_revoked_session_is_refused_however_new_its_token_is() -> None:
    known = KnownRevocations(frozenset({SESSION}), checked_at=T)

    assert known.refuses(SESSION, issued_at=T, now=T)
    assert not known.refuses(uuid4(), issued_at=T, now=T)


def test_a_service_that_never_received_revocations_takes_new_tokens_only() -> None:
    known = KnownRevocations()

    assert not known.refuses(SESSION, issued_at=T, now=T + PROVEN_SECONDS)
    assert known.refuses(SESSION, issued_at=T, now=T + PROVEN_SECONDS + 1)


def test_while_the_copy_is_fresh_a_token_lives_to_its_end() -> None:
    known = KnownRevocations(checked_at=T)

    assert not known.refuses(SESSION, issued_at=T - 600, now=T + PROVEN_SECONDS)


def test_identity_itself_is_never_behind() -> None:
    known = KnownRevocations.of((None, None), T, is_source=True)

    assert not known.refuses(SESSION, issued_at=T - 600, now=T)


@pytest.mark.parametrize(("age", "checked_at"), [(None, NEVER), (0, T), (7.5, T - 7.5)])
def test_the_age_is_counted_back_from_this_processs_clock(age: float | None, checked_at: float) -> None:
    assert KnownRevocations.of(([SESSION], age), T, is_source=False) == KnownRevocations(
        frozenset({SESSION}), checked_at
    )


@given(
    revoked_at=st.floats(0, 600),
    last_copy=st.floats(-600, 0),
    issued_before=st.floats(0, 600),
    clocks_differ=st.floats(-CLOCKS_DIFFER_SECONDS, CLOCKS_DIFFER_SECONDS),
)
def test_no_revoked_token_outlives_the_bound(
    revoked_at: float, last_copy: float, issued_before: float, clocks_differ: float
) -> None:
    """Whenever the last copy was before the revocation and however the token's clock stands: after 60 s it is refused,
    although the process still uses the snapshot it read just before."""
    known = replace(KnownRevocations(), checked_at=T + revoked_at + last_copy)
    issued_at = T + revoked_at - issued_before + clocks_differ

    assert known.refuses(SESSION, issued_at, now=T + revoked_at + BOUND_SECONDS - FRESH_SECONDS)
