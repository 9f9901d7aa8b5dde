"""Blocking a picture that the desk saw only as evidence, in a chat, and unblocking it."""

from dataclasses import replace
from uuid import UUID

from shared.kit.core import NotFound
from shared.kit.db import once

from profiles.moderation.domain.moderation import Complaint, Decision, Desk, Measure, Statement
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.errors import AlreadyDecided
from profiles.moderation.ports import Evidence
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.check_impartial import check_impartial
from profiles.moderation.usecases.staff_access import record_action
from profiles.moderation.usecases.take_measure import decision_of, log_decision, record_decision


def decide_evidence_picture(
    uow: ModerationUnit,
    evidence: Evidence,
    desk: Desk,
    key: UUID,
    complaint_id: UUID,
    message_id: UUID,
    statement: Statement,
) -> None:
    """Block the picture of a message shown as evidence, or unblock it, as `statement.measure` says; once per key.

    While it is blocked, uploads of it are refused from every account. The complaint stays open. The sender learns of
    a block and can appeal it.
    Raises NotFound when the complaint is at another desk or has no such photo, or the sender is gone or of another
    pool; OwnCase for a person involved in it; AlreadyDecided when the picture is blocked, or unblocked, already;
    Unavailable when chat does not answer.
    """
    is_block = statement.measure is Measure.BLOCK_PICTURE
    with uow:
        complaint = uow.complaints.get(complaint_id)
        sender_id = _sender(complaint, desk, message_id)
        parties = (sender_id, complaint.reporter_id, complaint.about_id) if complaint else ()
        check_impartial(uow, desk, *parties)
    # Before the transaction, because chat decodes the picture for it: no row stays locked meanwhile.
    fingerprint = evidence.fingerprint(message_id, desk.pool) if is_block else b""

    def decide() -> dict[str, str]:
        # Locks the profile: of two decisions about one picture at once, the second sees the first.
        if uow.profiles.lock_restrictions(sender_id) is None or uow.profiles.pool(sender_id) != desk.pool:
            raise NotFound()
        blocked_by = uow.moderation.blocked_messages([message_id]).get(message_id)
        if (blocked_by is not None) is is_block:
            raise AlreadyDecided()
        decision = decision_of(uow, desk.actor_id, sender_id, statement, complaint_id)
        decision = replace(decision, photo_id=message_id)
        if blocked_by is None:
            uow.pictures.block(decision.id, fingerprint)
            record_decision(uow, decision)
        else:
            uow.pictures.unblock(blocked_by)
            record_unblocking(uow, decision)
        action = StaffAction.BLOCK_PICTURE if is_block else StaffAction.UNBLOCK_PICTURE
        record_action(uow, StaffRecord(desk.actor_id, action, sender_id, complaint_id))
        return {}

    with uow:
        body = {"complaint": str(complaint_id), "message": str(message_id), "statement": str(statement)}
        once(uow.session, actor=str(desk.actor_id), operation="block_picture", key=key, body=body, do=decide)
        uow.commit()


def record_unblocking(uow: ModerationUnit, decision: Decision) -> None:
    """Record that a picture is no longer blocked, in the caller's transaction; sanctions of its sender stand."""
    unblocking = replace(decision, measure=Measure.UNBLOCK_PICTURE)
    uow.moderation.decide(unblocking)
    log_decision(unblocking)


def _sender(complaint: Complaint | None, desk: Desk, message_id: UUID) -> UUID:
    if complaint is not None and complaint.site in desk.sites:
        for message in complaint.evidence:
            if message["id"] == str(message_id) and message.get("kind") == "photo":
                return UUID(message["sender_id"])
    raise NotFound()
