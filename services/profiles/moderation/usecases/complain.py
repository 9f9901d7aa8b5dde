from dataclasses import replace
from uuid import UUID

from shared.kit.core import NotFound
from shared.kit.db import once

from profiles.moderation.domain.moderation import Complaint, Decision, Kind, Measure, Proof, Reason
from profiles.moderation.errors import (
    AppealedAccountErased,
    AppealNotPossible,
    AppealTimeOver,
    ReportsSuspended,
    TooManyComplaints,
    invalid_field,
)
from profiles.moderation.events.published import complaint_received
from profiles.moderation.ports import Evidence
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.follow_rules import follow_report
from profiles.moderation.usecases.hide_for_review import hide_for_review

A_DAY = 20
# A receipt goes to the address a visitor names, so the number is limited to protect its mailbox.
A_DAY_FOR_ONE_ADDRESS = 3
NOBODY = "visitor"


def complain(uow: ModerationUnit, evidence: Evidence, pool: int, key: UUID, complaint: Complaint, proof: Proof) -> int:
    """Store a complaint of a member or a visitor, once per `key`. Returns its number.

    Messages are copied from chat, so that evidence cannot be forged and outlasts its deletion. A conversation names
    its partner, also after they left. Raises NotFound when `about_id` is no member of this pool, and when the
    conversation is not the reporter's.
    """
    if complaint.about_id and not proof.conversation_id:
        with uow:
            if uow.profiles.pool(complaint.about_id) != pool:
                raise NotFound()
    if proof.is_given:
        complaint = _with_proof(evidence, complaint, proof)
    asked: dict[str, object] = {"messages": "newest" if proof.is_newest else sorted(map(str, proof.message_ids))}
    # A conversation partner may be erased by now; the messages are judged all the same.
    return _take_in(uow, key, complaint, asked, is_met=proof.conversation_id is not None)


def report_words(uow: ModerationUnit, key: UUID, complaint: Complaint) -> int:
    """Store a report of the words that came with a member's likes, if any, once per `key`. Returns its number.

    Likes has handed over what it stores. Raises NotFound when the two members are not of one pool.
    """
    with uow:
        pools = {uow.profiles.pool(member) for member in (complaint.reporter_id, complaint.about_id) if member}
    if None in pools or len(pools) > 1:
        raise NotFound()
    # The words may change between a report and its retry: likes are withdrawn.
    return _take_in(uow, key, complaint, {"words": "of likes"})


def _with_proof(evidence: Evidence, complaint: Complaint, proof: Proof) -> Complaint:
    if complaint.reporter_id is None or not (complaint.about_id or proof.conversation_id):
        raise invalid_field("messages")
    shown = evidence.shown(complaint.reporter_id, complaint.about_id, proof)
    named = [message for message in shown.messages if not message.get("around")]
    if not proof.is_newest and len(named) != len(set(proof.message_ids)):
        raise invalid_field("messages")
    return replace(complaint, about_id=shown.partner_id, evidence=list(shown.messages))


def appeal(uow: ModerationUnit, pool: int, key: UUID, decision_id: UUID, complaint: Complaint) -> int:
    """Store an appeal against a decision, once per `key`; the caller has checked who asks. Returns its number.

    Raises NotFound, also for a decision of another pool than the site's where it is appealed or about another member
    than the reporter, AppealNotPossible, AppealTimeOver, and AppealedAccountErased.
    """
    with uow:
        decision = uow.moderation.decision(decision_id)
        decided_in = uow.profiles.pool(decision.member_id) if decision else None
        now = uow.now()
    if decision is None or decided_in not in (pool, None):
        raise NotFound()
    if complaint.reporter_id not in (decision.member_id, None):
        raise NotFound()
    if decided_in is None:
        raise AppealedAccountErased()
    # An appealed decision may be asked about by a retry, which its key tells apart.
    if decision.appeal is None and not decision.can_be_appealed(now):
        raise AppealTimeOver() if decision.appeal_until else AppealNotPossible()
    return _take_in(
        uow,
        key,
        replace(
            complaint,
            kind=Kind.APPEAL,
            # An appeal against a review as a minor is as urgent as the report.
            reason=Reason.MINOR if _is_review_of_minor(decision) else complaint.reason,
            decision_id=decision_id,
            about_id=decision.member_id,
            reporter_id=decision.member_id,
        ),
        {"decision": str(decision_id)},
    )


def _is_review_of_minor(decision: Decision) -> bool:
    return decision.measure is Measure.REVIEW and decision.reason == Reason.MINOR


def _take_in(
    uow: ModerationUnit, key: UUID, complaint: Complaint, more: dict[str, object], *, is_met: bool = False
) -> int:
    def _is_used_up() -> bool:
        if complaint.reporter_id:
            return uow.complaints.count_today(complaint.reporter_id) >= A_DAY
        email = complaint.reporter_email
        return email is not None and uow.complaints.count_today_from(email) >= A_DAY_FOR_ONE_ADDRESS

    def take() -> dict[str, int]:
        if complaint.reporter_id is not None:
            uow.reports.lock_reporter(complaint.reporter_id)
            until = uow.reports.suspended_until(complaint.reporter_id)
            if until is not None and complaint.kind is not Kind.APPEAL:
                raise ReportsSuspended(until=until.date().isoformat())
        if complaint.about_id is not None and not is_met and uow.profiles.lock_restrictions(complaint.about_id) is None:
            raise NotFound()
        if complaint.kind is Kind.APPEAL:
            # The member's row is locked, so of two appeals at once the second sees the first.
            standing = uow.moderation.decision(complaint.decision_id) if complaint.decision_id else None
            if standing is None or standing.appeal is not None:
                raise AppealNotPossible()
        elif _is_used_up():
            raise TooManyComplaints(retry_after_seconds=3600)
        number = uow.complaints.add(complaint)
        hide_for_review(uow, complaint)
        follow_report(uow, complaint)
        uow.announce(complaint_received(complaint, number))
        return {"number": number}

    with uow:
        actor = str(complaint.reporter_id or NOBODY)
        body = {"kind": complaint.kind, "about": str(complaint.about_id), "text": complaint.text, **more}
        if complaint.reporter_email:
            body["email"] = complaint.reporter_email  # visitors share one actor
        answer = once(uow.session, actor=actor, operation="complain", key=key, body=body, do=take)
        uow.commit()
    return int(answer["number"])
