from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.kit.core import Invalid, SigningKeys
from shared.kit.core.keys import encoded, new_key

from profiles.cursors import Cursors
from profiles.domain.search import Count, Cursor, Filters, Position

# The same key, member and moment each time: with others an example that failed might not fail again.
CURSORS, ASKED = Cursors(SigningKeys(encoded(bytes(range(32))))), Filters(country="NL")
VIEWER, NOON = UUID(int=7), datetime(2026, 6, 1, 12, tzinfo=UTC)
POSITIONS = st.builds(
    Position,
    st.booleans(),
    st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC)),
    st.uuids(),
)
BOOKMARKED = st.builds(
    Cursor,
    st.none() | POSITIONS,
    st.builds(Count, st.integers(0, 10_000), st.booleans()),
    stage=st.integers(0, 9),
    score=st.integers(0, 200),
    window=st.none() | POSITIONS,
    until=st.none() | POSITIONS,
)


@given(BOOKMARKED, st.uuids())
def test_a_bookmark_opens_for_whom_it_was_closed(cursor: Cursor, viewer: UUID) -> None:
    text = CURSORS.close(cursor, viewer, ASKED)

    assert len(text) <= 200
    assert CURSORS.open(text, viewer, ASKED) == cursor
    for stranger, other in [(UUID(int=viewer.int ^ 1), ASKED), (viewer, Filters(country="DE"))]:
        with pytest.raises(Invalid):
            CURSORS.open(text, stranger, other)


@given(st.integers(0, 60), st.integers(1, 255))
def test_a_bookmark_that_was_changed_is_refused(number: int, flipped: int) -> None:
    text = bytearray(CURSORS.close(Cursor(Position(True, NOON, UUID(int=8)), Count(3, True)), VIEWER, ASKED), "ascii")
    text[number] ^= flipped

    with pytest.raises(Invalid):
        CURSORS.open(text.decode("latin-1"), VIEWER, ASKED)


@given(st.text(max_size=200))
def test_text_that_is_no_cursor_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        CURSORS.open(text, VIEWER, ASKED)


def test_a_bookmark_outlives_the_rotation_of_its_key() -> None:
    old, new = new_key(), new_key()
    cursor = Cursor(None, Count(7, True), 1, 2, None, None)
    closed = Cursors(SigningKeys(old)).close(cursor, "ann", ASKED)

    assert Cursors(SigningKeys(f"{new} {old}")).open(closed, "ann", ASKED) == cursor
    with pytest.raises(Invalid):
        Cursors(SigningKeys(new)).open(closed, "ann", ASKED)
