"""How long a token counts, by the clock: docs/decisions/0002-tokens.md."""

from uuid import uuid4

import pytest
from shared.kit.core.revocations import PROVEN_SECONDS, KnownRevocations, decoded

SESSION = uuid4()
T = 1_000_000.0


def test_a_revoked_session_is_refused_however_new_its_token_is() -> None:
    known = KnownRevocations(checked_at=T)
    known.sessions[SESSION] = T + 600

    assert known.refuses(SESSION, issued_at=T, now=T)
    assert not known.refuses(uuid4(), issued_at=T, now=T)


def test_without_any_heartbeat_only_new_tokens_count() -> None:
    known = KnownRevocations()

    assert not known.refuses(SESSION, issued_at=T, now=T + PROVEN_SECONDS)
    assert known.refuses(SESSION, issued_at=T, now=T + PROVEN_SECONDS + 1)


def test_while_heartbeats_are_fresh_a_token_lives_to_its_end() -> None:
    known = KnownRevocations(checked_at=T)

    assert not known.refuses(SESSION, issued_at=T - 600, now=T + PROVEN_SECONDS)
    assert known.refuses(SESSION, issued_at=T - 600, now=T + PROVEN_SECONDS + 1)


@pytest.mark.parametrize(
    "text",
    [b"x", b"\xff\x00", b"null", b"0" * 5_000, str(SESSION).encode(), b"[1] 2"],
    ids=["letter", "bytes", "null", "digits", "bare id", "two values"],
)
def test_a_malformed_entry_names_no_session(text: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        decoded(text)


def test_an_entry_that_would_be_kept_for_ever_is_malformed() -> None:
    with pytest.raises(ValueError, match="too long"):
        decoded(f"{SESSION} 9999999999".encode())
