"""While others come, go and move between pages, a member who stays is listed exactly once."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.gazetteer import regions, towns
from shared.kit.testing.ids import IDS, Ids
from shared.sites.search import FitWeights

from profiles.domain import search
from profiles.domain.atlas import Atlas
from profiles.domain.search import Cursor, Filters, Order
from profiles.storage import ProfilesReads, ProfilesUnit
from profiles.storage import search as storage_search
from profiles.tests.makers import AMSTERDAM, BERLIN, UTRECHT, ZEIST, Town, a_man, a_profile
from profiles.usecases.search import result_pages
from profiles.usecases.search.search_members import search_members

HAPPENINGS = ("becomes active", "is deleted", "turns invisible", "is blocked", "blocks", "moves in")


ATLAS = Atlas(towns(), regions())
TOWNS = [UTRECHT, ZEIST, AMSTERDAM, BERLIN]
LIKED = [(), ("cats",), ("cats", "hiking"), ("wine",)]


@pytest.fixture(autouse=True)
def small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few members are several windows, and more than few."""
    monkeypatch.setattr(result_pages, "WINDOW", 4)


@pytest.mark.parametrize("few", [500, 3], ids=["few", "many"])
@pytest.mark.parametrize("order", Order)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    minutes=st.lists(st.integers(1, 6), min_size=0, max_size=14),
    limit=st.integers(1, 5),
    happenings=st.lists(st.tuples(st.sampled_from(HAPPENINGS), st.integers(0, 13)), max_size=12),
    ids=IDS,
)
def test_every_page_exactly_once(
    town: Town,
    order: Order,
    few: int,
    minutes: list[int],
    limit: int,
    happenings: list[tuple[str, int]],
    ids: Ids,
) -> None:
    _empty(town)
    filters = Filters(order=order)
    # Few different times, so that many are equal and the id has to decide.
    before = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0) - timedelta(days=1)
    ann = a_profile(member_id=ids(), interests=("cats", "hiking"))
    men = [
        a_man(
            member_id=ids(),
            last_active_at=before - timedelta(minutes=number),
            town_id=TOWNS[number % len(TOWNS)],
            interests=LIKED[place % len(LIKED)],
        )
        for place, number in enumerate(minutes)
    ]
    town.add(ann, *men)
    members = [man.member_id for man in men]
    for member in members[1::3] if order is Order.VERIFIED else ():
        town.verify(member)
    staying, seen = set(members), list[UUID]()
    cursor: Cursor | None = None
    to_come = list(happenings)

    while True:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(search, "FEW", few)
            patch.setattr(result_pages, "FEW", few)
            patch.setattr(storage_search, "FEW", few)
            found = search_members(
                ProfilesReads(town.database), _never, ATLAS, ann.member_id, filters, FitWeights(), cursor, limit
            )
        seen += [result.card.id for result in found.members]
        cursor = found.next
        if cursor is None:
            break
        assert len(found.members) == limit
        for happening, number in to_come[:2]:
            if number < len(members):
                _happen(town, happening, members[number], ann.member_id, ids)
                if happening != "moves in":
                    staying.discard(members[number])
        to_come = to_come[2:]

    assert len(seen) == len(set(seen))
    assert staying <= set(seen)
    assert found.count.exact
    assert found.count.value == len(members)


def _happen(town: Town, what: str, member: UUID, viewer: UUID, ids: Ids) -> None:
    if what == "becomes active":
        town.touch(member)
    elif what == "is deleted":
        town.change(member, state="deleted")
    elif what == "turns invisible":
        town.change(member, invisible=True)
    elif what == "is blocked":
        town.block(viewer, member)
    elif what == "blocks":
        town.block(member, viewer)
    else:
        town.man(member_id=ids())


def _empty(town: Town) -> None:
    with ProfilesUnit(town.database) as uow:
        uow.session.connection().exec_driver_sql("DELETE FROM profiles")
        uow.commit()


def _never(_: float) -> None:
    raise AssertionError("nobody has to wait here")
