from uuid import UUID

from shared.kit.core import fault_point

from chat.domain.message import Kind
from chat.storage import ChatUnit


def settle_send(uow: ChatUnit, message_id: UUID) -> bool:
    """Return whether this message was posted. False is final: its id is refused from then on.

    The message of a call is posted before it is paid: there, whether both were connected.
    """
    with uow:
        # Posting takes the same advisory lock: it was either first, or finds the id withdrawn.
        posted = uow.sends.lock_outcome(message_id).posted
        if posted and (posted.message.kind is not Kind.CALL or uow.calls.is_connected(message_id)):
            return True
        uow.sends.withdraw(message_id)
        fault_point("chat.settle.before_commit")
        uow.commit()
    return False
