from collections.abc import Sequence
from uuid import UUID

from pairwise.billing.v1.events_pb2 import CreditsChanged

from chat.domain.news import of_balance
from chat.storage import ChatUnit
from chat.storage.members import WalletCopy


def on_credits_changed(uow: ChatUnit, events: Sequence[CreditsChanged]) -> None:
    newest = {event.member_id: event for event in sorted(events, key=lambda event: event.version)}
    news = uow.members.copy_wallets(
        [
            WalletCopy(UUID(member_id), event.balance, event.free_messages_left, event.version)
            for member_id, event in newest.items()
        ]
    )
    # What a message cost was kept, and told, with the message.
    if news:
        uow.feed.tell([of_balance(member_id, credits, is_premium) for member_id, credits, is_premium in news])
