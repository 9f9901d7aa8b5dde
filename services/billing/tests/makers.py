"""Makers with good defaults, and the fakes that stand for the outside."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from billing.domain.payment import Payment, Report, Status
from billing.errors import ProviderUnavailable
from billing.ports import OrderRefused, Partner, PaymentProvider
from billing.storage.audit import audit, what_is_off
from billing.usecases.charge import charge
from billing.usecases.get_wallet import get_wallet
from billing.usecases.hear_webhook import hear_webhook
from billing.usecases.place_order import OrderForm, place_order
from billing.wiring import Wiring
from servicekit.errors import Unavailable


def a_charge(wired: Wiring, member_id: UUID, charge_id: UUID | None = None, partner_id: UUID | None = None) -> int:
    """What the message cost."""
    credits, _ = charge(
        wired.unit_of_work(),
        wired.sites,
        wired.default_site,
        charge_id=charge_id or uuid4(),
        member_id=member_id,
        partner_id=partner_id,
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
        self.return_urls: dict[str, str] = {}
        self.is_down = self.refuses = False
        self.questions = 0

    def create(self, payment: Payment, description: str, return_url: str) -> tuple[str, str | None]:
        self._answer()
        if self.refuses:
            raise OrderRefused()
        provider_id = f"tr_{payment.id.hex}"
        self.return_urls[provider_id] = return_url
        self.reports.setdefault(
            provider_id, Report(provider_id, str(payment.id), Status.OPEN, payment.amount, payment.currency)
        )
        return provider_id, f"https://pay.example/{provider_id}"

    def report(self, provider_id: str) -> Report | None:
        self._answer()
        self.questions += 1
        return self.reports.get(provider_id)

    def change(self, provider_id: str, /, **changes: Any) -> None:
        self.reports[provider_id] = replace(self.reports[provider_id], **changes)

    def pay(self, provider_id: str) -> None:
        self.change(provider_id, status=Status.COMPLETED)

    def _answer(self) -> None:
        if self.is_down:
            raise ProviderUnavailable()


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
