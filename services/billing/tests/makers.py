"""Makers with good defaults, and the fakes that stand for the outside."""

from uuid import UUID, uuid4

from billing.storage.audit import audit, what_is_off
from billing.usecases.charge import charge
from billing.usecases.get_wallet import get_wallet
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


def nothing_is_off(wired: Wiring) -> bool:
    off = what_is_off(audit(wired.database))
    assert off == {}
    return True


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
