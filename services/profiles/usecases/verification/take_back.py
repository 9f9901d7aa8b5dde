from uuid import UUID

from shared.kit.core import NotFound

from profiles.domain.notices import VerificationEnded
from profiles.domain.verification import VerificationState
from profiles.storage import ProfilesUnit
from profiles.usecases.photos.note_photos import note_photos


def withdraw_consent(uow: ProfilesUnit, member_id: UUID) -> list[str]:
    """Withdraw the consent to a comparison by a model: its scores are deleted, and a waiting case is decided without
    them. A badge that the model gave ends with its pictures, as `take_back` does; one that a person gave stays.

    Returns the names of the files, which go next.
    """
    with uow:
        if not uow.profiles.lock(member_id):
            raise NotFound()
        given = (each for each in uow.verifications.of(member_id) if each.state is VerificationState.VERIFIED)
        last = next(given, None)
        uow.verifications.withdraw_consent(member_id)
        names = _end(uow, member_id) if last is not None and last.is_by_model else []
        uow.commit()
    return names


def take_back(uow: ProfilesUnit, member_id: UUID) -> list[str]:
    """Withdraw from verification and from the consent to a model: the badge ends, a waiting case closes, and the
    pictures are deleted; those of a doubt about the age once that is decided. Returns the names of the files, which go
    next."""
    with uow:
        if not uow.profiles.lock(member_id):
            raise NotFound()
        uow.verifications.withdraw_consent(member_id)
        names = _end(uow, member_id)
        uow.commit()
    return names


def _end(uow: ProfilesUnit, member_id: UUID) -> list[str]:
    ended = uow.verifications.take_back(member_id)
    for each in ended:
        if each.state is VerificationState.WAITING and each.case_id:
            uow.tell(VerificationEnded(each.case_id))
    uow.profiles.change(member_id, verified_at=None, verified_photos=None)
    note_photos(uow, member_id)
    return [name for each in ended for name in each.media]
