"""Handlers of billing's events."""

from collections.abc import Sequence
from uuid import UUID

from pairwise.billing.v1.events_pb2 import BecamePremium, CreditsChanged
from shared.kit.events import Subscriptions

from chat.domain.feed_event import balance_event
from chat.storage import ChatUnit
from chat.storage.wallets import WalletCopy
from chat.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on_batch(CreditsChanged, idempotent=True)
def copy_wallets(uow: ChatUnit, events: Sequence[CreditsChanged], _: Wiring) -> None:
    newest = {event.member_id: event for event in sorted(events, key=lambda event: event.version)}
    changed = uow.wallets.copy_all(
        [
            WalletCopy(UUID(member_id), event.balance, event.free_messages_left, event.version)
            for member_id, event in newest.items()
        ]
    )
    # The balance after a message was stored, and appended to the feed, with the message.
    if changed:
        uow.feed.append(
            [balance_event(each.member_id, each.credits, each.version, is_premium=each.is_premium) for each in changed]
        )


@subscriptions.on(BecamePremium)
def become_premium(uow: ChatUnit, event: BecamePremium, _: Wiring) -> None:
    member_id = UUID(event.member_id)
    credits, version = uow.members.become_premium(member_id)
    uow.feed.append([balance_event(member_id, credits, version, is_premium=True)])
