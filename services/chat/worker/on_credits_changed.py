from uuid import UUID

from pairwise.billing.v1.events_pb2 import CreditsChanged

from chat.domain.news import of_balance
from chat.storage import ChatUnit


def on_credits_changed(uow: ChatUnit, event: CreditsChanged) -> None:
    member_id = UUID(event.member_id)
    is_premium = uow.members.copy_wallet(member_id, event.balance, event.free_messages_left, event.version)
    if is_premium is not None:
        uow.feed.tell([of_balance(member_id, event.balance, is_premium)])
