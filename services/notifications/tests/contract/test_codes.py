"""Contract of the port DiscountCodes, for the fake and for the client of billing."""

from collections.abc import Iterator
from datetime import UTC, datetime

import grpc
import pytest
from notifications.clients.billing import BillingCodes
from notifications.ports import CodeTerms, DiscountCodes
from notifications.tests.fakes import FakeCodes
from pairwise.billing.v1 import discounts_pb2, discounts_pb2_grpc
from shared.kit.core import NotFound, Unavailable
from shared.kit.grpc import Peer, Servicer
from shared.kit.grpc.server import build_server

END = datetime(2027, 1, 1, tzinfo=UTC)
KNOWN = {("pairwise", "SPRING"): CodeTerms("active", END), ("pairwise", "OLD"): CodeTerms("ended")}


class Discounts(discounts_pb2_grpc.DiscountServiceServicer):
    def GetCode(  # noqa: N802 - gRPC names its methods so
        self, request: discounts_pb2.GetCodeRequest, context: grpc.ServicerContext
    ) -> discounts_pb2.DiscountCode:
        terms = KNOWN.get((request.site, request.code))
        if terms is None:
            raise NotFound()
        end = terms.expires_at.isoformat() if terms.expires_at else ""
        return discounts_pb2.DiscountCode(state=terms.state, expires_at=end)


def address_of(servicers: list[Servicer]) -> Iterator[str]:
    server = build_server(servicers, callers=None)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"127.0.0.1:{port}"
    server.stop(0).wait()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    name = discounts_pb2.DESCRIPTOR.services_by_name["DiscountService"].full_name
    yield from address_of([Servicer(name, discounts_pb2_grpc.add_DiscountServiceServicer_to_server, Discounts())])


@pytest.fixture(scope="module")
def previous_release() -> Iterator[str]:
    """A server without the method."""
    yield from address_of([])


@pytest.fixture(params=["fake", "real"])
def codes(request: pytest.FixtureRequest, address: str) -> DiscountCodes:
    return FakeCodes(dict(KNOWN)) if request.param == "fake" else BillingCodes(Peer(address))


def test_a_code_has_terms(codes: DiscountCodes) -> None:
    assert codes.find("pairwise", "SPRING") == CodeTerms("active", END)
    assert codes.find("pairwise", "OLD") == CodeTerms("ended")


@pytest.mark.parametrize(("site", "code"), [("iskra", "SPRING"), ("pairwise", "AUTUMN")])
def test_a_code_of_another_brand_or_of_none_is_not_found(codes: DiscountCodes, site: str, code: str) -> None:
    assert codes.find(site, code) is None


@pytest.mark.parametrize("down", [FakeCodes(is_down=True), BillingCodes(Peer("127.0.0.1:1"))])
def test_an_outage_of_billing_is_unavailable(down: DiscountCodes) -> None:
    with pytest.raises(Unavailable):
        down.find("pairwise", "SPRING")


def test_billing_of_the_previous_release_is_unavailable(previous_release: str) -> None:
    with pytest.raises(Unavailable):
        BillingCodes(Peer(previous_release)).find("pairwise", "SPRING")
