from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberModerated
from servicekit.errors import NotFound
from servicekit.identifiers import new_id
from servicekit.security_log import log_security_event
from servicekit.storage.idempotency import once

from profiles.domain.moderation import SANCTIONS, TO_IDENTITY, Decision, Desk, Measure, Reason, Statement
from profiles.errors import invalid_field
from profiles.ports import ProfilesUnitOfWork
from profiles.security_events import Action
from profiles.usecases.change_visibility import change_visibility

AT_A_TURN = 100


def take_measure(uow: ProfilesUnitOfWork, desk: Desk, key: UUID, member_id: UUID, statement: Statement) -> None:
    """Warn, hide or suspend a member, or lift what hides them; once per key, put down and told to the member."""

    def act() -> dict[str, str]:
        if uow.profiles.pool(member_id) != desk.pool:
            raise NotFound()
        carry_out(uow, decision_of(uow, desk.actor_id, key, member_id, statement))
        return {}

    with uow:
        body = {"member": str(member_id), "statement": str(statement)}
        once(uow.session, actor=str(desk.actor_id), operation="measure", key=key, body=body, do=act)
        uow.commit()


def decision_of(
    uow: ProfilesUnitOfWork,
    actor_id: UUID,
    key: UUID,
    member_id: UUID,
    statement: Statement,
    complaint_id: UUID | None = None,
) -> Decision:
    if actor_id == member_id:
        raise invalid_field("member_id")
    until = uow.now() + timedelta(days=statement.days) if statement.days and statement.measure in SANCTIONS else None
    return Decision(
        id=key,
        member_id=member_id,
        measure=statement.measure,
        actor_id=actor_id,
        complaint_id=complaint_id,
        reason=statement.reason,
        ground=statement.ground,
        facts=statement.facts,
        until=until,
    )


def carry_out(uow: ProfilesUnitOfWork, decision: Decision) -> None:
    """Do what was decided, put it down and tell it, in the caller's transaction."""
    # Locks the row: of two that decide about one member at once, the second sees what the first did.
    if uow.profiles.visibility(decision.member_id) is None:
        raise NotFound()
    standing = uow.moderation.sanction(decision.member_id)
    if decision.measure is Measure.LIFT and standing is not None and standing[0] == Measure.REVIEW.value:
        # Further reports of the same hide nobody for a while: see `was_looked_at`.
        decision = replace(decision, reason=Reason.MINOR)
    if decision.measure in SANCTIONS:
        uow.profiles.change(decision.member_id, sanction=decision.measure.value, sanction_until=decision.until)
        change_visibility(uow, decision.member_id, hidden=True)
    elif decision.measure is Measure.LIFT:
        uow.profiles.change(decision.member_id, sanction=None, sanction_until=None)
        change_visibility(uow, decision.member_id, hidden=False)
    put_down(uow, decision)


def end_review(uow: ProfilesUnitOfWork, decision: Decision) -> None:
    """Show a member again who was hidden until a person looked: that has happened now, and no measure hides them."""
    standing = uow.moderation.sanction(decision.member_id)
    if standing is not None and standing[0] == Measure.REVIEW.value:
        carry_out(uow, replace(decision, id=new_id(), measure=Measure.LIFT, until=None))


def put_down(uow: ProfilesUnitOfWork, decision: Decision) -> None:
    """Record a decision and tell it, in the caller's transaction."""
    number = uow.moderation.decide(decision)
    log_decision(decision)
    if decision.measure in TO_IDENTITY:
        is_suspended = decision.measure is Measure.SUSPEND
        uow.moderation.await_confirmation(decision.member_id, number, suspended=is_suspended)
    uow.announce(
        MemberModerated(
            decision_id=str(decision.id),
            member_id=str(decision.member_id),
            measure=decision.measure,
            reason=decision.reason or "",
            ground=decision.ground or "",
            automated=decision.automated,
            until=decision.until.isoformat() if decision.until else "",
            number=number,
        )
    )


def log_decision(decision: Decision) -> None:
    log_security_event(
        Action.DECIDE,
        member_id=decision.member_id,
        actor_id=decision.actor_id,
        reason=decision.measure.value,
        target_id=decision.id,
    )


def lift_ended(uow: ProfilesUnitOfWork) -> int:
    """Lift what has run its time. Returns how many; no person decides this."""
    with uow:
        ended = uow.moderation.ended_sanctions(AT_A_TURN)
        for member_id in ended:
            if uow.profiles.visibility(member_id) is not None and _has_ended(uow, member_id, uow.now()):
                carry_out(uow, Decision(id=new_id(), member_id=member_id, measure=Measure.LIFT))
        uow.commit()
    return len(ended)


def _has_ended(uow: ProfilesUnitOfWork, member_id: UUID, at: datetime) -> bool:
    """Asked again with the row locked: someone may have decided anew meanwhile."""
    standing = uow.moderation.sanction(member_id)
    return standing is not None and standing[1] is not None and standing[1] <= at
