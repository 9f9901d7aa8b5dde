from datetime import datetime

from pairwise.billing.v1.discounts_pb2 import DiscountCode, GetCodeRequest
from pairwise.billing.v1.discounts_pb2_grpc import DiscountServiceStub
from shared.kit.core import NotFound
from shared.kit.grpc import Client, Peer

from notifications.ports import CodeTerms


class BillingCodes:
    """Asks billing for the state of a discount code; notifications stores none."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, DiscountServiceStub)

    def find(self, site: str, code: str) -> CodeTerms | None:
        try:
            found = self._client.ask("GetCode", GetCodeRequest(site=site, code=code), DiscountCode)
        except NotFound:
            return None
        return CodeTerms(found.state, datetime.fromisoformat(found.expires_at) if found.expires_at else None)
