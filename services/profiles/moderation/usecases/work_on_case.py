"""Work on an open case before its decision: assigning it, labels, and internal notes."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from shared.kit.core import NotFound, new_id
from shared.kit.db import once

from profiles.moderation.domain.case_work import CaseNote
from profiles.moderation.domain.desk_queue import Case, CaseKey
from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.errors import CaseNotYours, CaseRequired, invalid_field
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.check_impartial import check_impartial
from profiles.moderation.usecases.staff_access import record_action
from profiles.moderation.usecases.take_case import find_case, key_of


def assign_case(
    uow: ModerationUnit,
    desk: Desk,
    key: UUID,
    case_id: UUID,
    assignee_id: UUID | None,
    labels: Sequence[str],
    note: str | None,
    about_id: UUID | None = None,
) -> bool:
    """Set the assignee and the labels of a case that this person has open, with a note for the next one, and name the
    member of a notice that names none; once per key. A case handed to a colleague, and a notice that belongs to another
    case of its member now, is closed at this desk. Returns whether it is still open there.

    The lease is locked, so of two people at once neither can hand over what the other has. Raises CaseNotYours without
    the lease, Invalid for an assignee outside the desk of this pool and for a member who cannot be named, OwnCase when
    this person is involved with the named one, and what `find_case` raises for the assignee: a case is handed to nobody
    who may not decide it.
    """

    def assign() -> dict[str, bool]:
        case_key = key_of(uow, desk, case_id)
        if uow.desk_leases.lock(case_key, desk.actor_id) is None or uow.desk_leases.is_decided(case_key):
            raise CaseNotYours()
        case = find_case(uow, desk, case_key)
        if about_id is not None:
            named_key = _name_member(uow, desk, case, about_id)
            if named_key != case_key:
                uow.desk_leases.give_back(case_key, desk.actor_id)
                return {"open": False}
            case = replace(case, member_id=about_id)
        before = uow.case_work.of(case_key).assignee
        is_mine = assignee_id in (None, desk.actor_id)
        if assignee_id is not None and not is_mine:
            if assignee_id not in {each.id for each in uow.case_work.colleagues(desk)}:
                raise invalid_field("assignee_id")
            find_case(uow, replace(desk, actor_id=assignee_id, namesake_ids=frozenset()), case_key)
            uow.desk_leases.give_back(case_key, desk.actor_id)
        uow.case_work.set(case_key, assignee_id, labels)
        if assignee_id != (before.id if before else None):
            record_action(uow, StaffRecord(desk.actor_id, StaffAction.ASSIGN_CASE, case.member_id, case.id))
        if note is not None:
            uow.case_work.add_note(CaseNote(new_id(), case.member_id, case.id, desk.actor_id, note))
        return {"open": is_mine}

    with uow:
        body = {"case": str(case_id), "assignee": str(assignee_id), "labels": list(labels), "note": note}
        if about_id is not None:
            body["about"] = str(about_id)
        answer = once(uow.session, actor=str(desk.actor_id), operation="assign_case", key=key, body=body, do=assign)
        uow.commit()
    return bool(answer["open"])


def _name_member(uow: ModerationUnit, desk: Desk, case: Case, about_id: UUID) -> CaseKey:
    """Make a notice without a member, as visitors can send, one about this member. Returns the key of the case that it
    belongs to now, whose decision answers its sender."""
    notice = case.complaint
    # Locked before the complaint, as by reports and decisions.
    is_member = uow.profiles.pool(about_id) == desk.pool and uow.profiles.lock_restrictions(about_id) is not None
    if notice is None or notice.about_id is not None or notice.about_state == "erased" or not is_member:
        raise invalid_field("about_id")
    check_impartial(uow, desk, about_id)
    uow.complaints.name_member(notice.id, about_id)
    record_action(uow, StaffRecord(desk.actor_id, StaffAction.NAME_MEMBER, about_id, notice.id))
    return key_of(uow, desk, notice.id)


def add_note(uow: ModerationUnit, desk: Desk, key: UUID, member_id: UUID, text: str) -> None:
    """Write a note on a member that this person has open; once per key.

    Raises NotFound for a member of another pool, CaseRequired, and OwnCase when this person is involved.
    """

    def add() -> dict[str, str]:
        if uow.profiles.pool(member_id) != desk.pool:
            raise NotFound()
        check_impartial(uow, desk, member_id)
        if uow.staff_actions.why_open(desk.actor_id, member_id) is None:
            raise CaseRequired()
        uow.case_work.add_note(CaseNote(new_id(), member_id, None, desk.actor_id, text))
        return {}

    with uow:
        body = {"member": str(member_id), "text": text}
        once(uow.session, actor=str(desk.actor_id), operation="add_note", key=key, body=body, do=add)
        uow.commit()
