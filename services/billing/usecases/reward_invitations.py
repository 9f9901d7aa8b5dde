"""Rewards for invited members: recorded at the sign-up, due after the first purchase, paid once through the ledger.

Docs/decisions/0059-discounts.md has the rules.
"""

from collections.abc import Callable, Sequence
from uuid import UUID

from shared.kit.core import NotFound, Unavailable, log_security_event, logger
from shared.sites import Site, SiteDirectory

from billing.domain.invitation_reward import InvitationReward, RewardReason, RewardState, RewardTotals
from billing.domain.transfer import invitation_reward
from billing.events.published import credits_changed, reward_decided, reward_paid
from billing.ports import Accounts
from billing.security_events import Action
from billing.storage import BillingUnit
from billing.usecases.derive_transfer import find_unmade
from billing.usecases.open_wallet import open_wallet

BATCH, SHOWN = 50, 200


def record_invitation(uow: BillingUnit, site: Site, member_id: UUID, inviter_id: UUID, *, same_device: bool) -> None:
    """Record who invited a new member, once, in the caller's transaction.

    The lock of the wallet, which a purchase takes too, decides which of the two schedules the reward.
    """
    open_wallet(uow, member_id, site)
    uow.wallets.lock(member_id)
    offer, reason = site.invitations, RewardReason.SAME_DEVICE if same_device else None
    uow.invitation_rewards.add_once(
        InvitationReward(
            member_id, inviter_id, site.key, offer.credits, offer.days, RewardState.PENDING, reason, payment_id=None
        )
    )
    if (payment_id := uow.invitation_rewards.first_payment(member_id)) is not None:
        uow.invitation_rewards.schedule(member_id, payment_id)


def pay_due_rewards(unit_of_work: Callable[[], BillingUnit], accounts: Accounts, sites: SiteDirectory) -> int:
    """Pay, hold or refuse the rewards that are due. Returns their number.

    Identity is asked outside the transactions; a suspension in between is a matter of milliseconds and of the desk.
    """
    with unit_of_work() as uow:
        due = uow.invitation_rewards.due(BATCH)
    if not due:
        return 0
    try:
        active = accounts.active([each.member_id for each in due] + [each.inviter_id for each in due])
    except Unavailable:
        logger().warning("rewards_wait_for_identity", waiting=len(due))
        return 0
    decided = 0
    for each in due:
        with unit_of_work() as uow:
            if (reward := uow.invitation_rewards.lock_due(each.member_id)) is None:
                continue  # another worker decides it
            _decide(uow, reward, sites.get(reward.site), {each.member_id, each.inviter_id} <= active)
            uow.commit()
        decided += 1
    return decided


def list_held_rewards(uow: BillingUnit, site: str) -> Sequence[InvitationReward]:
    with uow.reading() as uow:
        return uow.invitation_rewards.held(site, SHOWN)


def decide_held_reward(uow: BillingUnit, marketer_id: UUID, site: str, member_id: UUID, *, pays: bool) -> None:
    """Pay or refuse a held reward, once. Raises NotFound if none is held for this member at this site."""
    with uow:
        if (reward := uow.invitation_rewards.lock_held(site, member_id)) is None:
            raise NotFound()
        if pays:
            uow.wallets.lock(reward.inviter_id)
            _pay(uow, reward, marketer_id)
        else:
            uow.invitation_rewards.decide(member_id, RewardState.REFUSED, RewardReason.DESK, marketer_id)
        uow.announce(reward_decided(reward, marketer_id, uow.now(), pays=pays))
        uow.commit()
    action = Action.INVITATION_REWARD_PAY if pays else Action.INVITATION_REWARD_REFUSE
    log_security_event(action, member_id=reward.inviter_id, actor_id=marketer_id, site=site, target_id=str(member_id))


def get_reward_totals(uow: BillingUnit, member_id: UUID) -> RewardTotals:
    with uow.reading() as uow:
        return uow.invitation_rewards.totals(member_id)


def _decide(uow: BillingUnit, reward: InvitationReward, site: Site, are_active: bool) -> None:
    # The invited member's wallet before the inviter's: an inviter is always the older account, so there is no circle.
    # A reversal takes the first lock too, and so comes before or after the decision.
    uow.wallets.lock(reward.member_id)
    uow.wallets.lock(reward.inviter_id)
    payment = uow.payments.find(reward.payment_id) if reward.payment_id else None
    rewards = uow.invitation_rewards
    if payment is None or payment.returned.minor > 0 or payment.amount.minor <= 0:
        rewards.decide(reward.member_id, RewardState.REFUSED, RewardReason.REVERSED)
    elif not are_active or uow.wallets.find(reward.inviter_id) is None:
        rewards.decide(reward.member_id, RewardState.REFUSED, RewardReason.NOT_ACTIVE)
    elif rewards.paid_this_month(reward.inviter_id) >= site.invitations.most_rewards_a_month:
        rewards.decide(reward.member_id, RewardState.REFUSED, RewardReason.MONTHLY_LIMIT)
    elif reward.reason is not None:
        rewards.decide(reward.member_id, RewardState.HELD, reward.reason)
    elif rewards.share_an_account(reward.member_id, reward.inviter_id):
        rewards.decide(reward.member_id, RewardState.HELD, RewardReason.SAME_ACCOUNT)
    else:
        _pay(uow, reward, None)


def _pay(uow: BillingUnit, reward: InvitationReward, by: UUID | None) -> None:
    cause = find_unmade(uow, invitation_reward(reward.member_id, reward.inviter_id, reward.credits))
    if cause is not None:
        wallet, debt = uow.wallets.credit(reward.inviter_id, reward.credits)
        transfer = cause.leading_to(wallet, debt)
        uow.ledger.add(transfer, cause)
        uow.announce(credits_changed(wallet))
        uow.announce(reward_paid(reward, transfer.id))
    uow.invitation_rewards.decide(reward.member_id, RewardState.PAID, None, by)
