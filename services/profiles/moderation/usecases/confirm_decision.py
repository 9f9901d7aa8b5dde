"""The second person at the desk, and the clock, for decisions that cannot be undone."""

from dataclasses import replace
from uuid import UUID

from shared.kit.core import NotFound, log_security_event, new_id
from shared.kit.db import once

from profiles.events.published import photo_rejected
from profiles.moderation.domain.confirmations import Confirmation, Settlement
from profiles.moderation.domain.moderation import Decision, Desk, Measure
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.errors import AlreadyDecided, SecondPersonNeeded
from profiles.moderation.security_events import Action
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.check_impartial import check_impartial
from profiles.moderation.usecases.staff_access import record_action
from profiles.moderation.usecases.take_measure import carry_out, log_decision

AT_A_TURN = 100


def confirm_decision(uow: ModerationUnit, desk: Desk, key: UUID, decision_id: UUID, refusal: str | None) -> None:
    """Confirm a colleague's decision, which makes it final, or lift it for the reason in `refusal`; once per key.

    Raises AlreadyDecided when somebody else, or the clock, was faster, SecondPersonNeeded when the caller made the
    decision or is a party of it, and OwnCase while a complaint between the caller and the member is open.
    """

    def act() -> dict[str, str]:
        asked, decision = uow.confirmations.find(decision_id), uow.moderation.decision(decision_id)
        # Lock the profile, so that a confirmation, a lift and an appeal at once run one after the other.
        if asked is None or decision is None or uow.profiles.lock_restrictions(asked.member_id) is None:
            raise NotFound()
        if uow.profiles.pool(asked.member_id) != desk.pool:
            raise NotFound()
        if not desk.own_ids.isdisjoint(_involved(uow, asked, decision)):
            raise SecondPersonNeeded()
        check_impartial(uow, desk, asked.member_id)
        outcome = Settlement.CONFIRMED if refusal is None else Settlement.REFUSED
        own = replace(decision, id=new_id(), actor_id=desk.actor_id, is_provisional=False)
        if not uow.confirmations.settle(asked.decision_id, outcome, by=desk.actor_id, final_decision_id=own.id):
            raise AlreadyDecided()
        if refusal is None:
            _finish(uow, asked, own)
        else:
            _lift(uow, asked, replace(own, facts=refusal, template=None, until=None))
        action = StaffAction.CONFIRM if refusal is None else StaffAction.REFUSE
        record_action(uow, StaffRecord(desk.actor_id, action, asked.member_id, asked.decision_id))
        return {}

    with uow:
        body = {"decision": str(decision_id), "refusal": refusal}
        once(uow.session, actor=str(desk.actor_id), operation="confirm_decision", key=key, body=body, do=act)
        uow.commit()


def lapse_unconfirmed(uow: ModerationUnit) -> int:
    """End the wait of decisions not confirmed in time. Returns their number.

    `lift_ended` ends a suspension; a picture returns to the queue, still hidden.
    """
    lapsed = 0
    with uow:
        for asked in uow.confirmations.due(AT_A_TURN):
            uow.profiles.lock_restrictions(asked.member_id)
            if not uow.confirmations.settle(asked.decision_id, Settlement.LAPSED):
                continue
            if asked.photo_id is not None:
                _release(uow, asked, asked.photo_id)
            log_security_event(Action.LAPSE, member_id=asked.member_id, target_id=asked.decision_id)
            lapsed += 1
        uow.commit()
    return lapsed


def _involved(uow: ModerationUnit, asked: Confirmation, decision: Decision) -> set[UUID | None]:
    reporters = uow.complaints.reporters(decision.complaint_id) if decision.complaint_id else ()
    return {asked.proposed_by, asked.member_id, *reporters}


def _finish(uow: ModerationUnit, asked: Confirmation, final: Decision) -> None:
    if asked.photo_id is None:
        carry_out(uow, replace(final, until=asked.wanted_until), is_confirmed=True)
        return
    uow.moderation.decide(final)
    log_decision(final)
    media = uow.quarantine.remove(asked.photo_id)
    if media is not None:
        uow.photos.release(media)
    uow.announce(photo_rejected(asked.member_id, asked.photo_id, final.reason, final.id, final=True))


def _lift(uow: ModerationUnit, asked: Confirmation, lift: Decision) -> None:
    if asked.photo_id is None:
        carry_out(uow, replace(lift, measure=Measure.LIFT))
        return
    returned = replace(lift, measure=Measure.RETURN_PHOTO, reason=None, ground=None)
    uow.moderation.decide(returned)
    log_decision(returned)
    _release(uow, asked, asked.photo_id)


def _release(uow: ModerationUnit, asked: Confirmation, photo_id: UUID) -> None:
    uow.pictures.unblock(asked.decision_id)
    uow.quarantine.release(photo_id)
