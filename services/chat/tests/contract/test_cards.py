"""The contract of the port `Cards`, kept by the fake and by the client of profiles."""

from collections.abc import Iterator
from uuid import UUID, uuid4

import grpc
import pytest
from chat.clients.profiles import ProfileCards
from chat.ports import Cards
from chat.tests.fakes import FakeCards, a_card
from pairwise.profiles.v1 import profiles_pb2, profiles_pb2_grpc
from shared.kit.core import Unavailable
from shared.kit.grpc import Peer, Servicer
from shared.kit.grpc.server import build_server

ANN, BO, HIDDEN = uuid4(), uuid4(), uuid4()


class Profiles(profiles_pb2_grpc.ProfileServiceServicer):
    def GetCards(  # noqa: N802
        self, request: profiles_pb2.GetCardsRequest, context: grpc.ServicerContext
    ) -> profiles_pb2.GetCardsResponse:
        shown = [a_card(UUID(member_id)) for member_id in request.member_ids if member_id != str(HIDDEN)]
        return profiles_pb2.GetCardsResponse(cards=shown)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    name = profiles_pb2.DESCRIPTOR.services_by_name["ProfileService"].full_name
    server = build_server(
        [Servicer(name, profiles_pb2_grpc.add_ProfileServiceServicer_to_server, Profiles())], callers=None
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"127.0.0.1:{port}"
    server.stop(0).wait()


@pytest.fixture(params=["fake", "real"])
def cards(request: pytest.FixtureRequest, address: str) -> Cards:
    return FakeCards(hidden={HIDDEN}) if request.param == "fake" else ProfileCards(Peer(address))


def test_cards_come_by_id_without_the_hidden(cards: Cards) -> None:
    assert set(cards.seen_by(ANN, [BO, HIDDEN])) == {BO}


def test_nobody_is_asked_about_nobody(cards: Cards) -> None:
    assert cards.seen_by(ANN, []) == {}


@pytest.mark.parametrize("down", [FakeCards(is_down=True), ProfileCards(Peer("127.0.0.1:1"))])
def test_when_profiles_is_down_the_answer_is_unknown(down: Cards) -> None:
    with pytest.raises(Unavailable):
        down.seen_by(ANN, [BO])
