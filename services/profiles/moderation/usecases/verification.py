"""Cases of the kind `verification`: pictures of a live gesture, compared with the photos of the profile by a person, or
by a model where the member consented and the case is clear."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from shared.kit.core import NotFound, new_id
from shared.kit.db import once

from profiles.domain.notices import VerificationSubmitted
from profiles.domain.verification import FaceCheck, ModelVerdict, RefusalReason, Verification, VerificationState
from profiles.moderation.domain.desk_queue import Case
from profiles.moderation.domain.moderation import (
    APPEAL_WITHIN,
    Complaint,
    Decision,
    Desk,
    Ground,
    Kind,
    Measure,
    Outcome,
    Reason,
    case_of_rule,
)
from profiles.moderation.domain.quality_reviews import QualityReview
from profiles.moderation.domain.staff_access import StaffAction
from profiles.moderation.errors import AlreadyDecided, CaseNotYours, invalid_field
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.review_quality import can_open_review, sample_decision
from profiles.moderation.usecases.staff_access import record_seen
from profiles.moderation.usecases.take_case import check_may_decide, key_of
from profiles.moderation.usecases.take_measure import hide_until_decided, record_decision
from profiles.usecases.photos.note_photos import note_photos

AT_A_TURN = 100
KEPT_LONGER = timedelta(days=1)
# After which it is seen again whether a badge of the model lasts.
BADGE_SEEN_AGAIN = timedelta(days=30)


def open_verification_case(uow: ModerationUnit, submitted: VerificationSubmitted) -> None:
    case = case_of_rule(
        submitted.site, submitted.member_id, Kind.VERIFICATION, Reason.OTHER, "A member wants to be verified."
    )
    uow.complaints.add(case)
    uow.verifications.open_case(submitted.verification_id, case.id)
    if submitted.check is not None:
        _follow_check(uow, submitted, case, submitted.check)


def _follow_check(uow: ModerationUnit, submitted: VerificationSubmitted, case: Complaint, check: FaceCheck) -> None:
    """Verify the member of a clear case at once, and leave every other one to a person, in the transaction that has
    locked the profile. A model refuses nobody."""
    verification_id, member_id = submitted.verification_id, submitted.member_id
    verdict, compared = ModelVerdict.LEFT, uow.verifications.get(verification_id)
    # The photos as they are now: one may have been deleted, or become the main one, while the model looked.
    now = compared.photo_ids if compared else ()
    matched = [photo_id for photo_id in now if photo_id in check.matched_ids]
    if check.is_clear and now[:1] == tuple(matched[:1]) != () and not _wants_person(uow, member_id):
        verdict = ModelVerdict.SAMPLED if uow.is_sampled(verification_id) else ModelVerdict.VERIFIED
    uow.verifications.note_check(verification_id, check, verdict)
    if verdict is not ModelVerdict.VERIFIED:
        return
    uow.complaints.close(case.id, [case.id], Outcome.ACTED)
    decision = Decision(new_id(), member_id, Measure.VERIFY, complaint_id=case.id, facts=check.model)
    uow.verifications.match(verification_id, matched)
    uow.verifications.decide(verification_id, decision.id, None, APPEAL_WITHIN)
    give_badge(uow, member_id, matched)
    record_decision(uow, decision)


def _wants_person(uow: ModerationUnit, member_id: UUID) -> bool:
    """Whether only a person may verify this member: after a request of the desk, after a refusal, and after pictures
    for a model that were taken back, so that a forgery does not get further tries at the model."""
    if uow.verifications.badge(member_id).asked_at is not None:
        return True
    return any(
        each.reason is not None or (each.is_tried and each.state is VerificationState.ENDED)
        for each in uow.verifications.of(member_id)
    )


def match_photos(uow: ModerationUnit, case: Case, photo_ids: Sequence[UUID] | None) -> None:
    """Note which of the compared photos show the person, with a decision that can still be undone."""
    compared = uow.verifications.of_case(case.id)
    if compared is None:
        raise NotFound()
    if not photo_ids or not set(photo_ids) <= set(compared.photo_ids):
        raise invalid_field("photos")
    uow.verifications.match(compared.id, photo_ids)


def decide_verification(
    uow: ModerationUnit, desk: Desk, key: UUID, case_id: UUID, reason: RefusalReason | None, facts: str | None
) -> None:
    """Verify the member of a case, or refuse for this reason, once per key; stored and announced.

    Raises AlreadyDecided when the case was closed meanwhile, OwnCase and OwnDecisionAppealed.
    """

    def decide() -> dict[str, str]:
        case = uow.complaints.get(case_id)
        if case is None or case.site not in desk.sites or case.about_id is None:
            raise NotFound()
        check_may_decide(uow, desk, [case], None)
        # The member's row first, as every change of photos and verifications does.
        if uow.profiles.lock_restrictions(case.about_id) is None:
            raise NotFound()
        outcome = Outcome.DISMISSED if reason else Outcome.ACTED
        compared = uow.verifications.of_case(case_id)
        is_taken_back = compared is not None and compared.state is VerificationState.ENDED
        if is_taken_back and reason is RefusalReason.UNDER_AGE:
            # The doubt of the person who saw the pictures stays, though their member took them back meanwhile.
            _hide_until_judged(uow, case)
            return {}
        if compared is None or not uow.complaints.close(case_id, [case_id], outcome):
            raise AlreadyDecided()
        decision = Decision(
            id=new_id(),
            member_id=case.about_id,
            measure=Measure.REFUSE_VERIFICATION if reason else Measure.VERIFY,
            actor_id=desk.actor_id,
            complaint_id=case_id,
            reason=reason,
            ground=Ground.TERMS if reason else None,
            facts=facts,
        )
        sample_decision(uow, _review_of(desk, decision, case_id))
        uow.verifications.decide(compared.id, decision.id, reason, APPEAL_WITHIN)
        if reason is None:
            give_badge(uow, case.about_id, compared.matched_ids or ())
        record_decision(uow, decision)
        if reason is RefusalReason.UNDER_AGE:
            _hide_until_judged(uow, case)
        return {}

    with uow:
        body = {"case": str(case_id), "reason": reason, "facts": facts}
        once(uow.session, actor=str(desk.actor_id), operation="decide_verification", key=key, body=body, do=decide)
        uow.commit()


def _review_of(desk: Desk, decision: Decision, case_id: UUID) -> QualityReview:
    return QualityReview(
        decision_id=decision.id,
        case_id=case_id,
        is_photo=False,
        pool=desk.pool,
        member_id=decision.member_id,
        decided_by=desk.actor_id,
        measure=decision.measure,
        reason=decision.reason,
        facts=decision.facts,
        reports=[case_id],
    )


def give_badge(uow: ModerationUnit, member_id: UUID, photo_ids: Sequence[UUID]) -> None:
    """Mark the member as verified by these photos."""
    uow.profiles.change(member_id, verified_at=uow.now(), verified_photos=list(photo_ids), verification_asked_at=None)
    note_photos(uow, member_id)


def check_may_see_pictures(uow: ModerationUnit, desk: Desk, verification_id: UUID, number: int) -> str:
    """Return the name of a sealed picture, for the person who has open its case, the appeal against its
    decision, the case about the member's age, or who reviews its decision.

    The look is recorded. Raises NotFound and CaseNotYours.
    """
    with uow:
        found = uow.verifications.get(verification_id)
        if found is None or uow.profiles.pool(found.member_id) != desk.pool or number >= len(found.media):
            raise NotFound()
        cases = [found.case_id] if found.case_id else []
        decision = uow.moderation.decision(found.decision_id) if found.decision_id else None
        if decision is not None and (appeal_id := uow.complaints.appeal_of(decision.id)):
            cases.append(appeal_id)
        if found.is_doubt and (doubt_id := uow.complaints.doubt_of_age(found.member_id)):
            cases.append(key_of(uow, desk, doubt_id).id)
        if not any(uow.desk_leases.is_mine(each, desk.actor_id) for each in cases) and not (
            decision is not None and can_open_review(uow, desk, decision.id)
        ):
            raise CaseNotYours()
    record_seen(uow, desk, StaffAction.VIEW_EVIDENCE, [(found.member_id, found.id)])
    return found.media[number]


def ask_again(uow: ModerationUnit, desk: Desk, key: UUID, case_id: UUID) -> None:
    """Ask the member of a case, open at this desk, to verify again, once per key. The badge ends until they have."""

    def ask() -> dict[str, str]:
        case = uow.complaints.get(case_id)
        if case is None or case.site not in desk.sites or case.about_id is None or case.kind is Kind.VERIFICATION:
            raise NotFound()
        if not uow.desk_leases.is_mine(case_id, desk.actor_id):
            raise CaseNotYours()
        check_may_decide(uow, desk, uow.complaints.case_of(desk, case), None)
        if uow.profiles.lock_restrictions(case.about_id) is None:
            raise NotFound()
        uow.profiles.change(case.about_id, verified_at=None, verified_photos=None, verification_asked_at=uow.now())
        note_photos(uow, case.about_id)
        measure = Measure.ASK_VERIFICATION
        record_decision(uow, Decision(new_id(), case.about_id, measure, desk.actor_id, complaint_id=case_id))
        return {}

    with uow:
        body = {"case": str(case_id)}
        once(uow.session, actor=str(desk.actor_id), operation="ask_verification", key=key, body=body, do=ask)
        uow.commit()


def erase_kept(uow: ModerationUnit) -> int:
    """Delete verifications, and release their pictures, after the time for appeals, and those that nobody at the desk
    compared in time; not while an appeal, or a doubt about the member's age, waits. While a badge that the model gave
    lasts, the row stays without pictures and scores: the badge ends with the consent. Returns their number."""
    with uow:
        past = uow.verifications.lock_past_keeping(uow.verifications.past_keeping(AT_A_TURN))
        appealed = uow.complaints.open_appeals([each.decision_id for each in past if each.decision_id])
        due = [each for each in past if each.decision_id not in appealed and not _is_doubted(uow, each)]
        # Those that are kept make room for others at the next turn.
        uow.verifications.keep({each.id for each in past} - {each.id for each in due}, KEPT_LONGER)
        for each in due:
            if each.state is VerificationState.WAITING and each.case_id:
                uow.complaints.close(each.case_id, [each.case_id], Outcome.DISMISSED)
        lasting = [each for each in due if _gave_badge(uow, each)]
        uow.verifications.strip(lasting, BADGE_SEEN_AGAIN)
        uow.verifications.erase([each.id for each in due if each not in lasting])
        uow.commit()
    return len(due)


def _gave_badge(uow: ModerationUnit, verification: Verification) -> bool:
    """Whether the member's badge is the model's, from these pictures."""
    if not verification.is_by_model or uow.verifications.badge(verification.member_id).verified_at is None:
        return False
    every = uow.verifications.of(verification.member_id)
    return verification == next((each for each in every if each.state is VerificationState.VERIFIED), None)


def _is_doubted(uow: ModerationUnit, verification: Verification) -> bool:
    return verification.is_doubt and uow.complaints.doubt_of_age(verification.member_id) is not None


def end_old_badges(uow: ModerationUnit, older_than: timedelta) -> int:
    """End the badges given so long ago. Returns their number."""
    with uow:
        ended = uow.verifications.badges_before(older_than, AT_A_TURN)
        for member_id in ended:
            if uow.profiles.lock_restrictions(member_id) is not None:
                uow.profiles.change(member_id, verified_at=None, verified_photos=None)
                note_photos(uow, member_id)
        uow.commit()
    return len(ended)


def _hide_until_judged(uow: ModerationUnit, verified: Complaint) -> None:
    """Open a case about a possible minor, first in the queue, and hide the member until it is decided.

    The doubt is a person's, so none of the limits on reports of members applies. It is no notice (DSA, Article 16).
    """
    assert verified.about_id is not None  # noqa: S101 - checked by the caller
    text = "The pictures of a verification raise the doubt that this member is under age."
    doubt = case_of_rule(verified.site, verified.about_id, Kind.AGE_DOUBT, Reason.MINOR, text)
    uow.complaints.add(doubt)
    hide_until_decided(uow, verified.about_id, doubt.id, Reason.MINOR)
