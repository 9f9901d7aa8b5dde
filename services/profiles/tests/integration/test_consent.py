"""Special categories of data are stored and shown only while the member consents, for any order of the events."""

from datetime import UTC, datetime, timedelta
from itertools import permutations
from uuid import UUID

import psycopg
import pytest
from google.protobuf.message import Message
from pairwise.identity.v1.events_pb2 import ConsentChanged, MemberErased, MemberSignedUp
from shared.kit.events.consumers import handle_once
from shared.kit.testing.golden import golden_event
from shared.kit.testing.nats_messages import nats_message
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser

from profiles.tests.integration.test_erasure import consume
from profiles.tests.makers import Town
from profiles.wiring import Wiring
from profiles.worker import consumers

ANN = UUID(golden_event(MemberSignedUp).member_id)
PATH = "/api/profile.php"


def signed_up(*seeks: str) -> MemberSignedUp:
    event = golden_event(MemberSignedUp)
    event.ClearField("seeks")
    event.seeks.extend(seeks)
    return event


def answer(kind: str, given: bool, *, seconds: int = 0, member: UUID = ANN) -> ConsentChanged:
    """An answer, so long after the sign-up."""
    event = ConsentChanged(member_id=str(member), kind=kind, version="1", given=given)
    at = golden_event(MemberSignedUp).signed_up_at.ToDatetime(tzinfo=UTC) + timedelta(seconds=seconds)
    event.at.FromDatetime(at)
    return event


def now(kind: str, given: bool, member: UUID) -> ConsentChanged:
    event = ConsentChanged(member_id=str(member), kind=kind, version="1", given=given)
    event.at.FromDatetime(datetime.now(UTC))
    return event


def held(town: Town, member: UUID = ANN) -> tuple[list[str], str | None, bool]:
    rows = town.rows("SELECT seeks, sexuality, sexuality_shown FROM profiles WHERE member_id = %(id)s", id=member)
    [(seeks, sexuality, shown)] = rows
    return seeks, sexuality, shown


def found_by(browser: Browser, viewer: UUID, **filters: str) -> set[str]:
    return {card["id"] for card in browser.as_member(viewer).get("/api/search.php", **filters).json["profiles"]}


def test_a_members_sexuality_is_shown_while_they_agree(browser: Browser, wired: Wiring, town: Town) -> None:
    bo = town.man()
    consume(wired, signed_up("male"))

    def seen_by(member: UUID) -> str | None:
        shown: str | None = browser.as_member(member).get(PATH, id=str(ANN)).json["profile"]["sexuality"]
        return shown

    assert seen_by(bo) is None
    assert seen_by(ANN) is not None
    for seconds, given in enumerate((True, False), 1):
        consume(wired, answer("sexuality", given, seconds=seconds))
        assert (seen_by(bo) is not None) is given
    consume(wired, answer("marketing", True, seconds=3))
    assert seen_by(bo) is None


def test_without_consent_nothing_special_is_stored_and_everybody_is_matched(
    browser: Browser, wired: Wiring, town: Town
) -> None:
    for_women, for_men, woman = town.man(), town.man(seeks=("male",)), town.woman(seeks=("female",))
    consume(wired, answer("matching", False), signed_up())

    assert held(town) == ([], None, False)
    assert browser.as_member(ANN).get(PATH).json["profile"]["seeks"] == []
    assert town.rows("SELECT seeks FROM search_rows WHERE id = %(id)s", id=ANN) == [(3,)]
    # Mutual: she is found by those who look for a woman, and finds them, of both genders.
    assert found_by(browser, ANN) == {str(for_women), str(woman)}
    for viewer, finds in ((for_women, True), (woman, True), (for_men, False)):
        assert (str(ANN) in found_by(browser, viewer)) is finds


def test_two_who_have_not_said_find_each_other(browser: Browser, town: Town) -> None:
    ann, cleo, bo = town.woman(seeks=()), town.woman(seeks=()), town.man(seeks=())

    assert found_by(browser, ann) == {str(cleo), str(bo)}
    assert found_by(browser, bo) == {str(ann), str(cleo)}
    assert found_by(browser, ann, gender="male") == {str(bo)}


AT_SIGN_UP = (signed_up("male"), answer("matching", True), answer("sexuality", True))
WITHDRAWN = (answer("matching", False, seconds=5), answer("sexuality", False, seconds=5))


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_sign_up_and_its_consents_are_consumed_in_any_order(
    wired: Wiring, town: Town, order: tuple[int, ...]
) -> None:
    consume(wired, *(AT_SIGN_UP[place] for place in order))

    assert held(town) == (["male"], "hetero", True)


