from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.profiles_pb2 import (
    Card,
    FindVisibleRequest,
    FindVisibleResponse,
    GetCardsRequest,
    GetCardsResponse,
    GetPublicCardRequest,
    PublicCard,
    SelectMembersRequest,
    SelectMembersResponse,
)
from shared.kit.core import Invalid, Malformed, NotFound, Unavailable
from shared.kit.db import rows_of
from shared.kit.grpc import Client
from sqlalchemy.orm import Session

from profiles.tests.makers import AMSTERDAM, BERLIN, Town


def cards(client: Client, viewer: UUID, *members: UUID) -> list[Card]:
    request = GetCardsRequest(viewer_id=str(viewer), member_ids=[str(member) for member in members])
    return list(client.ask("GetCards", request, GetCardsResponse).cards)


def test_cards_come_in_the_order_asked(profiles: Client, town: Town) -> None:
    ann, bo, cas = town.woman(), town.man(town_id=AMSTERDAM, fictional=True), town.man(name="Cas", photos=())

    first, second = cards(profiles, ann, cas, bo)

    assert (first.name, first.HasField("main_image")) == ("Cas", False)
    assert (second.name, second.town, second.region, second.region_name, second.country) == (
        "Bo",
        "Amsterdam",
        "nl-noord-holland",
        "Noord-Holland",
        "NL",
    )
    assert (second.fictional, second.presence, second.is_new, second.gender) == (True, "", False, "male")
    assert f"v={ann}" in second.main_image.src


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The queries for cards, as they are run."""
    queries: list[str] = []

    def note(session: Session, text: str, values: Mapping[str, Any]) -> list[Any]:
        queries.append(text)
        return rows_of(session, text, values)

    monkeypatch.setattr("profiles.storage.cards.rows_of", note)
    return queries


def test_two_hundred_cards_are_one_query(profiles: Client, town: Town, asked: list[str]) -> None:
    ann = town.woman()
    members = [town.man() for _ in range(3)]

    found = cards(profiles, ann, *members, *(uuid4() for _ in range(197)))

    assert [card.id for card in found] == [str(member) for member in members]
    assert len(asked) == 1


def test_cards_asked_for_again_are_one_shorter_query(profiles: Client, town: Town, asked: list[str]) -> None:
    ann, bo = town.woman(), town.man()
    first = cards(profiles, ann, bo)
    asked.clear()

    again = cards(profiles, ann, bo)

    assert again == first
    assert len(asked) == 1
    assert "birth_date" not in asked[0]


CHANGES: dict[str, Callable[[Town, UUID], object]] = {
    "town": lambda town, bo: town.change(bo, town_id=BERLIN, country="DE", region="de-berlin"),
    "name": lambda town, bo: town.change(bo, name="Bob"),
    "photo": lambda town, bo: town.run("UPDATE photos SET status = 'rejected' WHERE member_id = %(id)s", id=bo),
    "activity": lambda town, bo: town.change(bo, last_active_at=datetime(2020, 1, 1, tzinfo=UTC)),
}


@pytest.mark.parametrize("what", CHANGES)
def test_changes_of_a_card_are_shown_at_once(profiles: Client, town: Town, what: str) -> None:
    ann, bo = town.woman(), town.man()
    first = cards(profiles, ann, bo)

    CHANGES[what](town, bo)

    changed = cards(profiles, ann, bo)
    assert changed != first
    assert cards(profiles, ann, bo) == changed


HIDES: dict[str, Callable[[Town, UUID, UUID], object]] = {
    "blocks": lambda town, ann, bo: town.block(bo, ann),
    "is blocked": lambda town, ann, bo: town.block(ann, bo),
    "is invisible": lambda town, _, bo: town.change(bo, invisible=True),
    "is hidden": lambda town, _, bo: town.change(bo, hidden=True),
    "is deleted": lambda town, _, bo: town.change(bo, state="deleted"),
    "is erased": lambda town, _, bo: town.run("DELETE FROM profiles WHERE member_id = %(id)s", id=bo),
}


@pytest.mark.parametrize("why", HIDES)
def test_a_member_who_was_shown_is_left_out_at_once(profiles: Client, town: Town, why: str) -> None:
    ann, cy, bo = town.woman(), town.woman(), town.man()
    assert cards(profiles, ann, bo)
    assert cards(profiles, cy, bo)

    HIDES[why](town, ann, bo)

    assert cards(profiles, ann, bo) == []
    assert bool(cards(profiles, cy, bo)) == (why in ("blocks", "is blocked"))


def test_hidden_members_are_left_out(profiles: Client, town: Town) -> None:
    ann, blocker, blocked, gone, unseen = town.woman(), town.man(), town.man(), town.man(), town.man()
    talked_to, taken_out = town.man(), town.man()
    town.block(blocker, ann)
    town.block(ann, blocked)
    town.change(gone, state="deleted")
    town.change(unseen, invisible=True)
    town.change(talked_to, invisible=True)
    town.acquaint(ann, talked_to)
    town.change(taken_out, hidden=True)

    found = cards(profiles, ann, ann, blocker, blocked, gone, unseen, talked_to, taken_out, uuid4())

    assert [card.id for card in found] == [str(ann), str(talked_to)]
    assert found[1].presence == ""


def test_a_member_named_twice_comes_once(profiles: Client, town: Town) -> None:
    ann, bo = town.woman(), town.man()

    assert len(cards(profiles, ann, bo, bo)) == 1
    assert cards(profiles, ann) == []


def test_more_than_two_hundred_are_refused(profiles: Client) -> None:
    with pytest.raises(Invalid):
        cards(profiles, uuid4(), *(uuid4() for _ in range(201)))


def test_an_id_that_is_none_is_refused(profiles: Client) -> None:
    with pytest.raises(Malformed):
        profiles.ask("GetCards", GetCardsRequest(viewer_id="ann"), GetCardsResponse)


def test_a_viewer_not_projected_yet_gets_no_empty_answer(profiles: Client, town: Town) -> None:
    with pytest.raises(Unavailable):
        cards(profiles, uuid4(), town.man())


def public_card(client: Client, member: object, pool: int = 1) -> PublicCard:
    return client.ask("GetPublicCard", GetPublicCardRequest(member_id=str(member), pool=pool), PublicCard)


def test_visitors_see_neither_town_nor_presence_nor_photo(profiles: Client, town: Town) -> None:
    bo = town.man(town_id=AMSTERDAM, fictional=True)

    card = public_card(profiles, bo)

    assert (card.name, card.region_name, card.fictional) == ("Bo", "Noord-Holland", True)
    assert "Amsterdam" not in str(card)


NOT_PUBLIC: dict[str, Callable[[Town, UUID], object]] = {
    "invisible": lambda town, bo: town.change(bo, invisible=True),
    "hidden": lambda town, bo: town.change(bo, hidden=True),
    "deleted": lambda town, bo: town.change(bo, state="deleted"),
    "erased": lambda town, bo: town.run("DELETE FROM profiles WHERE member_id = %(id)s", id=bo),
}


@pytest.mark.parametrize("why", NOT_PUBLIC)
def test_members_visitors_may_not_see_are_unknown_to_them(profiles: Client, town: Town, why: str) -> None:
    bo = town.man()
    assert public_card(profiles, bo).id == str(bo)

    NOT_PUBLIC[why](town, bo)

    with pytest.raises(NotFound):
        public_card(profiles, bo)


def test_visitors_of_another_pool_see_no_card(profiles: Client, town: Town) -> None:
    with pytest.raises(NotFound):
        public_card(profiles, town.man(), pool=2)
    with pytest.raises(Malformed):
        public_card(profiles, "bo")


def test_pairs_of_many_viewers_are_asked_together(profiles: Client, town: Town) -> None:
    ann, bo, cas, stranger = town.woman(), town.man(), town.man(), uuid4()
    town.block(cas, ann)
    asked = [(ann, bo), (ann, cas), (cas, bo), (stranger, bo)]
    pairs = [FindVisibleRequest.Pair(viewer_id=str(viewer), member_id=str(member)) for viewer, member in asked]

    answer = profiles.ask("FindVisible", FindVisibleRequest(pairs=pairs), FindVisibleResponse)

    assert {(pair.viewer_id, pair.member_id) for pair in answer.pairs} == {(str(ann), str(bo)), (str(cas), str(bo))}
    assert list(answer.unknown_viewer_ids) == [str(stranger)]
    with pytest.raises(Invalid):
        profiles.ask("FindVisible", FindVisibleRequest(pairs=pairs * 200), FindVisibleResponse)
    malformed = FindVisibleRequest(pairs=[FindVisibleRequest.Pair(viewer_id="x", member_id="y")])
    with pytest.raises(Malformed):
        profiles.ask("FindVisible", malformed, FindVisibleResponse)


def selected(client: Client, *members: UUID, **segment: Any) -> set[UUID]:
    request = SelectMembersRequest(member_ids=[str(member) for member in members], **segment)
    return {UUID(each) for each in client.ask("SelectMembers", request, SelectMembersResponse).member_ids}


def test_members_are_selected_by_country_gender_and_age_with_their_time_zones_alone(
    profiles: Client, town: Town
) -> None:
    today = datetime.now(UTC).date()
    birthday = today.replace(year=today.year - 30, day=min(today.day, 28))
    ann = town.woman(birth_date=birthday)
    bo = town.man(birth_date=birthday.replace(year=birthday.year - 10))
    cas = town.man(birth_date=birthday, town_id=BERLIN)
    everyone = (ann, bo, cas)

    assert selected(profiles, *everyone) == set(everyone)
    assert selected(profiles, *everyone, countries=["NL"]) == {ann, bo}
    assert selected(profiles, *everyone, countries=["NL", "DE"], genders=["male"]) == {bo, cas}
    assert selected(profiles, *everyone, age_from=30, age_to=30) == {ann, cas}
    assert selected(profiles, *everyone, age_from=31) == {bo}
    assert selected(profiles, *everyone, age_to=29) == set()
    assert set(SelectMembersResponse.DESCRIPTOR.fields_by_name) == {"member_ids", "time_zones"}
    request = SelectMembersRequest(member_ids=[str(ann), str(cas)])
    answer = profiles.ask("SelectMembers", request, SelectMembersResponse)
    zones = dict(zip(answer.member_ids, answer.time_zones, strict=True))
    assert zones == {str(ann): "Europe/Amsterdam", str(cas): "Europe/Berlin"}


def test_members_who_take_a_break_or_are_not_there_are_in_no_segment(profiles: Client, town: Town) -> None:
    paused, deleted, fictional = town.woman(), town.woman(), town.man(fictional=True)
    town.change(paused, invisible=True, invisible_after_pause=False)
    town.change(deleted, state="deleted")

    assert selected(profiles, paused, deleted, fictional, uuid4()) == set()
    with pytest.raises(Invalid):
        selected(profiles, *(uuid4() for _ in range(201)))
