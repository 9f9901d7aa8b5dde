from uuid import UUID

from shared.kit.core import NotFound

from profiles.domain.notices import VerificationEnded
from profiles.domain.verification import VerificationState
from profiles.storage import ProfilesUnit
from profiles.usecases.photos.note_photos import note_photos


def take_back(uow: ProfilesUnit, member_id: UUID) -> list[str]:
    """Withdraw from verification: the badge ends, a waiting case closes, and the pictures are deleted; those of a doubt
    about the age once that is decided. Returns the names of the files, which go next."""
    with uow:
        if not uow.profiles.lock(member_id):
            raise NotFound()
        ended = uow.verifications.take_back(member_id)
        for each in ended:
            if each.state is VerificationState.WAITING and each.case_id:
                uow.tell(VerificationEnded(each.case_id))
        uow.profiles.change(member_id, verified_at=None, verified_photos=None)
        note_photos(uow, member_id)
        uow.commit()
    return [name for each in ended for name in each.media]
