from datetime import UTC, date, datetime
from uuid import UUID, uuid4

from profiles.domain.card import Card
from profiles.storage.card_cache import CardCache

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def a_card(member_id: UUID) -> Card:
    return Card(
        id=member_id,
        name="Bo",
        birth_date=date(1990, 1, 1),
        gender="male",
        country="NL",
        region=None,
        region_name=None,
        town=None,
        town_id=None,
        fictional=False,
        demonstration=False,
        is_paused=False,
        shares_presence=True,
        last_active_at=NOON,
        joined_at=NOON,
        main_photo=None,
        at=NOON,
    )


def test_a_card_is_good_for_its_stamp_alone() -> None:
    card_cache, bo = CardCache(), uuid4()
    card_cache.keep([("1", a_card(bo))])

    assert card_cache.get(bo, "1") == a_card(bo)
    assert card_cache.get(bo, "2") is None


def test_the_least_recently_used_are_evicted_first() -> None:
    card_cache = CardCache(most=2)
    ann, bo, cas = uuid4(), uuid4(), uuid4()
    card_cache.keep([("1", a_card(ann)), ("1", a_card(bo))])
    card_cache.get(ann, "1")

    card_cache.keep([("1", a_card(cas))])

    assert card_cache.contains_all([ann, cas])
    assert not card_cache.contains_all([bo])
