from uuid import UUID

from shared.kit.core import NotFound

from profiles.domain.notices import VerificationEnded
from profiles.storage import ProfilesUnit
from profiles.usecases.photos.note_photos import note_photos


def take_back(uow: ProfilesUnit, member_id: UUID) -> list[str]:
    """Withdraw from verification: the badge ends, a waiting case closes, and the pictures are deleted. Returns the
    names of their files, which go next."""
    with uow:
        if not uow.profiles.lock(member_id):
            raise NotFound()
        names = [name for each in uow.verifications.of(member_id) for name in each.media]
        for case_id in uow.verifications.take_back(member_id):
            uow.tell(VerificationEnded(case_id))
        uow.profiles.change(member_id, verified_at=None, verified_photos=None)
        note_photos(uow, member_id)
        uow.commit()
    return names
