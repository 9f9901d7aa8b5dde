from collections.abc import Sequence
from datetime import UTC
from uuid import UUID

from pairwise.billing.v1.members_pb2 import (
    FindPayersRequest,
    FindPayersResponse,
    GiveCreditsRequest,
    GiveCreditsResponse,
    ListPaymentsRequest,
    ListPaymentsResponse,
    ListTransfersRequest,
    ListTransfersResponse,
    MemberMethod,
    MemberPayment,
    RefundRequest,
    RefundResponse,
)
from pairwise.billing.v1.members_pb2_grpc import MemberPaymentServiceStub
from shared.kit.grpc import Client, Peer
from shared.sites import Money

from profiles.moderation.domain.member_search import SearchBy
from profiles.moderation.domain.payment_facts import MethodFact, PaymentFact, PaymentFacts
from profiles.moderation.domain.supported_account import LedgerInvoice, LedgerTransfer, MemberLedger


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

    def ledger(self, member_id: UUID) -> MemberLedger:
        found = self._client.ask("ListTransfers", ListTransfersRequest(member_id=str(member_id)), ListTransfersResponse)
        return MemberLedger(
            found.balance,
            found.debt,
            tuple(
                LedgerTransfer(
                    UUID(each.id),
                    each.created_at.ToDatetime(tzinfo=UTC),
                    each.kind,
                    each.credits,
                    each.balance_after,
                )
                for each in found.transfers
            ),
            tuple(
                LedgerInvoice(each.number, UUID(each.payment_id), each.credit_note, Money(each.minor, each.currency))
                for each in found.invoices
            ),
        )

    def refund(self, key: UUID, member_id: UUID, payment_id: UUID, minor: int) -> None:
        request = RefundRequest(id=str(key), member_id=str(member_id), payment_id=str(payment_id), minor=minor)
        self._client.ask("Refund", request, RefundResponse)

    def give_credits(self, key: UUID, member_id: UUID, credits: int) -> None:
        request = GiveCreditsRequest(id=str(key), member_id=str(member_id), credits=credits)
        self._client.ask("GiveCredits", request, GiveCreditsResponse)


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
