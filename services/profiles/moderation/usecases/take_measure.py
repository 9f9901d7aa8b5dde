from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from shared.kit.core import NotFound, log_security_event, new_id
from shared.kit.db import once

from profiles.moderation.domain.confirmations import CONFIRM_WITHIN, Confirmation, Settlement, needs_second_person
from profiles.moderation.domain.moderation import (
    SANCTIONS,
    TO_IDENTITY,
    Decision,
    Desk,
    Ground,
    Measure,
    Reason,
    Statement,
)
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.domain.templates import Template
from profiles.moderation.events.published import member_moderated
from profiles.moderation.security_events import Action
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.check_impartial import check_impartial
from profiles.moderation.usecases.staff_access import record_action
from profiles.usecases.privacy.change_visibility import apply_sanction

AT_A_TURN = 100


def take_measure(uow: ModerationUnit, desk: Desk, key: UUID, member_id: UUID, statement: Statement) -> None:
    """Warn, hide or suspend a member, or lift a sanction, once per key; the decision is stored and announced.

    Raises NotFound for a member of another pool, and OwnCase when this person is involved.
    """

    def act() -> dict[str, str]:
        if uow.profiles.pool(member_id) != desk.pool:
            raise NotFound()
        check_impartial(uow, desk, member_id)
        carry_out(uow, decision_of(uow, desk.actor_id, member_id, statement))
        return {}

    with uow:
        body = {"member": str(member_id), "statement": str(statement)}
        once(uow.session, actor=str(desk.actor_id), operation="measure", key=key, body=body, do=act)
        uow.commit()


def decision_of(
    uow: ModerationUnit,
    actor_id: UUID,
    member_id: UUID,
    statement: Statement,
    complaint_id: UUID | None = None,
) -> Decision:
    until = uow.now() + timedelta(days=statement.days) if statement.days and statement.measure in SANCTIONS else None
    return Decision(
        id=new_id(),
        member_id=member_id,
        measure=statement.measure,
        actor_id=actor_id,
        complaint_id=complaint_id,
        reason=statement.reason,
        ground=statement.ground,
        facts=statement.facts,
        template=statement.template,
        until=until,
    )


def carry_out(uow: ModerationUnit, decision: Decision, *, is_confirmed: bool = False) -> None:
    """Apply, store and announce a decision, in the caller's transaction.

    A decision that needs a second person is in force for `CONFIRM_WITHIN`, unless `is_confirmed`.
    """
    # Lock the row, so that of two decisions about one member at once the second sees the first.
    if uow.profiles.lock_restrictions(decision.member_id) is None:
        raise NotFound()
    current = uow.profiles.sanction(decision.member_id)
    if decision.measure is Measure.LIFT and current is not None and current[0] == Measure.REVIEW.value:
        decision = _end_hiding(uow, decision)
    if decision.measure in SANCTIONS or decision.measure is Measure.LIFT:
        outcome = Settlement.LAPSED if decision.automated else Settlement.SUPERSEDED
        uow.confirmations.settle_suspensions(decision.member_id, outcome)
    if not is_confirmed and needs_second_person(decision, uow.now()):
        decision = _ask_second_person(uow, decision)
    if decision.measure in SANCTIONS:
        apply_sanction(uow, decision.member_id, decision.measure.value, decision.until)
    elif decision.measure is Measure.LIFT:
        apply_sanction(uow, decision.member_id, None)
    record_decision(uow, decision)
    if decision.measure is Measure.LIFT:
        _hide_for_open_complaint(uow, decision.member_id)


def hide_until_decided(
    uow: ModerationUnit, member_id: UUID, complaint_id: UUID, reason: Reason, template: Template | None = None
) -> None:
    """Hide a member until a person has decided this complaint, in the transaction that has locked the profile. A
    sanction in force stays; the complaint hides the member when that is lifted first."""
    uow.complaints.let_hide(complaint_id, reason)
    _hide_for_open_complaint(uow, member_id, template)


