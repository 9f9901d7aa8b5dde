from collections.abc import Callable

from chat.storage import ChatUnit

# A complaint about a message can be made as long as it is sealed; a photo that was shown with one stays until the
# complaint itself is deleted (profiles keeps complaints three years).
DAYS, PROOF_DAYS = 90, 3 * 365
AT_ONCE = 500


def delete_old_retractions(unit_of_work: Callable[[], ChatUnit]) -> int:
    """Delete the sealed contents of messages taken back long ago. Returns how many."""
    with unit_of_work() as uow:
        deleted = uow.retractions.delete_old(DAYS, PROOF_DAYS, AT_ONCE)
        uow.commit()
    return deleted
