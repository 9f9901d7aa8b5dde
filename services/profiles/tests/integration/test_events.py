"""Events of the other services, from their golden files."""

from uuid import UUID, uuid4

import pytest
from pairwise.billing.v1.events_pb2 import BecamePremium
from pairwise.chat.v1.events_pb2 import ConversationStarted
from pairwise.identity.v1.events_pb2 import (
    LanguageChanged,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    MemberSignedUp,
)
from pairwise.profiles.v1.events_pb2 import ProfileChanged
from shared.kit.db import Database
from shared.kit.events.consumers import handle_once
from shared.kit.testing.announced import announced
from shared.kit.testing.golden import golden_event
from shared.kit.testing.nats_messages import nats_message
from shared.kit.testing.web import Browser

from profiles.errors import ProfileMissing
from profiles.tests.makers import Town
from profiles.wiring import Wiring
from profiles.worker import consumers


def consume(wired: Wiring, *events: object, outcome: str = "handled") -> None:
    for event in events:
        [consumer] = [consumer for consumer in consumers(wired) if isinstance(event, consumer.event)]
        message = nats_message(event)  # type: ignore[arg-type]
        assert [handle_once(wired.unit_of_work, consumer, message) for _ in range(2)] == [outcome, "repeated"]


def test_a_sign_up_becomes_a_profile(browser: Browser, wired: Wiring, database: Database) -> None:
    event = golden_event(MemberSignedUp)

    consume(wired, event, event)

    profile = browser.as_member(UUID(event.member_id)).get("/api/profile.php").json["profile"]
    assert (profile["name"], profile["gender"], profile["seeks"]) == ("Ann", "female", ["male"])
    assert (profile["date_of_birth"], profile["sexuality"]) == ("1995-04-12", "hetero")
    assert (profile["town"], profile["region"], profile["country"]) == ("Utrecht", "nl-utrecht", "NL")
    assert (profile["fictional"], profile["demonstration"], profile["main_image"]) == (False, False, None)
    assert [changed.name for changed in announced(database, ProfileChanged)] == ["Ann"]


@pytest.mark.parametrize("town_id", [0, 1])
def test_without_a_town_the_country_is_left(browser: Browser, wired: Wiring, database: Database, town_id: int) -> None:
    event = golden_event(MemberSignedUp)
    event.town_id = town_id

    consume(wired, event)

    profile = browser.as_member(UUID(event.member_id)).get("/api/profile.php").json["profile"]
    assert (profile["town"], profile["region"], profile["country"]) == (None, None, "NL")


def test_a_newcomer_is_found(browser: Browser, wired: Wiring, town: Town) -> None:
    bo = town.man()

    consume(wired, golden_event(MemberSignedUp))

    found = browser.as_member(bo).get("/api/search.php").json["profiles"]
    assert [card["name"] for card in found] == ["Ann"]


def test_the_deleted_are_away_until_they_come_back(browser: Browser, wired: Wiring, town: Town) -> None:
    bo = town.man()
    consume(wired, golden_event(MemberSignedUp))
    ann = golden_event(MemberSignedUp).member_id
    find = browser.as_member(bo).get

    consume(wired, MemberDeleted(member_id=ann))
    away = (find("/api/search.php").json["profiles"], find("/api/profile.php", id=ann).status_code)
    consume(wired, MemberReactivated(member_id=ann))
    back = (len(find("/api/search.php").json["profiles"]), find("/api/profile.php", id=ann).status_code)

    assert (away, back) == (([], 404), (1, 200))


def test_a_conversation_shows_the_invisible_partner(browser: Browser, wired: Wiring, town: Town) -> None:
    ann, bo = town.woman(), town.man()
    town.change(ann, invisible=True)
    find = browser.as_member(bo).get
    assert find("/api/profile.php", id=ann).status_code == 404

    consume(wired, ConversationStarted(conversation_id=str(uuid4()), starter_id=str(ann), partner_id=str(bo)))

    assert find("/api/profile.php", id=ann).status_code == 200
    consume(wired, MemberErased(member_id=str(bo)))
    consume(wired, ConversationStarted(starter_id=str(ann), partner_id=str(bo)), outcome="erased")
    assert town.rows("SELECT FROM acquaintances") == []


def test_premium_and_language_are_kept(wired: Wiring, town: Town) -> None:
    ann = town.woman()

    consume(wired, BecamePremium(member_id=str(ann)), LanguageChanged(member_id=str(ann), locale="fi"))

    assert town.rows("SELECT is_premium, language FROM profiles") == [(True, "fi")]


@pytest.mark.parametrize("kind", [MemberDeleted, MemberReactivated, LanguageChanged, BecamePremium])
def test_events_before_the_sign_up_are_redelivered(wired: Wiring, database: Database, kind: type) -> None:
    [consumer] = [consumer for consumer in consumers(wired) if consumer.event is kind]
    message = nats_message(kind(member_id=str(uuid4())))

    for _ in range(2):
        with pytest.raises(ProfileMissing):
            handle_once(wired.unit_of_work, consumer, message)
