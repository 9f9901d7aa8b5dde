from datetime import datetime

import grpc
from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.billing.v1.members_pb2 import (
    FindPayersRequest,
    FindPayersResponse,
    GiveCreditsRequest,
    GiveCreditsResponse,
    ListPaymentsRequest,
    ListPaymentsResponse,
    ListTransfersRequest,
    ListTransfersResponse,
    MemberInvoice,
    MemberMethod,
    MemberPayment,
    MemberTransfer,
    RefundRequest,
    RefundResponse,
)
from pairwise.billing.v1.members_pb2_grpc import MemberPaymentServiceServicer
from shared.kit.core import Malformed
from shared.kit.grpc import id_of

from billing.domain.invoice import Invoice
from billing.domain.payer_search import PayerMethod, PayerSearchBy
from billing.domain.payment import Payment
from billing.domain.transfer import Transfer
from billing.usecases.find_payers import find_payers
from billing.usecases.list_member_payments import list_member_payments
from billing.usecases.support_member import give_credits, list_transfers, refund_purchase
from billing.wiring import Wiring


class MemberPaymentServicer(MemberPaymentServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def FindPayers(self, request: FindPayersRequest, context: grpc.ServicerContext) -> FindPayersResponse:
        try:
            by = PayerSearchBy(request.by)
        except ValueError as error:
            raise Malformed() from error
        found = find_payers(self._wiring.unit_of_work(), by, request.text, max(1, request.limit))
        return FindPayersResponse(member_ids=[str(each) for each in found])

    def ListPayments(self, request: ListPaymentsRequest, context: grpc.ServicerContext) -> ListPaymentsResponse:
        member_id = id_of(request.member_id)
        payments, methods = list_member_payments(self._wiring.unit_of_work(), member_id)
        return ListPaymentsResponse(
            payments=[_payment(each) for each in payments], methods=[_method(each) for each in methods]
        )

    def ListTransfers(self, request: ListTransfersRequest, context: grpc.ServicerContext) -> ListTransfersResponse:
        found = list_transfers(self._wiring.unit_of_work(), id_of(request.member_id))
        return ListTransfersResponse(
            balance=found.wallet.balance,
            debt=found.wallet.debt,
            transfers=[_transfer(each) for each in found.transfers],
            invoices=[_invoice(each) for each in found.invoices],
        )

    def Refund(self, request: RefundRequest, context: grpc.ServicerContext) -> RefundResponse:
        refund_id, member_id, payment_id = id_of(request.id), id_of(request.member_id), id_of(request.payment_id)
        refund_purchase(self._wiring.unit_of_work(), refund_id, member_id, payment_id, request.minor)
        return RefundResponse()

    def GiveCredits(self, request: GiveCreditsRequest, context: grpc.ServicerContext) -> GiveCreditsResponse:
        if request.credits <= 0:
            raise Malformed()
        give_credits(self._wiring.unit_of_work(), id_of(request.id), id_of(request.member_id), request.credits)
        return GiveCreditsResponse()


def _transfer(transfer: Transfer) -> MemberTransfer:
    return MemberTransfer(
        id=str(transfer.id),
        created_at=_stamp(transfer.created_at) if transfer.created_at else None,
        kind=transfer.kind.value,
        credits=transfer.credits,
        balance_after=transfer.balance_after,
    )


def _invoice(invoice: Invoice) -> MemberInvoice:
    return MemberInvoice(
        number=invoice.number,
        payment_id=str(invoice.payment_id),
        credit_note=invoice.is_credit_note,
        minor=invoice.amount.minor,
        currency=invoice.amount.currency,
    )


def _payment(payment: Payment) -> MemberPayment:
    return MemberPayment(
        id=str(payment.id),
        created_at=_stamp(payment.created_at),
        method=payment.method,
        status=payment.status.value,
        minor=payment.amount.minor,
        currency=payment.amount.currency,
        returned_minor=payment.returned.minor,
    )


def _method(method: PayerMethod) -> MemberMethod:
    return MemberMethod(
        kind=method.kind,
        brand=method.brand or "",
        last4=method.last4 or "",
        saved_at=_stamp(method.saved_at),
        removed=method.is_removed,
    )


def _stamp(at: datetime) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(at)
    return stamp
