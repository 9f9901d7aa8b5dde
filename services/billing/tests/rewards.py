"""Rewards for invitations, as tests make them due and pay them."""

from collections.abc import Sequence
from uuid import UUID, uuid4

from billing.domain.payment import Payment
from billing.events.from_identity import record_inviter
from billing.tests.makers import FakeProvider, a_purchase
from billing.usecases.reward_invitations import pay_due_rewards
from billing.wiring import Wiring
from pairwise.identity.v1.events_pb2 import MemberInvited
from shared.kit.core import Unavailable
from sqlalchemy import text

GIFT, REWARD = 6, 20
DESK, TOTALS = "/api/marketing-rewards.php", "/api/invitation-rewards.php"


class FakeAccounts:
    """Identity, as far as billing knows it: everybody is active but these."""

    def __init__(self) -> None:
        self.inactive: set[UUID] = set()
        self.is_down = False

    def active(self, member_ids: Sequence[UUID]) -> set[UUID]:
        if self.is_down:
            raise Unavailable()
        return set(member_ids) - self.inactive


def invited_by(wired: Wiring, inviter: UUID, *, same_device: bool = False, member_id: UUID | None = None) -> UUID:
    member_id = member_id or uuid4()
    event = MemberInvited(member_id=str(member_id), inviter_id=str(inviter), site="pairwise", same_device=same_device)
    with wired.unit_of_work() as uow:
        record_inviter(uow, event, wired)
        uow.commit()
    return member_id


def bought(wired: Wiring, provider: FakeProvider, inviter: UUID, *, same_device: bool = False) -> tuple[UUID, Payment]:
    """A friend of this member who has bought, with a reward that is due now."""
    friend = invited_by(wired, inviter, same_device=same_device)
    payment = a_purchase(wired, provider, friend)
    make_due(wired)
    return friend, payment


def make_due(wired: Wiring) -> None:
    with wired.unit_of_work() as uow:
        uow.session.execute(text("UPDATE invitation_rewards SET due_at = now() WHERE due_at IS NOT NULL"))
        uow.commit()


def states(wired: Wiring) -> list[tuple[str, str | None]]:
    with wired.unit_of_work() as uow:
        rows = uow.session.execute(text("SELECT state, reason FROM invitation_rewards ORDER BY state"))
        return [(row.state, row.reason) for row in rows]


def pay(wired: Wiring, accounts: FakeAccounts) -> int:
    return pay_due_rewards(wired.unit_of_work, accounts, wired.sites)
