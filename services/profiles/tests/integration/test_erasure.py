from uuid import UUID, uuid4

import pytest
from google.protobuf.message import Message
from pairwise.billing.v1.events_pb2 import BecamePremium
from pairwise.identity.v1.events_pb2 import (
    ConsentChanged,
    LanguageChanged,
    MemberErased,
    MemberReactivated,
    MemberSignedUp,
)
from shared.kit.events.consumers import handle_once
from shared.kit.testing.golden import golden_event
from shared.kit.testing.nats_messages import nats_message
from shared.kit.testing.web import Browser

from profiles.storage.tables import Base
from profiles.tests.makers import Town
from profiles.wiring import Wiring
from profiles.worker import consumers


def consume(wired: Wiring, *events: Message) -> str:
    """Handle these events, one after the other. Returns how the last one ended."""
    outcome = ""
    for event in events:
        [consumer] = [consumer for consumer in consumers(wired) if consumer.event is type(event)]
        outcome = handle_once(wired.unit_of_work, consumer, nats_message(event))
    return outcome


def test_of_the_erased_only_their_id_is_left(browser: Browser, wired: Wiring, town: Town) -> None:
    ann, bo = town.woman(), town.man()
    town.block(bo, ann)
    browser.as_member(ann).post("/api/block.php", {"id": str(uuid4()), "profile_id": str(bo)})

    consume(wired, MemberErased(member_id=str(ann)))

    kept = {
        table.name: town.rows(f"SELECT FROM {table.name} t WHERE t::text LIKE %(id)s", id=f"%{ann}%")
        for table in Base.metadata.sorted_tables
    }
    assert {name for name, rows in kept.items() if rows} == {"erased_members"}
    assert town.rows("SELECT count(*) FROM kit.answers WHERE actor = %(id)s", id=str(ann)) == [(0,)]
    assert town.rows("SELECT member_id FROM profiles") == [(bo,)]
    assert browser.as_member(bo).get("/api/profile.php", id=str(ann)).status_code == 404


@pytest.mark.parametrize(
    "late", [MemberSignedUp, MemberReactivated, LanguageChanged, ConsentChanged, BecamePremium, MemberErased]
)
def test_no_late_event_brings_them_back(wired: Wiring, town: Town, late: type[Message]) -> None:
    ann = golden_event(MemberSignedUp).member_id
    consume(wired, golden_event(MemberSignedUp))
    consume(wired, MemberErased(member_id=ann))

    event = golden_event(late)
    event.member_id = ann  # type: ignore[attr-defined]

    assert consume(wired, event) == ("handled" if late is MemberErased else "erased")
    assert town.rows("SELECT member_id FROM profiles") == []
    assert town.rows("SELECT member_id FROM erased_members") == [(UUID(ann),)]


def test_the_erasure_of_someone_unknown_is_noted(wired: Wiring, town: Town) -> None:
    event = golden_event(MemberErased)

    assert consume(wired, event) == "handled"
    assert town.rows("SELECT member_id FROM erased_members") == [(UUID(event.member_id),)]
