from collections.abc import Sequence
from datetime import UTC
from uuid import UUID

from pairwise.billing.v1.members_pb2 import (
    FindPayersRequest,
    FindPayersResponse,
    ListPaymentsRequest,
    ListPaymentsResponse,
    MemberMethod,
    MemberPayment,
)
from pairwise.billing.v1.members_pb2_grpc import MemberPaymentServiceStub
from shared.kit.grpc import Client, Peer
from shared.sites import Money

from profiles.moderation.domain.member_search import SearchBy
from profiles.moderation.domain.payment_facts import MethodFact, PaymentFact, PaymentFacts


class BillingPayments:
    """Asks billing for the payments of a member, and for members by a telephone number or a payment."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, MemberPaymentServiceStub)

    def find(self, by: SearchBy, text: str, limit: int) -> Sequence[UUID]:
        found = self._client.ask(
            "FindPayers", FindPayersRequest(by=by.value, text=text, limit=limit), FindPayersResponse
        )
        return [UUID(each) for each in found.member_ids]

    def facts(self, member_id: UUID) -> PaymentFacts:
        found = self._client.ask("ListPayments", ListPaymentsRequest(member_id=str(member_id)), ListPaymentsResponse)
        return PaymentFacts(
            payments=tuple(_payment(each) for each in found.payments),
            methods=tuple(_method(each) for each in found.methods),
        )


def _payment(payment: MemberPayment) -> PaymentFact:
    return PaymentFact(
        id=UUID(payment.id),
        created_at=payment.created_at.ToDatetime(tzinfo=UTC),
        method=payment.method,
        status=payment.status,
        amount=Money(payment.minor, payment.currency),
        returned=Money(payment.returned_minor, payment.currency),
    )


def _method(method: MemberMethod) -> MethodFact:
    return MethodFact(
        kind=method.kind,
        brand=method.brand or None,
        last4=method.last4 or None,
        saved_at=method.saved_at.ToDatetime(tzinfo=UTC),
        is_removed=method.removed,
    )
