"""The crowd that searches are measured among."""

from benches.search import crowded
from benches.searches import some_viewers

MEMBERS = 300


def test_a_crowd_has_viewers_to_search_for() -> None:
    with crowded(MEMBERS) as address:
        viewers = some_viewers(address)

    assert viewers
    assert len({viewer.member_id for viewer, *_ in viewers}) == len(viewers)
