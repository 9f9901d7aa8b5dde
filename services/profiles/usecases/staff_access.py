"""What the desk looks at is recorded in the request that shows it, before it is shown."""

from collections.abc import Sequence
from uuid import UUID

from servicekit.errors import NotFound
from servicekit.security_log import log_security_event
from servicekit.storage.idempotency import once

from profiles.domain.moderation import Desk
from profiles.domain.staff_access import StaffAction, StaffRecord, Why
from profiles.errors import CaseRequired, invalid_field
from profiles.ports import ProfilesUnitOfWork


def open_member(uow: ProfilesUnitOfWork, desk: Desk, key: UUID, member_id: UUID, why: Why) -> None:
    """Let this person look at a member for an hour, for a case or a stated reason; once per key.

    Raises NotFound for a member of another pool, and Invalid for a case that has nothing to do with the member.
    """

    def act() -> dict[str, str]:
        if uow.profiles.pool(member_id) != desk.pool:
            raise NotFound()
        if why.case_id and not uow.staff_actions.is_case_of(why.case_id, member_id):
            raise invalid_field("case_id")
        record = StaffRecord(desk.actor_id, StaffAction.OPEN_MEMBER, member_id, why.case_id, why.reason)
        uow.staff_actions.record(record)
        _log(record)
        return {}

    with uow:
        body = {"member": str(member_id), "case": str(why.case_id), "reason": why.reason}
        once(uow.session, actor=str(desk.actor_id), operation="open_member", key=key, body=body, do=act)
        uow.commit()


def record_view(uow: ProfilesUnitOfWork, desk: Desk, member_id: UUID) -> None:
    """Record that this person looks at a member now. Raises CaseRequired unless they have the member open."""
    with uow:
        if uow.profiles.pool(member_id) != desk.pool:
            raise NotFound()
        why = uow.staff_actions.why_open(desk.actor_id, member_id)
        if why is None:
            raise CaseRequired()
        record = StaffRecord(desk.actor_id, StaffAction.VIEW_MEMBER, member_id, why.case_id, why.reason)
        uow.staff_actions.record(record)
        uow.commit()
    _log(record)


def record_seen(
    uow: ProfilesUnitOfWork, desk: Desk, action: StaffAction, seen: Sequence[tuple[UUID | None, UUID]]
) -> None:
    """Record what a list shows: the member each entry is about, and its case."""
    records = [StaffRecord(desk.actor_id, action, member_id, case_id) for member_id, case_id in seen]
    with uow:
        fresh = uow.staff_actions.record_seen(records)
        uow.commit()
    for record in fresh:
        _log(record)


def _log(record: StaffRecord) -> None:
    """The reason stays in the table: it is text."""
    log_security_event(record.action, member_id=record.member_id, actor_id=record.actor_id, target_id=record.case_id)
