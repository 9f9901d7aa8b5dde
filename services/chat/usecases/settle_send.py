from uuid import UUID

from shared.kit.core import fault_point

from chat.storage import ChatUnit


def settle_send(uow: ChatUnit, message_id: UUID) -> bool:
    """Return whether this message was posted. False is final: its id is refused from then on."""
    with uow:
        # Posting takes the same advisory lock: it was either first, or finds the id withdrawn.
        if uow.sends.lock_outcome(message_id).posted:
            return True
        uow.sends.withdraw(message_id)
        fault_point("chat.settle.before_commit")
        uow.commit()
    return False
