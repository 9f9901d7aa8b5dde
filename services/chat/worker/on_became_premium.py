from uuid import UUID

from pairwise.billing.v1.events_pb2 import BecamePremium

from chat.domain.news import of_balance
from chat.storage import ChatUnit


def on_became_premium(uow: ChatUnit, event: BecamePremium) -> None:
    member_id = UUID(event.member_id)
    credits = uow.members.become_premium(member_id)
    uow.feed.tell([of_balance(member_id, credits, is_premium=True)])
