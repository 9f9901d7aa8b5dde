"""Recording of the desk's views, in the request that shows the data and before it does."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from shared.kit.core import NotFound, log_security_event
from shared.kit.db import once

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord, Why
from profiles.moderation.errors import CaseRequired, invalid_field
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.check_impartial import check_impartial

OPERATIONS = {StaffAction.OPEN_MEMBER: "open_member", StaffAction.SUPPORT_OPEN: "support_open_member"}


def open_member(
    uow: ModerationUnit,
    desk: Desk,
    key: UUID,
    member_id: UUID,
    why: Why,
    opening: StaffAction = StaffAction.OPEN_MEMBER,
) -> None:
    """Let this person look at a member for an hour, for a case or a stated reason; once per key.

    Raises NotFound for a member of another pool, OwnCase when this person is involved with the member, and Invalid for
    a case that has nothing to do with the member.
    """

    def act() -> dict[str, str]:
        if uow.profiles.pool(member_id) != desk.pool:
            raise NotFound()
        check_impartial(uow, desk, member_id)
        if why.case_id and not uow.staff_actions.is_case_of(why.case_id, member_id):
            raise invalid_field("case_id")
        record_action(uow, StaffRecord(desk.actor_id, opening, member_id, why.case_id, why.reason))
        return {}

    with uow:
        body = {"member": str(member_id), "case": str(why.case_id), "reason": why.reason}
        once(uow.session, actor=str(desk.actor_id), operation=OPERATIONS[opening], key=key, body=body, do=act)
        uow.commit()


def record_view(
    uow: ModerationUnit,
    desk: Desk,
    member_id: UUID,
    action: StaffAction = StaffAction.VIEW_MEMBER,
    opening: StaffAction = StaffAction.OPEN_MEMBER,
) -> None:
    """Record that this person looks at a member now. Raises CaseRequired unless they have the member open,
    and OwnCase."""
    with uow:
        if uow.profiles.pool(member_id) != desk.pool:
            raise NotFound()
        why = uow.staff_actions.why_open(desk.actor_id, member_id, opening)
        if why is None:
            raise CaseRequired()
        check_impartial(uow, desk, member_id)
        record = StaffRecord(desk.actor_id, action, member_id, why.case_id, why.reason)
        uow.staff_actions.record(record)
        uow.commit()
    _log(record)


def record_thread(
    uow: ModerationUnit, desk: Desk, thread_id: UUID, member_id: UUID | None, action: StaffAction
) -> None:
    """Record what this person does with a thread of the support inbox; looks once an hour.

    Raises OwnCase for a thread with the address of their own account, or of somebody they are in a case with.
    """
    record = StaffRecord(desk.actor_id, action, member_id, thread_id)
    with uow:
        check_impartial(uow, desk, member_id)
        if action is StaffAction.SUPPORT_VIEW_THREAD:
            fresh = uow.staff_actions.record_seen([record])
        else:
            uow.staff_actions.record(record)
            fresh = [record]
        uow.commit()
    for each in fresh:
        _log(each)


def record_seen(uow: ModerationUnit, desk: Desk, action: StaffAction, seen: Sequence[tuple[UUID | None, UUID]]) -> None:
    """Record the entries of a list: the member of each, and its case."""
    records = [StaffRecord(desk.actor_id, action, member_id, case_id) for member_id, case_id in seen]
    with uow:
        fresh = uow.staff_actions.record_seen(records)
        uow.commit()
    for record in fresh:
        _log(record)


def record_evidence_view(uow: ModerationUnit, desk: Desk, message_id: UUID, at: datetime | None = None) -> bool:
    """Record that this person looks at a message that came with a complaint, in the caller's transaction; once an hour
    and complaint. False when it came with none of the desk's sites; a complaint goes with its reporter."""
    found = uow.complaints.with_message(desk, message_id)
    if found is not None:
        record = StaffRecord(desk.actor_id, StaffAction.VIEW_EVIDENCE, found.about_id, found.id, at=at)
        for each in uow.staff_actions.record_seen([record]):
            _log(each)
    return found is not None


def record_action(uow: ModerationUnit, record: StaffRecord) -> None:
    """Record an action of a person at the desk, in the caller's transaction."""
    uow.staff_actions.record(record)
    _log(record)


def _log(record: StaffRecord) -> None:
    """The reason stays in the table: it is text."""
    log_security_event(record.action, member_id=record.member_id, actor_id=record.actor_id, target_id=record.case_id)
