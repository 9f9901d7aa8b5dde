from collections.abc import Callable

from shared.kit.core import fault_point, logger
from shared.sites import SiteDirectory, UnknownSite

from billing.domain.invoice import steps
from billing.events.published import invoice_issued
from billing.storage import BillingUnit

BATCH = 100


def issue_invoices(unit_of_work: Callable[[], BillingUnit], sites: SiteDirectory) -> int:
    """Issue the invoices and credit notes that are due, each payment's in a transaction of its own. Returns how many.

    The documents of a payment follow from its state, so a crash, a second worker and payments that release 0.2.0
    completed leave none out and make none twice.
    """
    issued = 0
    with unit_of_work() as uow:
        due = uow.invoices.due(BATCH)
    for payment_id in due:
        with unit_of_work() as uow:
            invoiced = uow.invoices.lock(payment_id)
            payment = uow.payments.get(payment_id)
            try:
                company = sites.get(payment.site).company
            except UnknownSite:
                logger().error("invoice_without_site", payment_id=str(payment_id), site=payment.site)
                continue
            # An event with the id of an erased member would outlast the purge of those before.
            is_erased = uow.invoices.is_erased(payment.member_id)
            for amount, vat in steps(payment, invoiced):
                invoice = uow.invoices.add(payment, company, amount, vat)
                if not is_erased:
                    uow.announce(invoice_issued(invoice))
                issued += 1
            uow.invoices.record_invoiced(payment)
            fault_point("billing.invoice.before_commit")
            uow.commit()
    return issued
