"""Makers with good defaults, and the fakes that stand for the outside."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from billing.domain.direct_debit import Application
from billing.domain.payment import Payment, Report, Status
from billing.domain.refund import Refund
from billing.errors import MessageNotSent, ProviderUnavailable
from billing.ports import OrderRefused, Partner, PaymentProvider
from billing.storage.audit import audit, what_is_off
from billing.usecases.charge import charge
from billing.usecases.get_wallet import get_wallet
from billing.usecases.hear_webhook import hear_webhook
from billing.usecases.place_order import OrderForm, place_order
from billing.wiring import Wiring
from servicekit.errors import Unavailable
from sites import MESSAGE, Ware


def a_charge(
    wired: Wiring,
    member_id: UUID,
    charge_id: UUID | None = None,
    partner_id: UUID | None = None,
    ware: Ware = MESSAGE,
) -> int:
    """What the message cost."""
    credits, _ = charge(
        wired.unit_of_work(),
        wired.sites,
        wired.default_site,
        charge_id=charge_id or uuid4(),
        member_id=member_id,
        partner_id=partner_id,
        ware=ware,
    )
    return credits


def a_member(wired: Wiring) -> UUID:
    """Someone new, with the gift of signing up: six credits and three free messages."""
    member_id = uuid4()
    get_wallet(wired.unit_of_work(), member_id, wired.default_site, wired.sites.get(wired.default_site))
    return member_id


def balance(wired: Wiring, member_id: UUID) -> tuple[int, int]:
    with wired.unit_of_work() as uow:
        wallet = uow.wallets.get(member_id)
    return wallet.balance, wallet.free_messages_left


def debt(wired: Wiring, member_id: UUID) -> int:
    with wired.unit_of_work() as uow:
        return uow.wallets.get(member_id).debt


def nothing_is_off(wired: Wiring) -> bool:
    off = what_is_off(audit(wired.database))
    assert off == {}
    return True


def a_purchase(wired: Wiring, provider: "FakeProvider", member_id: UUID, package_id: str = "p0") -> Payment:
    """A completed payment for a package; p0 has twenty credits."""
    payment = an_order(wired, provider, member_id, package_id)
    assert payment.provider_id is not None
    provider.pay(payment.provider_id)
    hear_webhook(wired.unit_of_work(), provider, payment.provider_id)
    return payment


def an_order(
    wired: Wiring, provider: PaymentProvider, member_id: UUID, package_id: str = "p0", order_id: UUID | None = None
) -> Payment:
    form = OrderForm(order_id or uuid4(), package_id, "ideal", True, "en")
    site = wired.sites.get(wired.default_site)
    return place_order(
        wired.unit_of_work(), provider, wired.default_site, site, member_id, form, wired.settings.public_url
    )


class FakeProvider:
    """A payment provider that can be down and whose payers do what a test says."""

    def __init__(self) -> None:
        self.reports: dict[str, Report] = {}
        self.made_at: dict[str, datetime] = {}
        self.made_by: dict[str, str] = {}  # what each key made
        self.return_urls: dict[str, str] = {}
        self.mandates: dict[str, str] = {}  # whose each is
        self.refunds: dict[str, tuple[str, int]] = {}
        self.is_down = self.refuses = False
        # What becomes of a payment with a saved method.
        self.again = Status.COMPLETED
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
        report = Report(
            provider_id,
            str(payment.id),
            self.again if mandate_id else Status.OPEN,
            payment.amount,
            payment.currency,
            failure=self.failure if mandate_id else None,
            customer_id=customer_id,
            mandate_id=mandate_id,
        )
        self.reports.setdefault(provider_id, report)
        self.made_at.setdefault(provider_id, datetime.now(UTC))
        return provider_id, None if mandate_id else f"https://pay.example/{provider_id}"

    def report(self, provider_id: str) -> Report | None:
        self._answer()
        self.questions += 1
        return self.reports.get(provider_id)

    def reports_since(self, since: datetime) -> Iterator[Report]:
        self._answer()
        for provider_id, report in reversed(list(self.reports.items())):
            if self.made_at.get(provider_id, since) >= since:
                yield report

    def create_customer(self, member_id: UUID) -> str:
        self._answer()
        return f"cst_{member_id.hex}"

    def create_mandate(self, customer_id: str, application: Application) -> str:
        self._answer()
        if self.refuses:
            raise OrderRefused()
        return self._mandate(customer_id, f"mdt_{application.id.hex}")

    def revoke_mandate(self, customer_id: str, mandate_id: str) -> None:
        self._answer()
        self.mandates.pop(mandate_id, None)

    def refund(self, provider_id: str, refund: Refund, currency: str) -> str:
        self._answer()
        before, made = self.reports[provider_id], f"re_{refund.id.hex}"
        if self.refuses:
            raise OrderRefused()
        if made not in self.refunds:
            left = before.amount * 100 - before.returned_minor
            if before.status is not Status.COMPLETED or currency != before.currency or refund.minor > left:
                raise OrderRefused()
            self.change(provider_id, returned_minor=before.returned_minor + refund.minor)
        self.refunds[made] = (provider_id, refund.minor)
        return made

    def change(self, provider_id: str, /, **changes: Any) -> None:
        self.reports[provider_id] = replace(self.reports[provider_id], **changes)

    def give_back(self, provider_id: str, *, is_charged_back: bool) -> None:
        """All that is left of it."""
        whole = int(self.reports[provider_id].amount * 100)
        self.change(provider_id, returned_minor=whole, is_charged_back=is_charged_back)

    def pay(self, provider_id: str) -> None:
        """Whoever wanted to save the way they pay has a mandate now."""
        customer_id = self.reports[provider_id].customer_id
        mandate_id = self._mandate(customer_id, f"mdt_{provider_id}") if customer_id else None
        self.change(provider_id, status=Status.COMPLETED, mandate_id=mandate_id, brand="visa", last4="4242")

    def _mandate(self, customer_id: str, mandate_id: str) -> str:
        self.mandates[mandate_id] = customer_id
        return mandate_id

    def _answer(self) -> None:
        if self.is_down:
            raise ProviderUnavailable()


class FakeMessages:
    """Telephones, and what came to them."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []
        self.is_down = False

    def send(self, to: str, text: str) -> None:
        if self.is_down:
            raise MessageNotSent()
        self.sent.append((to, text))

    @property
    def code(self) -> str:
        """The newest."""
        return "".join(filter(str.isdecimal, self.sent[-1][1]))[:6]


class FakeSends:
    """Chat, as far as billing knows it: what was posted, and what will never be."""

    def __init__(self) -> None:
        self.posted: set[UUID] = set()
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
    """Profiles, as far as billing knows it: who may be seen, and their names."""

    def __init__(self) -> None:
        self.names: dict[UUID, str] = {}

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> Mapping[UUID, Partner]:
        return {id: Partner(self.names[id], is_fictional=False) for id in member_ids if id in self.names}
