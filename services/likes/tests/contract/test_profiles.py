"""The promises of the port `Profiles`, kept by the fake and by the gRPC client."""

from collections.abc import Iterator
from uuid import UUID, uuid4

import grpc
import pytest
from likes.clients.profiles import ProfilesClient
from likes.ports import Profiles
from likes.tests.fakes import FakeProfiles, a_card
from pairwise.profiles.v1 import profiles_pb2, profiles_pb2_grpc
from shared.kit.core import Unavailable
from shared.kit.grpc import Peer, Servicer
from shared.kit.grpc.server import build_server

ANN, BO, HIDDEN = uuid4(), uuid4(), uuid4()


class Servicing(profiles_pb2_grpc.ProfileServiceServicer):
    def GetCards(  # noqa: N802 - gRPC names its methods so
        self, request: profiles_pb2.GetCardsRequest, context: grpc.ServicerContext
    ) -> profiles_pb2.GetCardsResponse:
        assert len(request.member_ids) <= 200
        shown = [a_card(UUID(member_id)) for member_id in request.member_ids if member_id != str(HIDDEN)]
        return profiles_pb2.GetCardsResponse(cards=shown)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    name = profiles_pb2.DESCRIPTOR.services_by_name["ProfileService"].full_name
    server = build_server(
        [Servicer(name, profiles_pb2_grpc.add_ProfileServiceServicer_to_server, Servicing())], callers=None
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"127.0.0.1:{port}"
    server.stop(0).wait()


@pytest.fixture(params=["fake", "real"])
def profiles(request: pytest.FixtureRequest, address: str) -> Profiles:
    return FakeProfiles(hidden={HIDDEN}) if request.param == "fake" else ProfilesClient(Peer(address))


def test_cards_come_by_id_without_the_hidden(profiles: Profiles) -> None:
    found = profiles.cards_visible_to(ANN, [BO, HIDDEN])

    assert set(found) == {BO}
    assert found[BO].name == "Bo"


def test_no_ids_take_no_call(profiles: Profiles) -> None:
    assert profiles.cards_visible_to(ANN, []) == {}


def test_more_than_fit_into_one_call(profiles: Profiles) -> None:
    many = {uuid4() for _ in range(250)}

    assert set(profiles.cards_visible_to(ANN, many)) == many


@pytest.mark.parametrize("down", [FakeProfiles(is_down=True), ProfilesClient(Peer("127.0.0.1:1"))])
def test_when_profiles_is_down_the_port_raises_unavailable(down: Profiles) -> None:
    assert down.cards_visible_to(ANN, []) == {}
    with pytest.raises(Unavailable):
        down.cards_visible_to(ANN, [BO])
