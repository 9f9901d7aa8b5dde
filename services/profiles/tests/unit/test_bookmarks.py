from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from servicekit.errors import Invalid
from servicekit.keys import SigningKeys, new_key

from profiles.bookmarks import Bookmarks
from profiles.domain.search import Asked, Bookmark, Count, Position

BOOKMARKS, ASKED = Bookmarks(SigningKeys(new_key())), Asked(country="NL")
POSITIONS = st.builds(
    Position, st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC)), st.uuids()
)
BOOKMARKED = st.builds(
    Bookmark,
    st.none() | POSITIONS,
    st.builds(Count, st.integers(0, 10_000), st.booleans()),
    stage=st.integers(0, 9),
    score=st.integers(0, 200),
    window=st.none() | POSITIONS,
    until=st.none() | POSITIONS,
)


@given(BOOKMARKED, st.uuids())
def test_a_bookmark_opens_for_whom_it_was_closed(bookmark: Bookmark, viewer: UUID) -> None:
    text = BOOKMARKS.close(bookmark, viewer, ASKED)

    assert len(text) <= 200
    assert BOOKMARKS.open(text, viewer, ASKED) == bookmark
    for stranger, other in [(uuid4(), ASKED), (viewer, Asked(country="DE"))]:
        with pytest.raises(Invalid):
            BOOKMARKS.open(text, stranger, other)


@given(st.integers(0, 60), st.integers(1, 255))
def test_a_bookmark_that_was_changed_is_refused(number: int, flipped: int) -> None:
    viewer = uuid4()
    text = bytearray(
        BOOKMARKS.close(Bookmark(Position(datetime.now(UTC), uuid4()), Count(3, True)), viewer, ASKED), "ascii"
    )
    text[number] ^= flipped

    with pytest.raises(Invalid):
        BOOKMARKS.open(text.decode("latin-1"), viewer, ASKED)


@given(st.text(max_size=200))
def test_whatever_is_no_bookmark_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        BOOKMARKS.open(text, uuid4(), ASKED)


def test_a_bookmark_outlives_the_rotation_of_its_key() -> None:
    old, new = new_key(), new_key()
    bookmark = Bookmark(None, Count(7, True), 1, 2, None, None)
    closed = Bookmarks(SigningKeys(old)).close(bookmark, "ann", ASKED)

    assert Bookmarks(SigningKeys(f"{new} {old}")).open(closed, "ann", ASKED) == bookmark
    with pytest.raises(Invalid):
        Bookmarks(SigningKeys(new)).open(closed, "ann", ASKED)
