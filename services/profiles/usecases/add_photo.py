import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from pairwise.profiles.v1.events_pb2 import PhotoApproved
from shared.kit import faults
from shared.kit.errors import Invalid, NotFound, Unavailable
from shared.kit.identifiers import new_id
from shared.kit.storage.idempotency import once
from shared.pictures import PictureStore, ProcessedImage

from profiles.domain.moderation import Decision, Measure
from profiles.domain.photo import OwnPhoto, PhotoRules, PhotoStatus
from profiles.domain.profile import Viewer
from profiles.errors import PhotoLimitReached
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.check_picture import check_picture
from profiles.usecases.find_viewer import find_viewer
from profiles.usecases.note_photos import note_photos


@dataclass(frozen=True)
class PhotoDependencies:
    """Dependencies of `add_photo`."""

    unit_of_work: Callable[[], ProfilesUnit]
    media: PictureStore
    process_image: Callable[[bytes], ProcessedImage]
    pause: Pause
    site: str


def add_photo(
    dependencies: PhotoDependencies,
    member_id: UUID,
    photo_id: UUID,
    content: bytes,
    rules_for: Callable[[Viewer], PhotoRules],
) -> OwnPhoto:
    """Process an upload and add it to the member's photos, once per id.

    The row is written last: files without a row are deleted by a job. Raises PictureRefused for an upload that is no
    accepted picture, PictureBlocked, PhotoLimitReached, and Unavailable.
    """
    body = {"sha256": hashlib.sha256(content).hexdigest()}
    with dependencies.unit_of_work() as uow:
        rules = rules_for(find_viewer(uow, dependencies.pause, member_id))
        own_photos = uow.photos.own(member_id)
        uow.commit()
    if any(photo.id == photo_id for photo in own_photos):
        return _place(dependencies, member_id, photo_id, body, None, rules)
    if len(own_photos) >= rules.limit:
        raise PhotoLimitReached(limit=rules.limit)
    processed = dependencies.process_image(content)
    check_picture(dependencies.unit_of_work(), dependencies.site, member_id, processed.fingerprint)
    media = f"members/{new_id().hex}"
    with dependencies.unit_of_work() as uow:
        uow.photos.note_unreferenced(media)
        uow.commit()
    dependencies.media.write(media, processed.files)
    faults.point("profiles.photo.written")
    return _place(dependencies, member_id, photo_id, body, (media, processed), rules)


def _place(
    dependencies: PhotoDependencies,
    member_id: UUID,
    photo_id: UUID,
    body: dict[str, str],
    made: tuple[str, ProcessedImage] | None,
    rules: PhotoRules,
) -> OwnPhoto:
    with dependencies.unit_of_work() as uow:

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
    uow: ProfilesUnit, member_id: UUID, photo_id: UUID, media: str, processed: ProcessedImage, rules: PhotoRules
) -> None:
    status = rules.first_status(processed.detail)
    if not uow.photos.add(member_id, photo_id, media, processed, status, rules.limit):
        if uow.photos.exists(photo_id):
            raise Invalid("idempotency_key_reused", field="id")
        raise PhotoLimitReached(limit=rules.limit)
    if not uow.photos.forget_unreferenced(media):
        raise Unavailable()  # the job deleted the files, because writing took too long
    if status is PhotoStatus.ACTIVE:
        uow.moderation.decide(
            Decision(id=new_id(), member_id=member_id, measure=Measure.APPROVE_PHOTO, photo_id=photo_id)
        )
        uow.announce(PhotoApproved(member_id=str(member_id), photo_id=str(photo_id)))
        note_photos(uow, member_id)
