"""Decisions about cases of the queue, which take effect ten seconds later unless they are undone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from shared.kit.core import new_id
from shared.kit.db import once

from profiles.moderation.domain.desk_queue import CaseKey, DeskDecision
from profiles.moderation.domain.moderation import Desk, Measure
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.errors import AlreadyDecided, CaseNotYours, CaseTaken, TooLateToUndo, invalid_field
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.staff_access import record_action
from profiles.moderation.usecases.take_case import find_case, key_of
from profiles.moderation.usecases.verification import match_photos


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the desk decides. `reason` is one of photos for a photo, of verifications for one, and of complaints
    otherwise. `photos` of a profile show the person who is verified."""

    measure: str
    reason: str | None
    ground: str | None
    template: str | None
    facts: str | None
    days: int | None
    # Not in the text, which idempotency keys of the previous release were hashed with.
    photos: Sequence[UUID] | None = field(default=None, repr=False)


def decide_cases(
    uow: ModerationUnit, desk: Desk, batch_id: UUID, case_id: UUID, also: Sequence[UUID], verdict: Verdict
) -> datetime:
    """Decide a case that this person has open and, with the same decision, others with the same picture or text; once
    per `batch_id`. Returns the time at which it takes effect. Each case gets a row of its own in the log, and closes
    the reports that this person was shown; a later one is a case of its own.

    Raises CaseNotYours without the lease, CaseTaken when another person has one of the others, AlreadyDecided, and
    Invalid for a measure that does not fit and for a case that is not alike. Then none is decided.
    """

    def decide() -> dict[str, str]:
        key = key_of(uow, desk, case_id)
        shown = uow.desk_leases.lock(key, desk.actor_id)
        if shown is None:
            raise CaseNotYours()
        first = find_case(uow, desk, key)
        if not set(also) <= set(uow.desk_queue.alike(desk, first)):
            raise invalid_field("also")
        due_at = None
        # In the order of their ids, so that two batches that share cases cannot deadlock.
        for one in sorted({key, *(CaseKey(each, key.is_photo) for each in also)}):
            if uow.desk_leases.take(one, desk.actor_id) is None:
                raise CaseTaken()
            case = first if one == key else find_case(uow, desk, one)
            if not case.allows(verdict.measure):
                raise invalid_field("measure")
            if not case.explains(verdict.template, verdict.measure):
                raise invalid_field("template")
            if verdict.measure == Measure.VERIFY:
                match_photos(uow, case, verdict.photos)
            states_nothing = verdict.measure == Measure.DISMISS and not (verdict.template or verdict.facts)
            due_at = uow.desk_leases.decide(
                DeskDecision(
                    id=new_id(),
                    batch_id=batch_id,
                    case_id=one.id,
                    actor_id=desk.actor_id,
                    pool=desk.pool,
                    member_id=case.member_id,
                    is_photo=one.is_photo,
                    measure=verdict.measure,
                    reason=verdict.reason,
                    ground=verdict.ground,
                    template=case.dismissal() if states_nothing else verdict.template,
                    facts=verdict.facts,
                    days=verdict.days,
                    reports=[each.id for each in case.reports if one != key or each.id in shown] or None,
                )
            )
            if due_at is None:
                raise AlreadyDecided()
        assert due_at is not None  # noqa: S101 - there is at least one case
        return {"due_at": due_at.isoformat()}

    with uow:
        body = {"case": str(case_id), "also": sorted(map(str, also)), "verdict": str(verdict)}
        if verdict.photos:
            body["photos"] = sorted(map(str, verdict.photos))
        answer = once(
            uow.session, actor=str(desk.actor_id), operation="decide_cases", key=batch_id, body=body, do=decide
        )
        uow.commit()
    return datetime.fromisoformat(answer["due_at"])


def undo_decision(uow: ModerationUnit, desk: Desk, batch_id: UUID) -> list[UUID]:
    """Take back a decision that has not taken effect. Its cases stay open at this desk. Returns them.

    Raises TooLateToUndo, also for a decision that somebody else made and for one that is not there.
    """
    with uow:
        undone = uow.desk_leases.undo(batch_id, desk.actor_id)
        if not undone:
            raise TooLateToUndo()
        for case in sorted(undone):
            uow.desk_leases.take(case, desk.actor_id)
            record_action(uow, StaffRecord(desk.actor_id, StaffAction.UNDO, None, case.id))
        uow.commit()
    return [case.id for case in undone]
