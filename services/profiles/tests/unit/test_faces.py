from datetime import UTC, date, datetime
from uuid import UUID, uuid4

from profiles.domain.card import Card
from profiles.storage.faces import Faces

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
        is_invisible=False,
        last_active_at=NOON,
        joined_at=NOON,
        main_photo=None,
        at=NOON,
    )


def test_a_card_is_good_for_its_stamp_alone() -> None:
    faces, bo = Faces(), uuid4()
    faces.keep([("1", a_card(bo))])

    assert faces.get(bo, "1") == a_card(bo)
    assert faces.get(bo, "2") is None


def test_those_not_asked_for_longest_go_first() -> None:
    faces = Faces(most=2)
    ann, bo, cas = uuid4(), uuid4(), uuid4()
    faces.keep([("1", a_card(ann)), ("1", a_card(bo))])
    faces.get(ann, "1")

    faces.keep([("1", a_card(cas))])

    assert faces.hold([ann, cas])
    assert not faces.hold([bo])