@pytest.mark.parametrize("order", list(permutations(range(5)))[::7])
def test_a_withdrawal_holds_whatever_is_consumed_late(wired: Wiring, town: Town, order: tuple[int, ...]) -> None:
    every = (*AT_SIGN_UP, *WITHDRAWN)

    consume(wired, *(every[place] for place in order), *AT_SIGN_UP)

    assert held(town) == ([], None, False)
    assert town.rows("SELECT seeks, traits FROM search_rows") == [(3, 0)]


def test_a_withdrawal_empties_profile_and_search_at_once(browser: Browser, wired: Wiring, town: Town) -> None:
    ann, cleo = town.woman(), town.woman(seeks=("female",))
    consume(wired, now("sexuality", True, ann))
    assert str(ann) not in found_by(browser, cleo)

    consume(wired, now("matching", False, ann))

    assert held(town, ann) == ([], None, False)
    assert str(ann) in found_by(browser, cleo)
    assert browser.as_member(cleo).get(PATH, id=str(ann)).json["profile"]["sexuality"] is None
    assert found_by(browser, cleo, sexuality="hetero") == set()
    # The display does not come back by itself.
    consume(wired, now("matching", True, ann), now("sexuality", False, ann))
    assert held(town, ann) == ([], None, False)


def test_seeks_is_changed_only_with_consent(browser: Browser, wired: Wiring, town: Town) -> None:
    ann = town.woman(seeks=())

    refused = browser.as_member(ann).put(PATH, {"seeks": ["male"], "about": "Hi"})

    assert (refused.status_code, refused.json["error"]["code"]) == (422, "matching_consent_needed")
    assert refused.json["error"]["field"] == "seeks"
    own = browser.get(PATH).json["profile"]
    assert (own["seeks"], own["about"], own["sexuality"]) == ([], None, None)
    consume(wired, now("matching", True, ann))
    assert browser.put(PATH, {"seeks": ["male"]}).json["profile"]["sexuality"] == "hetero"
    assert browser.put(PATH, {"seeks": []}).json["profile"]["sexuality"] is None


def test_a_member_from_before_keeps_their_data_and_is_asked_before_a_change(
    browser: Browser, wired: Wiring, town: Town
) -> None:
    ann = town.woman()
    town.run("DELETE FROM consents")

    assert held(town, ann) == (["male"], "hetero", False)
    assert browser.as_member(ann).put(PATH, {"about": "Hi"}).status_code == 200
    assert browser.put(PATH, {"seeks": ["female"]}).json["error"]["code"] == "matching_consent_needed"
    # A sign-up told again is no consent.
    event = signed_up("male")
    event.member_id = str(ann)
    consume(wired, event)
    assert town.rows("SELECT FROM consents") == []
    consume(wired, now("matching", False, ann))
    assert held(town, ann) == ([], None, False)


def handling(wired: Wiring, event: Message) -> str:
    [consumer] = [consumer for consumer in consumers(wired) if consumer.event is type(event)]
    return handle_once(wired.unit_of_work, consumer, nats_message(event))


@pytest.mark.parametrize("turn", range(8))
def test_a_sign_up_and_a_withdrawal_on_two_workers_leave_nothing(wired: Wiring, town: Town, turn: int) -> None:
    events = [signed_up("male"), answer("matching", True), answer("matching", False, seconds=5)]

    at_once(*(lambda event=event: handling(wired, event) for event in events[turn % 3 :] + events[: turn % 3]))

    assert held(town) == ([], None, False)


@pytest.mark.parametrize("turn", range(6))
def test_a_change_and_a_withdrawal_at_once_leave_nothing(
    browser: Browser, wired: Wiring, town: Town, turn: int
) -> None:
    ann = town.woman()
    browser.as_member(ann)
    withdrawal = now("matching", False, ann)

    at_once(lambda: handling(wired, withdrawal), lambda: browser.put(PATH, {"seeks": ["female"]}).status_code)

    assert held(town, ann) == ([], None, False)


def test_an_answer_consumed_after_the_erasure_is_not_stored(wired: Wiring, town: Town) -> None:
    consume(wired, *AT_SIGN_UP, MemberErased(member_id=str(ANN)), answer("matching", True, seconds=9))

    assert town.rows("SELECT FROM consents") == []


def test_the_table_refuses_a_sexuality_that_follows_from_nothing(town: Town) -> None:
    ann = town.woman()
    with psycopg.connect(town.database.dsn) as connection:
        connection.execute("UPDATE profiles SET seeks = '{}', sexuality = 'hetero'")

    assert held(town, ann)[:2] == ([], None)
