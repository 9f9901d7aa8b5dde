"""Messages of the desk to the member of an open case, and one question to a reporter, answered once."""

from uuid import UUID

from shared.kit.core import NotFound, new_id
from shared.kit.db import once

from profiles.moderation.domain.desk_messages import DeskMessage, SavedReply
from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.errors import AlreadyDecided, CaseNotYours, invalid_field
from profiles.moderation.events.published import desk_message_sent
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.staff_access import record_action
from profiles.moderation.usecases.take_case import find_case, key_of


def write_to_member(
    uow: ModerationUnit, desk: Desk, key: UUID, case_id: UUID, text: str, complaint_id: UUID | None
) -> None:
    """Write to the member of a case that this person has open or, with `complaint_id`, ask the reporter of this report
    of the case; once per key.

    Raises CaseNotYours without the lease, Invalid for a case about nobody and for a report without a member behind it,
    and AlreadyDecided for a second question about a report.
    """

    def write() -> dict[str, str]:
        case_key = key_of(uow, desk, case_id)
        if uow.desk_leases.lock(case_key, desk.actor_id) is None or uow.desk_leases.is_decided(case_key):
            raise CaseNotYours()
        case = find_case(uow, desk, case_key)
        reporters = {each.id: each.reporter_id for each in case.reports}
        member_id = reporters.get(complaint_id) if complaint_id else case.member_id
        if member_id is None or uow.profiles.pool(member_id) != desk.pool:
            raise invalid_field("complaint_id" if complaint_id else "case_id")
        message = DeskMessage(new_id(), member_id, case.id, desk.actor_id, text, complaint_id)
        if not uow.desk_messages.add(message):
            raise AlreadyDecided()
        action = StaffAction.ASK_REPORTER if complaint_id else StaffAction.WRITE_TO_MEMBER
        record_action(uow, StaffRecord(desk.actor_id, action, member_id, case.id))
        uow.announce(desk_message_sent(message))
        return {}

    with uow:
        body = {"case": str(case_id), "complaint": str(complaint_id), "text": text}
        once(uow.session, actor=str(desk.actor_id), operation="write_to_member", key=key, body=body, do=write)
        uow.commit()


def answer_question(uow: ModerationUnit, member_id: UUID, message_id: UUID, text: str) -> None:
    """Answer a question of the desk, once. Raises NotFound for one that has another answer or whose case is decided."""
    with uow:
        if not uow.desk_messages.answer(message_id, member_id, text):
            raise NotFound()
        uow.commit()


def save_reply(uow: ModerationUnit, desk: Desk, reply: SavedReply) -> None:
    """Store a reply of the desk, or replace it. Raises Invalid when the desk has too many, or another desk has it."""
    with uow:
        if not uow.desk_messages.save_reply(desk, reply):
            raise invalid_field("reply_id")
        record_action(uow, StaffRecord(desk.actor_id, StaffAction.CHANGE_REPLY, None, reply.id))
        uow.commit()


def delete_reply(uow: ModerationUnit, desk: Desk, reply_id: UUID) -> None:
    """Delete a reply of the desk. Raises NotFound."""
    with uow:
        if not uow.desk_messages.delete_reply(desk, reply_id):
            raise NotFound()
        record_action(uow, StaffRecord(desk.actor_id, StaffAction.CHANGE_REPLY, None, reply_id))
        uow.commit()
