from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.profiles_pb2 import Card, GetCardsRequest, GetCardsResponse
from servicekit.errors import Invalid, Malformed
from servicekit.rpc import Client
from sqlalchemy import event

from profiles.tests.makers import AMSTERDAM, Town
from profiles.wiring import Wiring


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
    assert (second.fictional, second.presence, second.is_new, second.gender) == (True, "online", False, "male")
    assert f"v={ann}" in second.main_image.src


def test_two_hundred_cards_are_one_query(profiles: Client, town: Town, wired: Wiring) -> None:
    ann = town.woman()
    members = [town.man() for _ in range(3)]
    asked: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        asked.append(statement)

    event.listen(wired.database.engine, "before_cursor_execute", note)
    try:
        found = cards(profiles, ann, *members, *(uuid4() for _ in range(197)))
    finally:
        event.remove(wired.database.engine, "before_cursor_execute", note)

    assert [card.id for card in found] == [str(member) for member in members]
    assert len(asked) == 1


def test_whoever_is_hidden_is_left_out(profiles: Client, town: Town) -> None:
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
