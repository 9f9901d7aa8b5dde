from collections.abc import Callable

from shared.kit.core import Unavailable, logger

from notifications.ports import Contacts
from notifications.storage import NotificationsUnit

BATCH = 20


def recognise_senders(unit_of_work: Callable[[], NotificationsUnit], contacts: Contacts) -> int:
    """Note which member of the site has the address of a thread: a hint for support, and what erasure follows.

    Returns how many threads were looked at; 0 if identity does not answer, and they wait.
    """
    with unit_of_work().reading() as reads:
        unknown = reads.inbox.unknown_senders(BATCH)
    try:
        found = {thread_id: contacts.find_by_address(address, site) for thread_id, site, address in unknown}
    except Unavailable:
        logger().warning("senders_not_recognised")
        return 0
    with unit_of_work() as uow:
        for thread_id, member_id in found.items():
            uow.inbox.recognise(thread_id, member_id)
        uow.commit()
    return len(unknown)