def _hide_for_open_complaint(uow: ModerationUnit, member_id: UUID, template: Template | None = None) -> None:
    hiding = uow.complaints.hiding(member_id)
    if hiding is None or uow.profiles.sanction(member_id) != (None, None):
        return
    complaint_id, reason = hiding
    review = Decision(
        id=new_id(),
        member_id=member_id,
        measure=Measure.REVIEW,
        complaint_id=complaint_id,
        reason=reason,
        ground=Ground.TERMS,
        template=template,
    )
    carry_out(uow, review)
    log_security_event(Action.HIDE_FOR_REVIEW, member_id=member_id, target_id=complaint_id)


def _end_hiding(uow: ModerationUnit, lift: Decision) -> Decision:
    """End the hiding by the complaint of a review, which a person has looked at. Returns the lifting decision: the
    reason `minor` keeps further reports of one from hiding the member for a while (`was_looked_at`)."""
    review = uow.moderation.held_by_rule(lift.member_id, Measure.REVIEW)
    if review is None:
        return lift
    is_of_age = review.reason == Reason.MINOR
    uow.complaints.stop_hiding(lift.member_id, review.complaint_id, is_of_age=is_of_age)
    return replace(lift, reason=Reason.MINOR) if is_of_age else lift


def _ask_second_person(uow: ModerationUnit, decision: Decision) -> Decision:
    """The decision as it is in force until a second person confirms it."""
    assert decision.actor_id is not None  # noqa: S101 - rules decide nothing that needs a second person
    uow.confirmations.ask(
        Confirmation(decision.id, decision.member_id, decision.actor_id, wanted_until=decision.until), CONFIRM_WITHIN
    )
    record_action(uow, StaffRecord(decision.actor_id, StaffAction.PROPOSE, decision.member_id, decision.id))
    return replace(decision, until=uow.now() + CONFIRM_WITHIN, is_provisional=True)


def end_review(uow: ModerationUnit, decision: Decision) -> None:
    """Lift a review once no open complaint hides the member."""
    current = uow.profiles.sanction(decision.member_id)
    is_reviewed = current is not None and current[0] == Measure.REVIEW.value
    if is_reviewed and uow.complaints.hiding(decision.member_id) is None:
        carry_out(uow, replace(decision, id=new_id(), measure=Measure.LIFT, until=None))


def record_decision(uow: ModerationUnit, decision: Decision) -> None:
    """Store and announce a decision, in the caller's transaction."""
    number = uow.moderation.decide(decision)
    log_decision(decision)
    if decision.measure in TO_IDENTITY:
        is_suspended = decision.measure is Measure.SUSPEND
        uow.moderation.await_confirmation(decision.member_id, number, suspended=is_suspended)
    stored = uow.moderation.decision(decision.id)  # with the kind of its complaint
    uow.announce(member_moderated(decision, number, stored.detection if stored else None))


def hold_text(uow: ModerationUnit, decision: Decision) -> None:
    """Keep a text from everybody but its member, in the transaction that has locked the profile."""
    uow.profiles.change(decision.member_id, about_held=True)
    uow.moderation.decide(decision)
    log_decision(decision)


def log_decision(decision: Decision) -> None:
    log_security_event(
        Action.DECIDE,
        member_id=decision.member_id,
        actor_id=decision.actor_id,
        reason=decision.measure.value,
        target_id=decision.id,
    )


def lift_ended(uow: ModerationUnit) -> int:
    """Lift sanctions past their end, as a rule. Returns their number."""
    with uow:
        ended = uow.profiles.ended_sanctions(AT_A_TURN)
        for member_id in ended:
            if uow.profiles.lock_restrictions(member_id) is not None and _has_ended(uow, member_id, uow.now()):
                carry_out(uow, Decision(id=new_id(), member_id=member_id, measure=Measure.LIFT))
        uow.commit()
    return len(ended)


def _has_ended(uow: ModerationUnit, member_id: UUID, at: datetime) -> bool:
    """Check again under the row lock: a new decision may have been made."""
    current = uow.profiles.sanction(member_id)
    return current is not None and current[1] is not None and current[1] <= at
