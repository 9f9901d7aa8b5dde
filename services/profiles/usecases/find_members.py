from collections.abc import Sequence
from uuid import UUID

from profiles.domain.moderation import Desk
from profiles.domain.staff_access import StaffAction, StaffRecord
from profiles.storage import ProfilesUnit
from profiles.usecases.staff_access import record_action


def find_members(uow: ProfilesUnit, desk: Desk, name: str, reason: str, limit: int) -> Sequence[UUID]:
    """Find members of the desk's pool by name, without those in whose cases this person is involved.

    The search is recorded with its reason: one record for each member found, or one without a member.
    """
    with uow:
        involved = uow.complaints.opponents(desk.actor_id) | {desk.actor_id}
        found = [each for each in uow.moderation.find_members(desk, name, limit) if each not in involved]
        recorded: Sequence[UUID | None] = found or [None]
        for member_id in recorded:
            record_action(uow, StaffRecord(desk.actor_id, StaffAction.FIND_MEMBER, member_id, reason=reason))
        uow.commit()
    return found
