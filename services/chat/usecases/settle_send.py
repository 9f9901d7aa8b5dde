from uuid import UUID

from servicekit.faults import point

from chat.ports import ChatUnitOfWork


def settle_send(uow: ChatUnitOfWork, message_id: UUID) -> bool:
    """Whether this message has been posted. An answer of false is final: from then on its id is refused."""
    with uow:
        # Posting takes the same lock: either it was first, or it finds the id withdrawn.
        if uow.sends.decide(message_id).posted:
            return True
        uow.sends.withdraw(message_id)
        point("chat.settle.before_commit")
        uow.commit()
    return False
