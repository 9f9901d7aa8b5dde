"""Events that profiles publishes."""

from uuid import UUID

from pairwise.profiles.v1.events_pb2 import (
    DateCheckInCleared,
    DateCheckInDue,
    DateCheckInMissed,
    MemberBlocked,
    MemberUnblocked,
    MemberUnmatched,
    PhotoApproved,
    PhotoRejected,
    ProfileChanged,
    VisibilityChanged,
)

from profiles.domain.visibility import Restrictions


def profile_changed(member_id: UUID, name: str, *, fictional: bool, country: str | None = None) -> ProfileChanged:
    return ProfileChanged(member_id=str(member_id), name=name, fictional=fictional, country=country or "")


def visibility_changed(member_id: UUID, restrictions: Restrictions) -> VisibilityChanged:
    invisible, hidden, shares_reads = restrictions.told
    return VisibilityChanged(member_id=str(member_id), invisible=invisible, hidden=hidden, hides_reads=not shares_reads)


def photo_approved(member_id: UUID, photo_id: UUID) -> PhotoApproved:
    return PhotoApproved(member_id=str(member_id), photo_id=str(photo_id))


def photo_rejected(
    member_id: UUID, photo_id: UUID, reason: str | None, decision_id: UUID, *, final: bool = False
) -> PhotoRejected:
    return PhotoRejected(
        member_id=str(member_id),
        photo_id=str(photo_id),
        reason=reason or "",
        final=final,
        decision_id=str(decision_id),
    )


def member_blocked(blocker_id: UUID, blocked_id: UUID) -> MemberBlocked:
    return MemberBlocked(blocker_id=str(blocker_id), blocked_id=str(blocked_id))


def member_unblocked(blocker_id: UUID, blocked_id: UUID) -> MemberUnblocked:
    return MemberUnblocked(blocker_id=str(blocker_id), blocked_id=str(blocked_id))


def member_unmatched(member_id: UUID, unmatched_id: UUID) -> MemberUnmatched:
    return MemberUnmatched(member_id=str(member_id), unmatched_id=str(unmatched_id))


def date_check_in_due(plan_id: UUID, member_id: UUID) -> DateCheckInDue:
    return DateCheckInDue(plan_id=str(plan_id), member_id=str(member_id))


def date_check_in_cleared(plan_id: UUID, member_id: UUID) -> DateCheckInCleared:
    return DateCheckInCleared(plan_id=str(plan_id), member_id=str(member_id))


def date_check_in_missed(plan_id: UUID, member_id: UUID) -> DateCheckInMissed:
    return DateCheckInMissed(plan_id=str(plan_id), member_id=str(member_id))
