from uuid import UUID

from chat.ports import Billing, ChatUnitOfWork


def see_balance(uow: ChatUnitOfWork, billing: Billing, member_id: UUID, message_credits: int) -> int:
    """What the member has, to stand beside a price: by our copy, or as billing says before it has told us anything."""
    with uow.reading() as uow:
        copy = uow.members.wallet(member_id, message_credits)
    return (copy or billing.wallet(member_id)).balance
