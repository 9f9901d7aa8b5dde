"""Events that moderation publishes."""

from pairwise.profiles.v1.events_pb2 import ComplaintDecided, ComplaintReceived, DeskMessageSent, MemberModerated

from profiles.moderation.domain.desk_messages import DeskMessage
from profiles.moderation.domain.moderation import Complaint, Decision, Detection, Outcome


def member_moderated(decision: Decision, number: int, detection: Detection | None) -> MemberModerated:
    return MemberModerated(
        decision_id=str(decision.id),
        member_id=str(decision.member_id),
        measure=decision.measure,
        reason=decision.reason or "",
        ground=decision.ground or "",
        automated=decision.automated,
        until=decision.until.isoformat() if decision.until else "",
        number=number,
        provisional=decision.is_provisional,
        detection=detection or "",
    )


def desk_message_sent(message: DeskMessage) -> DeskMessageSent:
    return DeskMessageSent(
        message_id=str(message.id), member_id=str(message.member_id), question=message.complaint_id is not None
    )


def complaint_received(complaint: Complaint, number: int) -> ComplaintReceived:
    return ComplaintReceived(
        complaint_id=str(complaint.id),
        number=number,
        reporter_id=str(complaint.reporter_id or ""),
        email=complaint.reporter_email or "",
        locale=complaint.locale,
        site=complaint.site,
        appealed_decision_id=str(complaint.decision_id or ""),
    )


def complaint_decided(complaint: Complaint, outcome: Outcome, template: str | None) -> ComplaintDecided:
    is_appeal = complaint.decision_id is not None
    return ComplaintDecided(
        complaint_id=str(complaint.id),
        number=complaint.number,
        reporter_id=str(complaint.reporter_id or ""),
        email=complaint.reporter_email or "",
        locale=complaint.locale,
        site=complaint.site,
        outcome=outcome,
        appealed_decision_id=str(complaint.decision_id) if is_appeal else "",
        template=(template or "") if is_appeal else "",
    )
