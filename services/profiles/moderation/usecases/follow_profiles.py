"""Cases and decisions that follow from notices of profiles, in the transaction of the notice."""

from shared.kit.core import new_id

from profiles.domain.notices import (
    MemberJoined,
    ModerationNotice,
    PhotoAdded,
    PictureListed,
    PictureRecognised,
    TextChanged,
    VerificationEnded,
    VerificationSubmitted,
)
from profiles.domain.photo import PhotoStatus
from profiles.moderation.domain.moderation import Decision, Ground, Kind, Measure, Outcome, Reason, case_of_rule
from profiles.moderation.domain.rules import Content, ContentKind
from profiles.moderation.domain.templates import Template
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.follow_rules import follow_content
from profiles.moderation.usecases.inspect_photo import decide_photo
from profiles.moderation.usecases.take_measure import hide_until_decided, hold_text
from profiles.moderation.usecases.verification import open_verification_case
from profiles.usecases.photos.note_photos import note_inspection

# Other accounts with the same picture that a case shows, the nearest pictures first.
MOST_PAIRS = 5
# Pictures on hash lists of one member that open a case: more of them say nothing new.
MOST_CASES = 5


def follow_profiles(uow: ModerationUnit, notice: ModerationNotice) -> None:
    match notice:
        case PictureRecognised():
            _open_picture_case(uow, notice)
        case PictureListed():
            _open_listed_case(uow, notice)
        case PhotoAdded():
            if notice.status is not PhotoStatus.PENDING:
                decision = decide_photo(uow, notice.member_id, notice.photo_id, notice.reason)
                note_inspection(uow, notice.member_id, notice.photo_id, notice.reason, decision.id)
            _find_duplicates(uow, notice)
        case TextChanged():
            _open_text_case(uow, notice)
            follow_content(uow, notice.site, notice.member_id, Content(ContentKind.PROFILE, notice.text))
        case MemberJoined():
            follow_content(uow, notice.site, notice.member_id, Content(ContentKind.SIGN_UP, notice.name))
        case VerificationSubmitted():
            open_verification_case(uow, notice)
        case VerificationEnded():
            uow.complaints.close(notice.case_id, [notice.case_id], Outcome.DISMISSED)


def _open_picture_case(uow: ModerationUnit, recognised: PictureRecognised) -> None:
    """Open a case about the sender of a blocked picture, who has one open case at a time."""
    member_id, decision_id = recognised.member_id, recognised.decision_id
    if uow.profiles.lock_restrictions(member_id) is not None and not uow.complaints.has_open_picture_case(member_id):
        text = f"A picture of this member was refused, because it looks like the one of decision {decision_id}."
        uow.complaints.add(case_of_rule(recognised.site, member_id, Kind.PICTURE, Reason.OTHER, text))


def _open_listed_case(uow: ModerationUnit, listed: PictureListed) -> None:
    """Open a case about the sender of a picture on a hash list, and hide them until a person has decided it: a list
    can be wrong, so a rule takes no more than the mildest measure that protects."""
    member_id = listed.member_id
    is_gone = uow.profiles.lock_restrictions(member_id) is None
    if is_gone or uow.evidence.count_of(member_id) > MOST_CASES:
        return
    text = (
        f"A picture of this member was refused, because it is on the hash list {listed.list_name}. It is kept sealed as"
        f" evidence {listed.number}. For a lead, who follows docs/illegal-pictures.md."
    )
    case = case_of_rule(listed.site, member_id, Kind.PICTURE, Reason.OTHER, text)
    uow.complaints.add(case)
    hide_until_decided(uow, member_id, case.id, Reason.OTHER, Template.AUTOMATIC)


def _find_duplicates(uow: ModerationUnit, added: PhotoAdded) -> None:
    """Open a case about the members with the same picture. Two members are a pair once, however many they share."""
    pool = uow.profiles.pool(added.member_id)
    if pool is None or not added.fingerprint:
        return
    uow.duplicates.lock(pool)
    text = "The same picture is on several accounts."
    case = case_of_rule(added.site, added.member_id, Kind.DUPLICATE, Reason.FAKE, text)
    others = uow.duplicates.near(added.member_id, pool, added.fingerprint, MOST_PAIRS)
    own = added.member_id, added.photo_id
    if [other for other in others if uow.duplicates.add(case.id, own, other)]:
        uow.complaints.add(case)


def _open_text_case(uow: ModerationUnit, changed: TextChanged) -> None:
    """Open a case of its own for each text with contact details, so that nobody at the desk decides about another text
    than they read. A text without any ends the case."""
    member_id, found = changed.member_id, changed.contact_details
    uow.complaints.close_text_case(member_id, Outcome.DISMISSED)
    if not found:
        return
    text = f"The text of this profile has contact details: {', '.join(found)}."
    case = case_of_rule(changed.site, member_id, Kind.TEXT, Reason.OTHER, text)
    uow.complaints.add(case)
    if changed.is_held:
        hold_text(
            uow,
            Decision(
                id=new_id(),
                member_id=member_id,
                measure=Measure.HOLD_TEXT,
                complaint_id=case.id,
                reason=case.reason,
                ground=Ground.TERMS,
                template=Template.CONTACT_DETAILS,
            ),
        )
