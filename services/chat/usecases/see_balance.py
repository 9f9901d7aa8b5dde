from uuid import UUID

from chat.ports import Billing
from chat.storage import ChatUnit


def see_balance(uow: ChatUnit, billing: Billing, member_id: UUID, message_credits: int) -> int:
    """The member's credits, shown beside a price: from the copy, or from billing before its first event."""
    with uow.reading() as uow:
        copy = uow.wallets.find(member_id, message_credits)
    return (copy or billing.wallet(member_id)).balance
