"""Fakes of the outside parties of chat."""

import threading
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from chat.domain.call_signal import CallSignal
from chat.domain.message import Draft
from chat.domain.wallet import Wallet
from chat.errors import SendWithdrawn
from chat.ports import CheckedPicture, FirstMessage, Translation
from pairwise.profiles.v1.profiles_pb2 import Card, Image
from shared.kit.core import Invalid, PaymentRequired, Refusal, Unavailable
from shared.sites import CALL, MESSAGE, OPENER, PHOTO, VOICE, BillableItem, Purpose

PRICE = 2
# Billable items on offer, with their prices.
OFFERED = {
    MESSAGE: PRICE,
    PHOTO: 4,
    VOICE: 4,
    OPENER: 3,
    CALL: 6,
    BillableItem(Purpose.GIFT, "rose"): 5,
    BillableItem(Purpose.ICEBREAKER, "coffee"): 1,
}


class FakeBilling:
    """A ledger in memory: one charge for each id, given back when its message never came."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.is_down = False
        self.loses_answers = False  # it charges, and the answer never arrives
        self.balances: Counter[UUID] = Counter()
        self.charges: dict[UUID, tuple[UUID, UUID, BillableItem]] = {}
        self.paid: dict[UUID, int] = {}
        self.withdrawn: set[UUID] = set()
        self.debts: Counter[UUID] = Counter()
        self.premium: set[UUID] = set()

    def give(self, member_id: UUID, credits: int) -> None:
        self.balances[member_id] += credits

    def charge(
        self,
        charge_id: UUID,
        member_id: UUID,
        partner_id: UUID,
        billable_item: BillableItem = MESSAGE,
        agreed_credits: int | None = None,
    ) -> tuple[int, Wallet]:
        with self._lock:
            if self.is_down:
                raise Unavailable()
            if charge_id in self.withdrawn:
                raise SendWithdrawn()
            if charge_id not in self.charges:
                if billable_item not in OFFERED:
                    raise Invalid("not_offered")
                price = OFFERED[billable_item] if agreed_credits is None else agreed_credits
                if self.balances[member_id] < price:
                    raise PaymentRequired("not_enough_credits")
                self.balances[member_id] -= price
                self.paid[charge_id] = price
                self.charges[charge_id] = (member_id, partner_id, billable_item)
            elif self.charges[charge_id] != (member_id, partner_id, billable_item):
                raise Invalid("idempotency_key_reused", field="charge_id")
            if self.loses_answers:
                raise Unavailable()
            return self.paid[charge_id], self._wallet(member_id)

    def charge_many(self, drafts: Sequence[Draft]) -> list[tuple[int, Wallet] | Refusal]:
        if self.is_down:
            raise Unavailable()
        return [self._outcome(draft) for draft in drafts]

    def _outcome(self, draft: Draft) -> tuple[int, Wallet] | Refusal:
        try:
            return self.charge(draft.id, draft.sender_id, draft.recipient_id, draft.billable_item, draft.agreed_credits)
        except Unavailable:
            raise
        except Refusal as refusal:
            return refusal

    def wallet(self, member_id: UUID) -> Wallet:
        if self.is_down:
            raise Unavailable()
        return self._wallet(member_id)

    def give_back(self, charge_id: UUID) -> None:
        """As billing does when chat says that this message was never posted."""
        with self._lock:
            member_id, _, _ = self.charges.pop(charge_id)
            self.balances[member_id] += self.paid.pop(charge_id)
            self.withdrawn.add(charge_id)

    def _wallet(self, member_id: UUID) -> Wallet:
        debt = self.debts[member_id]
        return Wallet(self.balances[member_id], 0, PRICE, member_id in self.premium, 1 + len(self.charges), debt)


def a_card(member_id: UUID) -> Card:
    image = Image(thumb_src="/media/1/160.webp", src="/media/1/400.webp", large_src="/media/1/800.webp", thumbhash="aa")
    return Card(id=str(member_id), name="Bo", age=34, gender="male", country="NL", town="Utrecht", main_image=image)


@dataclass
class FakeChecks:
    """Lets every picture pass, unless a test says otherwise."""

    refusal: Refusal | None = None
    is_doubtful: bool = False
    asked: list[CheckedPicture] = field(default_factory=list)

    def check(self, picture: CheckedPicture) -> bool:
        self.asked.append(picture)
        if self.refusal:
            raise self.refusal
        return self.is_doubtful


@dataclass
class FakeCards:
    """Shows everyone to everyone, but for those in `hidden`."""

    hidden: set[UUID] = field(default_factory=set)
    is_down: bool = False
    asked: list[list[UUID]] = field(default_factory=list)

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        if not member_ids:
            return {}
        if self.is_down:
            raise Unavailable()
        self.asked.append(list(member_ids))
        return {member_id: a_card(member_id) for member_id in member_ids if member_id not in self.hidden}


@dataclass
class FakeTyping:
    reported: list[tuple[UUID, UUID, UUID]] = field(default_factory=list)

    def publish(self, recipient_id: UUID, typist_id: UUID, conversation_id: UUID) -> None:
        self.reported.append((recipient_id, typist_id, conversation_id))


@dataclass
class FakeTranslator:
    """Turns letters into capitals, once `meanwhile` has happened."""

    refusal: Refusal | None = None
    meanwhile: Callable[[], object] = lambda: None
    asked: list[tuple[str, str | None, str]] = field(default_factory=list)

    async def translate(self, text: str, *, reader_id: UUID, source: str | None, target: str) -> Translation:
        self.asked.append((text, source, target))
        if self.refusal:
            raise self.refusal
        self.meanwhile()
        return Translation(text.upper(), source or "nl")


@dataclass
class FakeSignals:
    relayed: list[tuple[UUID, CallSignal]] = field(default_factory=list)

    def publish(self, recipient_id: UUID, signal: CallSignal) -> None:
        self.relayed.append((recipient_id, signal))


@dataclass
class FakeGreetings:
    """First messages of new members, as identity would answer."""

    written: dict[UUID, FirstMessage] = field(default_factory=dict)
    is_down: bool = False

    def find(self, member_id: UUID) -> FirstMessage | None:
        if self.is_down:
            raise Unavailable()
        return self.written.get(member_id)
