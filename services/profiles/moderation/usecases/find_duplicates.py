from uuid import UUID

from shared.kit.identifiers import new_id
from shared.pictures import ProcessedImage

from profiles.domain.photo import LEAST_DETAIL
from profiles.moderation.domain.moderation import Complaint, Kind, Reason
from profiles.storage import ProfilesUnit

# Cases that one photo opens, so that a picture of many accounts does not fill the queue.
MOST_CASES = 5


def find_duplicates(uow: ProfilesUnit, site: str, member_id: UUID, photo_id: UUID, processed: ProcessedImage) -> None:
    """Open a case for each other member with the same picture, in the transaction that adds the photo.

    Two members are a pair once, however many pictures they share. A blank picture is like every other blank one, and is
    compared with none.
    """
    pool = uow.profiles.pool(member_id)
    if pool is None or not processed.fingerprint or processed.detail < LEAST_DETAIL:
        return
    uow.duplicates.lock(pool)
    for other in uow.duplicates.near(member_id, pool, processed.fingerprint, MOST_CASES):
        case = _case(site, member_id)
        if uow.duplicates.add(case.id, (member_id, photo_id), other):
            uow.complaints.add(case)


def _case(site: str, member_id: UUID) -> Complaint:
    return Complaint(
        id=new_id(),
        kind=Kind.DUPLICATE,
        reporter_id=None,
        reporter_email=None,
        about_id=member_id,
        reason=Reason.FAKE,
        text="The same picture is on two accounts.",
        evidence=[],
        locale="en",
        site=site,
    )
