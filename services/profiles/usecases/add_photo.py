import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from pairwise.profiles.v1.events_pb2 import PhotoApproved
from pictures import Developed
from servicekit import faults
from servicekit.errors import Invalid, NotFound, Unavailable
from servicekit.identifiers import new_id
from servicekit.storage.idempotency import once

from profiles.domain.moderation import Decision, Measure
from profiles.domain.photo import OwnPhoto, PhotoRules, PhotoStatus
from profiles.domain.profile import Viewer
from profiles.errors import PhotoLimitReached
from profiles.ports import Media, Pause, ProfilesUnitOfWork
from profiles.usecases.check_picture import check_picture
from profiles.usecases.find_viewer import find_viewer
from profiles.usecases.note_photos import note_photos


@dataclass(frozen=True)
class Darkroom:
    """What adding a photo needs."""

    unit_of_work: Callable[[], ProfilesUnitOfWork]
    media: Media
    develop: Callable[[bytes], Developed]
    pause: Pause
    site: str


def add_photo(
    room: Darkroom, member_id: UUID, photo_id: UUID, content: bytes, rules_for: Callable[[Viewer], PhotoRules]
) -> OwnPhoto:
    """Make a photo of what the member brings, once per id however often it is retried.

    The row comes last: until all files are written there is no photo, and files without one are cleared away.
    Raises PictureRefused for what is no picture we take, PictureBlocked, PhotoLimitReached, and Unavailable.
    """
    body = {"sha256": hashlib.sha256(content).hexdigest()}
    with room.unit_of_work() as uow:
        rules = rules_for(find_viewer(uow, room.pause, member_id))
        held = uow.photos.own(member_id)
        uow.commit()
    if any(photo.id == photo_id for photo in held):
        return _place(room, member_id, photo_id, body, None, rules)
    if len(held) >= rules.limit:
        raise PhotoLimitReached(limit=rules.limit)
    developed = room.develop(content)
    check_picture(room.unit_of_work(), room.site, member_id, developed.fingerprint)
    media = f"members/{new_id().hex}"
    with room.unit_of_work() as uow:
        uow.photos.note_loose(media)
        uow.commit()
    room.media.write(media, developed.files)
    faults.point("profiles.photo.written")
    return _place(room, member_id, photo_id, body, (media, developed), rules)


def _place(
    room: Darkroom,
    member_id: UUID,
    photo_id: UUID,
    body: dict[str, str],
    made: tuple[str, Developed] | None,
    rules: PhotoRules,
) -> OwnPhoto:
    with room.unit_of_work() as uow:

        def add() -> dict[str, str]:
            if made is None:
                raise Invalid("idempotency_key_reused", field="id")
            _add(uow, member_id, photo_id, *made, rules)
            return {}

        if not uow.profiles.lock(member_id):
            raise NotFound()
        once(uow.session, actor=str(member_id), operation="photo", key=photo_id, body=body, do=add)
        photo = next((photo for photo in uow.photos.own(member_id) if photo.id == photo_id), None)
        uow.commit()
    if photo is None:
        raise NotFound()  # added before, and deleted since
    return photo


def _add(
    uow: ProfilesUnitOfWork, member_id: UUID, photo_id: UUID, media: str, developed: Developed, rules: PhotoRules
) -> None:
    status = rules.first_status(developed.detail)
    if not uow.photos.add(member_id, photo_id, media, developed, status, rules.limit):
        if uow.photos.exists(photo_id):
            raise Invalid("idempotency_key_reused", field="id")
        raise PhotoLimitReached(limit=rules.limit)
    if not uow.photos.forget_loose(media):
        raise Unavailable()  # it took so long that its files were cleared away
    if status is PhotoStatus.ACTIVE:
        uow.moderation.decide(
            Decision(id=new_id(), member_id=member_id, measure=Measure.APPROVE_PHOTO, photo_id=photo_id)
        )
        uow.announce(PhotoApproved(member_id=str(member_id), photo_id=str(photo_id)))
        note_photos(uow, member_id)
