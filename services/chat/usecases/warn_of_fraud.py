from collections.abc import Callable

from shared.kit.core import fault_point

from chat.events.published import fraud_contacts_found
from chat.storage import ChatUnit

BATCH, BATCHES_AT_ONCE = 100, 20
MONTHS = 12


def warn_of_fraud(unit_of_work: Callable[[], ChatUnit]) -> int:
    """Announce the members who exchanged messages with a member whose account was closed for fraud, in batches.

    An event and the progress after it are one transaction: after a crash the next turn continues with the
    batch that was not announced. Returns how many batches were; a decision that was lifted announces no more.
    """
    return next((done for done in range(BATCHES_AT_ONCE) if not _announce_next(unit_of_work)), BATCHES_AT_ONCE)


def _announce_next(unit_of_work: Callable[[], ChatUnit]) -> bool:
    with unit_of_work() as uow:
        notice = uow.fraud_notices.lock_due()
        if notice is None:
            return False
        contacts = uow.fraud_notices.contacts(notice, MONTHS, BATCH)
        if reachable := [one for one in contacts if one.is_reachable]:
            uow.announce(fraud_contacts_found(notice, reachable))
        uow.fraud_notices.advance(notice, contacts[-1].conversation_id if len(contacts) == BATCH else None)
        fault_point("chat.fraud.before_commit")
        uow.commit()
    return True
