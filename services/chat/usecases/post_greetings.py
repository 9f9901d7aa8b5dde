from collections.abc import Callable
from uuid import UUID, uuid5

import structlog
from shared.kit.core import Refusal, Unavailable
from shared.sites import SiteDirectory

from chat.domain.message import Draft
from chat.errors import AgeAssuranceRequired
from chat.ports import Billing, Greetings
from chat.storage import ChatUnit
from chat.usecases.send_message import Limits, send_message

NAMESPACE = UUID("0a6a3bd1-5c1f-4e0a-8f35-8f0b1e0d7c42")
AT_ONCE = 20

log = structlog.get_logger()


def post_greetings(
    unit_of_work: Callable[[], ChatUnit], greetings: Greetings, billing: Billing, sites: SiteDirectory
) -> int:
    """Post the first messages of new members, each once and by the rules of any message. Returns how many were posted.

    The id of such a message follows from its sender's, so after a crash the next try finishes it. No client can choose
    such an id (`kit.core.identifiers.random_id`). A greeting refused for good (blocked, gone, too long by now) is
    dropped: its sender finds an empty chat and can write again. One whose sender has yet to show their age waits.
    """
    with unit_of_work() as uow:
        due = uow.greetings.take_due(AT_ONCE)
        uow.commit()
    return sum(_post(unit_of_work, greetings, billing, sites, member_id) for member_id in due)


def _post(
    unit_of_work: Callable[[], ChatUnit],
    greetings: Greetings,
    billing: Billing,
    sites: SiteDirectory,
    member_id: UUID,
) -> bool:
    is_posted = False
    try:
        if greeting := greetings.find(member_id):
            site = sites.get(greeting.site)
            draft = Draft(_id_of(unit_of_work(), member_id), member_id, greeting.recipient_id, greeting.text)
            send_message(unit_of_work(), billing, Limits(site.message_length, site.free_conversations), draft)
            is_posted = True
    except (Unavailable, AgeAssuranceRequired):
        return False
    except Refusal as refusal:
        log.info("greeting_dropped", member_id=str(member_id), code=refusal.code)
    with unit_of_work() as uow:
        uow.greetings.done(member_id)
        uow.commit()
    return is_posted


def _id_of(uow: ChatUnit, member_id: UUID) -> UUID:
    """The id of this member's greeting. One that another member took before clients' ids had to be random is left."""
    message_id = uuid5(NAMESPACE, str(member_id))
    with uow:
        while (posted := uow.sends.lock_outcome(message_id).posted) and posted.message.sender_id != member_id:
            message_id = uuid5(message_id, "again")
    return message_id
