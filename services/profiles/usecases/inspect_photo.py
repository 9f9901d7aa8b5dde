from collections.abc import Callable
from uuid import UUID

from pairwise.profiles.v1.events_pb2 import PhotoApproved, PhotoRejected
from servicekit.errors import NotFound
from servicekit.storage.idempotency import once

from profiles.domain.moderation import Decision, Desk, Ground, Measure
from profiles.domain.photo import PhotoStatus, RejectReason
from profiles.errors import AlreadyDecided
from profiles.ports import ProfilesUnitOfWork
from profiles.usecases.note_photos import note_photos
from profiles.usecases.take_measure import log_decision


def inspect_photo(
    uow: ProfilesUnitOfWork,
    desk: Desk,
    key: UUID,
    photo_id: UUID,
    seen: PhotoStatus,
    reason: RejectReason | None,
    fingerprint: Callable[[UUID], bytes],
) -> None:
    """Approve a photo, or reject it for this reason, once per key. `seen` is how it stood when it was looked at: who
    comes second is told so, and changes nothing. What was decided can be decided anew, and rejected for another reason.

    An illegal picture is deleted, and recognised when anybody brings it again. `fingerprint` makes the hashes of a
    photo from before they were made with each upload.
    """

    def decide() -> dict[str, str]:
        member_id = uow.moderation.owner(photo_id)
        # The member's row first, as every change of photos does.
        if member_id is None or uow.profiles.visibility(member_id) is None:
            raise NotFound()
        if uow.profiles.pool(member_id) != desk.pool:
            raise NotFound()
        status = PhotoStatus.REJECTED if reason else PhotoStatus.ACTIVE
        if (seen is status and reason is None) or uow.moderation.set_photo(photo_id, seen, status, reason) is None:
            raise AlreadyDecided()
        decision = Decision(
            id=key,
            member_id=member_id,
            measure=Measure.REJECT_PHOTO if reason else Measure.APPROVE_PHOTO,
            actor_id=desk.actor_id,
            photo_id=photo_id,
            reason=reason,
            ground=Ground.TERMS if reason else None,
        )
        uow.moderation.decide(decision)
        log_decision(decision)
        if reason is RejectReason.ILLEGAL:
            _forget(member_id)
        told = {"member_id": str(member_id), "photo_id": str(photo_id)}
        uow.announce(PhotoRejected(**told, reason=reason) if reason else PhotoApproved(**told))
        note_photos(uow, member_id)
        return {}

    def _forget(member_id: UUID) -> None:
        """Keep the hashes and no byte of the picture; its files are cleared away within a minute."""
        uow.pictures.block(key, uow.pictures.fingerprint_of(photo_id) or fingerprint(photo_id))
        uow.photos.remove(member_id, photo_id)

    with uow:
        body = {"photo": str(photo_id), "seen": seen, "reason": reason}
        once(uow.session, actor=str(desk.actor_id), operation="inspect_photo", key=key, body=body, do=decide)
        uow.commit()
