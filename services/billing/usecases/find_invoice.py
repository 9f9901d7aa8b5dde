from uuid import UUID

from shared.kit.core import NotFound

from billing.domain.invoice import Invoice, IssuedInvoice
from billing.storage import BillingUnit


def find_company_invoice(uow: BillingUnit, company: str, number: int) -> IssuedInvoice:
    """An invoice or credit note of this company, for its own people of finance. Raises NotFound."""
    with uow.reading() as uow:
        return _issued(uow, uow.invoices.find(company, number))


def find_invoice(uow: BillingUnit, member_id: UUID, company: str, number: int) -> IssuedInvoice:
    """One of the member's own invoices or credit notes. Raises NotFound for any other."""
    with uow.reading() as uow:
        invoice = uow.invoices.find(company, number)
        if invoice is None or invoice.member_id != member_id:
            raise NotFound()
        return _issued(uow, invoice)


def _issued(uow: BillingUnit, invoice: Invoice | None) -> IssuedInvoice:
    if invoice is None:
        raise NotFound()
    documents = uow.invoices.of_payments([invoice.payment_id])
    return IssuedInvoice(
        invoice,
        uow.payments.get(invoice.payment_id),
        uow.payment_history.completed_at(invoice.payment_id),
        corrected=None if invoice.corrects is None else documents[0],
    )
