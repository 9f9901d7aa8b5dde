from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from shared.kit.core import NotFound

from billing.domain.invoice import Invoice
from billing.domain.partner import Partner
from billing.domain.payment import Payment
from billing.domain.receipt import Receipt
from billing.domain.transfer import Transfer, TransferFilter
from billing.ports import Partners
from billing.storage import BillingUnit

PAGE, PART_OF_ALL, MOST = 25, 500, 20_000


@dataclass(frozen=True)
class TransactionList:
    """Transfers with the partners their owner may see, and the payments behind them."""

    transfers: Sequence[Transfer]
    partners: Mapping[UUID, Partner]
    payments: Mapping[UUID, Payment]
    documents: Sequence[Invoice] = ()
    debt: int = 0

    def partner_of(self, transfer: Transfer) -> Partner | None:
        return self.partners.get(transfer.partner_id) if transfer.partner_id else None

    def payment_of(self, transfer: Transfer) -> Payment | None:
        return self.payments.get(transfer.payment_id) if transfer.payment_id else None

    def documents_of(self, payment: Payment) -> Sequence[Invoice]:
        return [document for document in self.documents if document.payment_id == payment.id]


def list_transactions(
    uow: BillingUnit, partners: Partners, member_id: UUID, wanted: TransferFilter, before_version: int | None
) -> tuple[TransactionList, int | None]:
    """One page of the member's own transfers, newest first, and the version before which the next page starts."""
    with uow.reading() as uow:
        found = uow.ledger.page(member_id, before_version, PAGE + 1, wanted)
        wallet = uow.wallets.find(member_id)
        page = found[:PAGE]
        payments = _payments(uow, page)
        documents = uow.invoices.of_payments(payments)
    listed = _named(partners, member_id, page, payments)
    listed = replace(listed, documents=documents, debt=wallet.debt if wallet else 0)
    return listed, page[-1].version if len(found) > PAGE else None


def all_transactions(uow: BillingUnit, partners: Partners, member_id: UUID, wanted: TransferFilter) -> TransactionList:
    """The newest 20,000 transfers that pass the filter."""
    transfers = list(_all(uow, member_id, wanted))
    with uow.reading() as uow:
        payments = _payments(uow, transfers)
    return _named(partners, member_id, transfers, payments)


def find_transaction(uow: BillingUnit, partners: Partners, member_id: UUID, transfer_id: UUID) -> TransactionList:
    """One of the member's own transfers, by its id or the payment it came from. Raises NotFound for any other."""
    with uow.reading() as uow:
        transfer = uow.ledger.find(transfer_id) or uow.ledger.of_payment(transfer_id)
        if transfer is None or transfer.member_id != member_id:
            raise NotFound()
        payments = _payments(uow, [transfer])
        documents = uow.invoices.of_payments(payments)
    return replace(_named(partners, member_id, [transfer], payments), documents=documents)


def find_receipt(uow: BillingUnit, member_id: UUID, transfer_id: UUID) -> Receipt:
    """The receipt of one of the member's own transfers. Raises NotFound for any other."""
    with uow.reading() as uow:
        receipt = uow.ledger.receipt(transfer_id)
    if receipt is None or receipt.transaction["member_id"] != str(member_id):
        raise NotFound()
    return receipt


def _all(uow: BillingUnit, member_id: UUID, wanted: TransferFilter) -> Iterator[Transfer]:
    before, left = None, MOST
    with uow:
        while left > 0 and (part := uow.ledger.page(member_id, before, min(PART_OF_ALL, left), wanted)):
            yield from part
            before, left = part[-1].version, left - len(part)


def _payments(uow: BillingUnit, transfers: Sequence[Transfer]) -> Mapping[UUID, Payment]:
    ids = {transfer.payment_id for transfer in transfers if transfer.payment_id is not None}
    return uow.payment_history.of(ids) if ids else {}


def _named(
    partners: Partners, member_id: UUID, transfers: Sequence[Transfer], payments: Mapping[UUID, Payment]
) -> TransactionList:
    ids = {transfer.partner_id for transfer in transfers if transfer.partner_id is not None}
    return TransactionList(transfers, partners.visible_to(member_id, ids) if ids else {}, payments)
