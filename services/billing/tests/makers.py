"""Factories with good defaults, and fakes of outside parties."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from billing.domain.direct_debit import Application
from billing.domain.partner import Partner
from billing.domain.payment import OrderRefused, Payment, PaymentReport, PaymentStatus
from billing.domain.payout import PayoutLine, PayoutReport
from billing.domain.refund import Refund
from billing.errors import ProviderUnavailable
from billing.ports import PaymentProviders
from billing.storage import BillingUnit
from billing.storage.audit import audit, discrepancies
from billing.storage.tables import UnsettledChargeRow
from billing.usecases.charge import charge
from billing.usecases.get_wallet import get_wallet
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.place_order import OrderForm, place_order
from billing.wiring import Wiring
from shared.kit.core import Unavailable
from shared.kit.db import Database
from shared.sites import MESSAGE, BillableItem, Money
from shared.text_messages.message import TextMessage
from sqlalchemy import func, update


def eur(minor: int) -> Money:
    """So many euro cents."""
    return Money(minor, "EUR")


def a_charge(
    wired: Wiring,
    member_id: UUID,
    charge_id: UUID | None = None,
    partner_id: UUID | None = None,
    billable_item: BillableItem = MESSAGE,
) -> int:
    """Charge for a message; returns its cost."""
    credits, _ = charge(
        wired.unit_of_work(),
        wired.sites,
        wired.default_site,
        charge_id=charge_id or uuid4(),
        member_id=member_id,
        partner_id=partner_id,
        billable_item=billable_item,
    )
    return credits


def a_member(wired: Wiring, member_id: UUID | None = None) -> UUID:
    """A new member, with the gift of signing up: six credits and three free messages."""
    member_id = member_id or uuid4()
    get_wallet(wired.unit_of_work(), member_id, wired.sites.get(wired.default_site))
    return member_id


def balance(wired: Wiring, member_id: UUID) -> tuple[int, int]:
    with wired.unit_of_work() as uow:
        wallet = uow.wallets.get(member_id)
    return wallet.balance, wallet.free_messages_left


def debt(wired: Wiring, member_id: UUID) -> int:
    with wired.unit_of_work() as uow:
        return uow.wallets.get(member_id).debt


def make_overdue(database: Database) -> None:
    """As if all charges without an outcome had waited for their message long enough for chat to be asked."""
    with BillingUnit(database) as uow:
        uow.settlements.note_overdue(timedelta(0))
        uow.session.execute(update(UnsettledChargeRow).values(ask_after=func.now()))
        uow.commit()


def nothing_is_off(wired: Wiring) -> bool:
    off = discrepancies(audit(wired.database))
    assert off == {}
    return True


def a_purchase(wired: Wiring, provider: "FakeProvider", member_id: UUID, package_id: str = "p0") -> Payment:
    """A completed payment for a package; p0 has twenty credits."""
    payment = an_order(wired, provider, member_id, package_id)
    assert payment.provider_id is not None
    provider.pay(payment.provider_id)
    handle_webhook(wired.unit_of_work(), provider, payment.provider_id)
    return payment


def an_order(
    wired: Wiring, provider: PaymentProviders, member_id: UUID, package_id: str = "p0", order_id: UUID | None = None
) -> Payment:
    form = OrderForm(order_id or uuid4(), package_id, "ideal", True, "en")
    site = wired.sites.get(wired.default_site)
    return place_order(wired.unit_of_work(), provider, site, member_id, form, wired.settings.public_url)


class FakeProvider(PaymentProviders):
    """A payment provider that can be down, with payers that the test directs; and the only one there is."""

    def __init__(self) -> None:
        super().__init__(mollie=self)
        self.reports: dict[str, PaymentReport] = {}
        self.made_at: dict[str, datetime] = {}
        self.made_by: dict[str, str] = {}  # the payment made with each idempotency key
        self.return_urls: dict[str, str] = {}
        self.mandates: dict[str, str] = {}  # the owner of each
        self.refunds: dict[str, tuple[str, Money]] = {}
        self.payouts: dict[str, tuple[PayoutReport, list[PayoutLine]]] = {}
        self.is_down = self.refuses = False
        # Outcome of payments with a saved method.
        self.again = PaymentStatus.COMPLETED
        self.failure: str | None = None
        self.questions = 0

    def create(
        self,
        payment: Payment,
        description: str,
        return_url: str,
        *,
        key: str,
        customer_id: str | None = None,
        mandate_id: str | None = None,
    ) -> tuple[str, str | None]:
        self._answer()
        if self.refuses or (mandate_id and self.mandates.get(mandate_id) != customer_id):
            raise OrderRefused()
        provider_id = self.made_by.setdefault(key, f"tr_{payment.id.hex}{'' if key == str(payment.id) else '2'}")
        self.return_urls[provider_id] = return_url
        report = PaymentReport(
            provider_id,
            str(payment.id),
            self.again if mandate_id else PaymentStatus.OPEN,
            payment.amount,
            Money(0, payment.amount.currency),
            failure=self.failure if mandate_id else None,
            customer_id=customer_id,
            mandate_id=mandate_id,
        )
        self.reports.setdefault(provider_id, report)
        self.made_at.setdefault(provider_id, datetime.now(UTC))
        return provider_id, None if mandate_id else f"https://pay.example/{provider_id}"

    def report(self, provider_id: str) -> PaymentReport | None:
        self._answer()
        self.questions += 1
        return self.reports.get(provider_id)

    def reports_since(self, since: datetime) -> Iterator[PaymentReport]:
        self._answer()
        for provider_id, report in reversed(list(self.reports.items())):
            if self.made_at.get(provider_id, since) >= since:
                yield report

    def payouts_since(self, since: datetime) -> Iterator[PayoutReport]:
        self._answer()
        yield from (each for each, _ in self.payouts.values() if each.paid_at >= since)

    def payout_lines(self, payout_id: str) -> Iterator[PayoutLine]:
        self._answer()
        yield from self.payouts[payout_id][1]

    def pay_out(self, payout_id: str, lines: Sequence[PayoutLine], *, more: int = 0) -> None:
        """Pay out the sum of these lines, or so many cents more."""
        total = sum((each.settled.minor - each.fee.minor for each in lines), more)
        self.payouts[payout_id] = (PayoutReport(payout_id, eur(total), datetime.now(UTC)), list(lines))

    def create_customer(self, member_id: UUID) -> str:
        self._answer()
        return f"cst_{member_id.hex}"

    def create_mandate(self, customer_id: str, application: Application, contact: str) -> str:
        self._answer()
        if self.refuses:
            raise OrderRefused()
        return self._mandate(customer_id, f"mdt_{application.id.hex}")

    def revoke_mandate(self, customer_id: str, mandate_id: str) -> None:
        self._answer()
        self.mandates.pop(mandate_id, None)

    def refund(self, provider_id: str, refund: Refund) -> str:
        self._answer()
        before, made = self.reports[provider_id], f"re_{refund.id.hex}"
        if self.refuses:
            raise OrderRefused()
        if made not in self.refunds:
            if before.status is not PaymentStatus.COMPLETED or refund.amount.currency != before.amount.currency:
                raise OrderRefused()
            if refund.amount > before.amount - before.returned:
                raise OrderRefused()
            self.change(provider_id, returned=before.returned + refund.amount)
        self.refunds[made] = (provider_id, refund.amount)
        return made

    def order_of(self, about: Mapping[str, Any]) -> UUID | None:
        return UUID(about["metadata"]["order_id"])

    def change(self, provider_id: str, /, **changes: Any) -> None:
        self.reports[provider_id] = replace(self.reports[provider_id], **changes)

    def give_back(self, provider_id: str, *, is_charged_back: bool) -> None:
        """Return the rest of it."""
        self.change(provider_id, returned=self.reports[provider_id].amount, is_charged_back=is_charged_back)

    def pay(self, provider_id: str) -> None:
        """Complete a payment; a payer who wanted to save the method gets a mandate."""
        customer_id = self.reports[provider_id].customer_id
        mandate_id = self._mandate(customer_id, f"mdt_{provider_id}") if customer_id else None
        self.change(provider_id, status=PaymentStatus.COMPLETED, mandate_id=mandate_id, brand="visa", last4="4242")

    def _mandate(self, customer_id: str, mandate_id: str) -> str:
        self.mandates[mandate_id] = customer_id
        return mandate_id

    def _answer(self) -> None:
        if self.is_down:
            raise ProviderUnavailable()


class FakeMessages:
    """Telephones with the messages they received."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []
        self.refuses: Exception | None = None

    def send(self, message: TextMessage) -> None:
        if self.refuses:
            raise self.refuses
        self.sent.append((message.to, message.text))

    @property
    def code(self) -> str:
        """The newest."""
        return "".join(filter(str.isdecimal, self.sent[-1][1]))[:6]


class FakeSends:
    """Chat, as far as billing knows it: posted and refused messages."""

    def __init__(self, posted: Collection[UUID] = ()) -> None:
        self.posted = set(posted)
        self.refused: set[UUID] = set()
        self.is_down = False

    def post(self, message_id: UUID) -> bool:
        if message_id not in self.refused:
            self.posted.add(message_id)
        return message_id in self.posted

    def was_posted(self, message_id: UUID) -> bool:
        if self.is_down:
            raise Unavailable()
        if message_id not in self.posted:
            self.refused.add(message_id)
        return message_id in self.posted


class FakePartners:
    """Profiles, as far as billing knows it: names of visible members."""

    def __init__(self) -> None:
        self.names: dict[UUID, str] = {}

    def visible_to(self, viewer_id: UUID, member_ids: Collection[UUID]) -> Mapping[UUID, Partner]:
        return {id: Partner(self.names[id], is_fictional=False) for id in member_ids if id in self.names}
