"""Decisions of the queue whose ten seconds are over take effect, one by one."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from shared.kit.core import Refusal, Unavailable, logger

from profiles.domain.photo import PhotoStatus, RejectReason
from profiles.domain.verification import RefusalReason
from profiles.moderation.domain.desk_queue import VERIFICATION_MEASURES, DeskDecision, PhotoMeasure
from profiles.moderation.domain.moderation import Desk, Ground, Measure, Reason, Statement
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.decide_complaint import decide_complaint
from profiles.moderation.usecases.inspect_photo import inspect_photo
from profiles.moderation.usecases.take_measure import take_measure
from profiles.moderation.usecases.verification import decide_verification

AT_A_TURN = 200
AGAIN_AFTER = timedelta(minutes=1)
# The rule that a member breaks with a photo rejected for this reason.
BROKEN_RULE: dict[RejectReason, Reason] = {
    RejectReason.NUDITY: Reason.NUDITY,
    RejectReason.NOT_A_PERSON: Reason.FAKE,
    RejectReason.SOMEONE_ELSE: Reason.FAKE,
    RejectReason.MINOR: Reason.MINOR,
    RejectReason.CONTACT_DETAILS: Reason.ADVERTISING,
    RejectReason.ADVERTISING: Reason.ADVERTISING,
    RejectReason.VIOLENCE: Reason.VIOLENCE,
}
Fingerprints = Callable[[Desk], Callable[[UUID], bytes]]
DeskOf = Callable[[UUID, int], Desk]


def carry_out_decisions(unit_of_work: Callable[[], ModerationUnit], desk_of: DeskOf, fingerprints: Fingerprints) -> int:
    """Carry out the decisions that are due. Returns the number that took effect.

    The row stays locked in a transaction of its own while the decision runs with the row's id as its idempotency key:
    after a crash between the two commits the decision runs again and changes nothing.
    A decision that the state of the case forbids by now is dropped; its case is in the queue again, if it is open.
    """
    carried_out, tried = 0, [UUID(int=0)]
    for _ in range(AT_A_TURN):
        with unit_of_work() as uow:
            due = uow.desk_leases.next_due(tried)
            if due is None:
                break
            tried.append(due.case_id)
            try:
                desk = desk_of(due.actor_id, due.pool)
                _carry_out(unit_of_work, desk, due, fingerprints(desk))
                uow.desk_leases.finish(due)
                uow.case_work.finish(due.case)
                carried_out += 1
            except Unavailable:
                uow.desk_leases.postpone(due, AGAIN_AFTER)
            except Refusal as refused:
                logger().warning("desk_decision_dropped", case_id=str(due.case_id), code=refused.code)
                uow.desk_leases.finish(due)
            uow.commit()
    return carried_out


def _carry_out(
    unit_of_work: Callable[[], ModerationUnit], desk: Desk, due: DeskDecision, fingerprint: Callable[[UUID], bytes]
) -> None:
    if due.measure in VERIFICATION_MEASURES:
        refusal = RefusalReason(due.reason) if due.reason else None
        decide_verification(unit_of_work(), desk, due.id, due.case_id, refusal, due.facts)
        return
    if not due.is_photo:
        statement = _statement(due, Reason(due.reason or Reason.OTHER))
        decide_complaint(unit_of_work(), desk, due.id, due.case_id, statement, due.reports or [due.case_id])
        return
    reason = None if due.measure == PhotoMeasure.APPROVE else RejectReason(due.reason or RejectReason.UNCLEAR)
    inspect_photo(unit_of_work(), desk, due.id, due.case_id, PhotoStatus.PENDING, reason, fingerprint)
    if reason is not None and due.measure in {PhotoMeasure.WARN, PhotoMeasure.SUSPEND} and due.member_id is not None:
        statement = _statement(due, BROKEN_RULE.get(reason, Reason.OTHER))
        take_measure(unit_of_work(), desk, due.id, due.member_id, statement)


def _statement(due: DeskDecision, reason: Reason) -> Statement:
    ground = Ground(due.ground or Ground.TERMS)
    return Statement(Measure(due.measure), reason, ground, due.facts, due.days, due.template)
