"""Opening a case of the queue, which nobody else is shown meanwhile."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from shared.kit.core import NotFound

from profiles.moderation.domain.desk_queue import Case, CaseKey
from profiles.moderation.domain.moderation import Complaint, Decision, Desk, Kind
from profiles.moderation.domain.staff_access import StaffAction
from profiles.moderation.errors import AlreadyDecided, CaseTaken, OwnDecisionAppealed
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.check_impartial import check_impartial
from profiles.moderation.usecases.staff_access import record_seen


def take_case(uow: ModerationUnit, desk: Desk, case_id: UUID) -> tuple[Case, datetime]:
    """Take the lease of a case, or renew it. Returns the case and the end of the lease. The looks at it and at its
    person are recorded.

    Raises NotFound, AlreadyDecided, OwnCase, OwnDecisionAppealed, and CaseTaken while another person has it open.
    """
    with uow:
        case = find_case(uow, desk, key_of(uow, desk, case_id))
        until = uow.desk_leases.take(case.key, desk.actor_id, [each.id for each in case.reports] or None)
        if until is None or uow.desk_leases.is_decided(case.key):
            raise CaseTaken()
        uow.commit()
    record_case_seen(uow, desk, case)
    return case, until


def record_case_seen(uow: ModerationUnit, desk: Desk, case: Case) -> None:
    """Record the looks at a case and at its person."""
    if case.reports:
        record_seen(uow, desk, StaffAction.VIEW_COMPLAINT, [(case.member_id, each.id) for each in case.reports])
    else:
        record_seen(uow, desk, StaffAction.VIEW_PHOTO, [(case.member_id, case.id)])
    if case.member_id is not None:
        record_seen(uow, desk, StaffAction.VIEW_MEMBER, [(case.member_id, case.id)])


def key_of(uow: ModerationUnit, desk: Desk, case_id: UUID) -> CaseKey:
    """The key of the case that waits under this id or has the report with this id, and else of the one that did.

    Up to 0.2.0 clients chose the ids of photos and complaints, so old rows of both kinds can have one id.
    """
    complaint = uow.complaints.get(case_id)
    is_open = complaint is not None and complaint.outcome is None
    is_photo = not is_open and (complaint is None or uow.moderation.waiting_photo(desk, case_id) is not None)
    if complaint is not None and is_open:
        case_id = next((each.id for each in uow.complaints.case_of(desk, complaint)), case_id)
    return CaseKey(case_id, is_photo)


def find_case(uow: ModerationUnit, desk: Desk, key: CaseKey) -> Case:
    """Return a case that this person may decide. Raises NotFound, AlreadyDecided, OwnCase and OwnDecisionAppealed."""
    if key.is_photo:
        photo = uow.moderation.waiting_photo(desk, key.id)
        if photo is None:
            raise AlreadyDecided() if uow.photos.owner(key.id) else NotFound()
        check_impartial(uow, desk, photo.member_id)
        return Case(key.id, photo.member_id, photo=photo)
    complaint = uow.complaints.get(key.id)
    if complaint is None or complaint.site not in desk.sites:
        raise NotFound()
    if complaint.outcome is not None:
        raise AlreadyDecided()
    reports = uow.complaints.case_of(desk, complaint)
    check_may_decide(uow, desk, reports, appealed_decision(uow, complaint))
    return Case(key.id, complaint.about_id, tuple(reports))


def appealed_decision(uow: ModerationUnit, complaint: Complaint) -> Decision | None:
    return uow.moderation.decision(complaint.decision_id) if complaint.decision_id else None


def check_may_decide(uow: ModerationUnit, desk: Desk, reports: Sequence[Complaint], appealed: Decision | None) -> None:
    """Raise OwnDecisionAppealed and OwnCase."""
    parties = [one for each in reports for one in (each.reporter_id, each.about_id)]
    parties += [one for each in reports if each.kind is Kind.DUPLICATE for one in uow.duplicates.members_of(each.id)]
    if appealed is not None:
        if not desk.own_ids.isdisjoint({appealed.actor_id, *uow.confirmations.people(appealed.id)}):
            raise OwnDecisionAppealed()
        origin = uow.complaints.get(appealed.complaint_id) if appealed.complaint_id else None
        parties += [*uow.complaints.reporters(origin.id), origin.about_id] if origin else []
    check_impartial(uow, desk, *parties)


def return_case(uow: ModerationUnit, desk: Desk, case_id: UUID) -> None:
    """Let others open the case again. A decision on its way keeps its lease."""
    with uow:
        case = key_of(uow, desk, case_id)
        if not uow.desk_leases.is_decided(case):
            uow.desk_leases.give_back(case, desk.actor_id)
        uow.commit()


def check_not_taken(uow: ModerationUnit, desk: Desk, case: CaseKey) -> None:
    """Raise CaseTaken while another person has the case open, for decisions made outside the queue."""
    with uow:
        if not case.is_photo:
            case = key_of(uow, desk, case.id)
        if uow.desk_leases.is_with_another(case, desk.actor_id) or uow.desk_leases.is_decided(case):
            raise CaseTaken()
