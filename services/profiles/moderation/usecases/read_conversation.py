from uuid import UUID

from shared.kit.core import NotFound

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.read_conversation import ConversationPage
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.errors import CaseRequired
from profiles.moderation.ports import Evidence
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.check_impartial import check_impartial
from profiles.moderation.usecases.staff_access import record_action


def read_conversation(
    uow: ModerationUnit,
    evidence: Evidence,
    desk: Desk,
    member_id: UUID,
    conversation_id: UUID,
    reason: str,
    before_seq: int | None,
) -> ConversationPage:
    """A page of a conversation of the member this person has open; recorded with this reason before it is returned.

    Raises NotFound for a member of another pool and a conversation that is not theirs, CaseRequired unless the member
    is open, OwnCase when this person is involved with one of the two, and Unavailable when chat does not answer.
    """
    with uow:
        if uow.profiles.pool(member_id) != desk.pool:
            raise NotFound()
        if uow.staff_actions.why_open(desk.actor_id, member_id) is None:
            raise CaseRequired()
        check_impartial(uow, desk, member_id)
    # Asked outside the transaction, so that a slow chat keeps no connection of the pool.
    page = evidence.read(member_id, conversation_id, before_seq)
    with uow:
        check_impartial(uow, desk, member_id, page.partner_id)
        action = StaffAction.READ_CONVERSATION
        record_action(uow, StaffRecord(desk.actor_id, action, member_id, conversation_id, reason))
        uow.commit()
    return page
