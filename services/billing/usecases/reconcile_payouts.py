"""Comparison of each provider's payouts with our payments. Nothing is corrected: each difference is a finding."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from uuid import UUID

from shared.kit.core import logger
from shared.sites import SiteDirectory
from shared.sites.accounts import account_in

from billing.domain.invoice import series_of
from billing.domain.payment import Payment
from billing.domain.payout import FindingKind, LineKind, PayoutLine, PayoutReport, StoredLine
from billing.errors import ProviderUnavailable
from billing.ports import PaymentProvider, PaymentProviders
from billing.storage import BillingUnit

BATCH = 100
# Payouts older than this are recorded and do not change.
LOOKS_BACK = timedelta(days=60)
# A completed payment is in a payout after this; direct debits take the longest.
SETTLED_WITHIN = timedelta(days=14)

UnitOfWork = Callable[[], BillingUnit]


@dataclass
class PayoutResult:
    """`seen` payouts, `recorded` ones among them that were new, and differences that nobody has resolved."""

    seen: int = 0
    recorded: int = 0
    flagged: int = 0


def reconcile_payouts(
    unit_of_work: UnitOfWork,
    providers: PaymentProviders,
    sites: SiteDirectory,
    looks_back: timedelta = LOOKS_BACK,
) -> PayoutResult:
    """Record the payouts of each provider that answers, page by page, and compare them with our payments.

    A run that was interrupted is repeated: lines are recorded once, by their ids. Raises ProviderUnavailable when a
    provider did not answer; what the others said stays recorded.
    """
    found, down = PayoutResult(), None
    with unit_of_work() as uow:
        since = uow.now() - looks_back
    for name, provider in providers.items():
        try:
            for payout in provider.payouts_since(since):
                found.seen += 1
                found.recorded += _record(unit_of_work, name, provider, payout, sites, found)
            _flag_missing(unit_of_work, name, looks_back, found)
        except ProviderUnavailable as error:
            down = error
    if down is not None:
        raise down
    return found


def _record(
    unit_of_work: UnitOfWork,
    name: str,
    provider: PaymentProvider,
    payout: PayoutReport,
    sites: SiteDirectory,
    found: PayoutResult,
) -> bool:
    """Record a payout with its lines, unless it is there. Returns whether it was new."""
    with unit_of_work() as uow:
        recorded, is_complete = uow.payouts.begin(name, payout, _company(sites, name, Counter()))
        uow.commit()
    if recorded != payout.amount:
        _flag(unit_of_work, name, payout.id, FindingKind.CHANGED, None, found)
    if is_complete:
        return False
    sites_paid: Counter[str] = Counter()
    lines, total = provider.payout_lines(payout.id), payout.amount - payout.amount
    while batch := list(islice(lines, BATCH)):
        stored = _with_payments(unit_of_work, name, batch)
        with unit_of_work() as uow:
            uow.payouts.add_lines(
                name, payout.id, [StoredLine(line, paid.id if paid else None) for line, paid in stored]
            )
            uow.commit()
        sites_paid.update(paid.site for _, paid in stored if paid)
        for line, payment in stored:
            if line.settled.currency != payout.amount.currency or line.fee.currency != payout.amount.currency:
                _flag(unit_of_work, name, line.id, FindingKind.OTHER_CURRENCY, payment.id if payment else None, found)
                continue
            total += line.settled - line.fee
            _compare(unit_of_work, name, line, payment, found)
    if total != payout.amount:
        _flag(unit_of_work, name, payout.id, FindingKind.NOT_ADDED_UP, None, found)
    with unit_of_work() as uow:
        uow.payouts.complete(name, payout.id, _company(sites, name, sites_paid))
        uow.commit()
    return True


def _with_payments(
    unit_of_work: UnitOfWork, name: str, lines: Sequence[PayoutLine]
) -> list[tuple[PayoutLine, Payment | None]]:
    with unit_of_work() as uow:
        found = []
        for line in lines:
            payment = None
            if line.provider_id is not None:
                payment = uow.payments.find_by_provider(name, line.provider_id)
            elif line.order_id is not None and (order_id := _uuid(line.order_id)) is not None:
                payment = uow.payments.find(order_id)
                payment = payment if payment is not None and payment.provider == name else None
            found.append((line, payment))
        return found


def _compare(
    unit_of_work: UnitOfWork, name: str, line: PayoutLine, payment: Payment | None, found: PayoutResult
) -> None:
    if line.kind in (LineKind.FEE, LineKind.OTHER):
        return
    if payment is None:
        _flag(unit_of_work, name, line.id, FindingKind.UNKNOWN, None, found)
        return
    for what in _differences(unit_of_work, line, payment):
        _flag(unit_of_work, name, payment.provider_id or line.id, what, payment.id, found)


def _differences(unit_of_work: UnitOfWork, line: PayoutLine, payment: Payment) -> Iterator[FindingKind]:
    if line.paid.currency != payment.amount.currency:
        yield FindingKind.OTHER_CURRENCY
        return
    with unit_of_work() as uow:
        times, back = uow.payouts.times_settled(payment.id), uow.payouts.taken_back(payment.id)
    if line.kind is LineKind.PAYMENT and line.paid != payment.amount:
        yield FindingKind.OTHER_SUM
    if line.kind is LineKind.PAYMENT and times > 1:
        yield FindingKind.TWICE
    if line.kind is not LineKind.PAYMENT and back > payment.returned.minor:
        yield FindingKind.OTHER_RETURN


def _flag_missing(unit_of_work: UnitOfWork, name: str, looks_back: timedelta, found: PayoutResult) -> None:
    """Flag completed payments that should be in a payout by now, and resolve the finding of those that are."""
    with unit_of_work() as uow:
        uow.payouts.resolve_settled(name, FindingKind.MISSING)
        last = uow.payouts.last_complete(name)
        uow.commit()
        since = uow.now() - looks_back
    if last is None:
        # An account whose payouts nobody may read, or that has not paid out yet.
        return
    after = None
    while True:
        with unit_of_work() as uow:
            page = uow.payouts.overdue(name, since, last - SETTLED_WITHIN, after, BATCH)
        for at, payment_id, provider_id in page:
            _flag(unit_of_work, name, provider_id, FindingKind.MISSING, payment_id, found)
            after = at, payment_id
        if len(page) < BATCH:
            return


def _flag(
    unit_of_work: UnitOfWork, name: str, about: str, what: FindingKind, payment_id: UUID | None, found: PayoutResult
) -> None:
    with unit_of_work() as uow:
        is_new = uow.reconciliations.flag(name, about, what, payment_id)
        uow.commit()
    found.flagged += 1
    if is_new:
        logger().error("payout_differs", provider=name, what=what, payment_id=str(payment_id))


def _company(sites: SiteDirectory, provider: str, sites_paid: Counter[str]) -> str:
    """The company that a payout belongs to: that of the site with most of its payments.

    Without any, it is the company of the first site which takes money at this account.
    """
    known = dict(sites.items())
    at_account = (key for key, site in known.items() if site.payment_account == account_in(provider))
    for key in (*(key for key, _ in sites_paid.most_common()), *at_account):
        if key in known:
            return series_of(known[key].company)
    return ""


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
