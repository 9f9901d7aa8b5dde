import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import NotFound, Unavailable, fault_point, new_id
from shared.kit.db import once
from shared.pictures import PictureStore, ProcessedImage

from profiles.domain.hash_list import LARGEST, Upload, UploadKind
from profiles.domain.notices import PhotoAdded
from profiles.domain.photo import LEAST_DETAIL, OwnPhoto, PhotoCheck, PhotoRules, PhotoStatus
from profiles.domain.profile import Viewer
from profiles.errors import PhotoLimitReached
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.photos.check_picture import PictureGuard, check_picture
from profiles.usecases.profile.find_viewer import find_viewer


@dataclass(frozen=True)
class PhotoDependencies:
    """Dependencies of `add_photo`."""

    unit_of_work: Callable[[], ProfilesUnit]
    media: PictureStore
    process_image: Callable[[bytes], ProcessedImage]
    pause: Pause
    site: str
    guard: PictureGuard
    # The site's image classifier, of the file that others will see; None without one.
    check: Callable[[bytes], PhotoCheck] | None = None


@dataclass(frozen=True)
class _Made:
    """A processed upload: its files in the store, and the classifier's answer."""

    media: str
    processed: ProcessedImage
    check: PhotoCheck | None


def add_photo(
    dependencies: PhotoDependencies,
    member_id: UUID,
    key: UUID,
    content: bytes,
    rules_for: Callable[[Viewer], PhotoRules],
) -> OwnPhoto:
    """Process an upload and add it to the member's photos, once per `key`.

    The row is written last: files without a row are deleted by a job. Raises PictureRefused for an upload that is no
    accepted picture, PictureBlocked, PhotoLimitReached, and Unavailable.
    """
    body = {"sha256": hashlib.sha256(content).hexdigest()}
    with dependencies.unit_of_work() as uow:
        rules = rules_for(find_viewer(uow, dependencies.pause, member_id))
        number = len(uow.photos.own(member_id))
        # A retry is answered before its picture is processed again. The key of a new upload is rolled back.
        with suppress(_NotAdded):
            return _once(uow, member_id, key, body, _not_added)
    if number >= rules.limit:
        raise PhotoLimitReached(limit=rules.limit)
    processed = dependencies.process_image(content)
    check_picture(dependencies.guard, dependencies.site, member_id, Upload.of(UploadKind.PROFILE, content, processed))
    check = dependencies.check(processed.files[LARGEST]) if dependencies.check else None
    media = f"members/{new_id().hex}"
    with dependencies.unit_of_work() as uow:
        uow.photos.note_unreferenced(media)
        uow.commit()
    dependencies.media.write(media, processed.files)
    fault_point("profiles.photo.written")
    return _place(dependencies, member_id, key, body, _Made(media, processed, check), rules)


class _NotAdded(Exception):
    """No upload had this key."""


def _not_added() -> dict[str, str]:
    raise _NotAdded()


def _place(
    dependencies: PhotoDependencies,
    member_id: UUID,
    key: UUID,
    body: dict[str, str],
    made: _Made,
    rules: PhotoRules,
) -> OwnPhoto:
    with dependencies.unit_of_work() as uow:

        def add() -> dict[str, str]:
            photo_id = new_id()
            _add(uow, dependencies.site, member_id, photo_id, made, rules)
            return {"photo": str(photo_id)}

        if not uow.profiles.lock(member_id):
            raise NotFound()
        photo = _once(uow, member_id, key, body, add)
        uow.commit()
    return photo


def _once(
    uow: ProfilesUnit, member_id: UUID, key: UUID, body: dict[str, str], do: Callable[[], dict[str, str]]
) -> OwnPhoto:
    answer = once(uow.session, actor=str(member_id), operation="photo", key=key, body=body, do=do)
    # Up to 0.2.0 the key was the photo's id, and the answer empty.
    photo_id = UUID(answer.get("photo", str(key)))
    photo = next((photo for photo in uow.photos.own(member_id) if photo.id == photo_id), None)
    if photo is None:
        raise NotFound()  # added before, and deleted since
    return photo


def _add(uow: ProfilesUnit, site: str, member_id: UUID, photo_id: UUID, made: _Made, rules: PhotoRules) -> None:
    check = made.check
    status = rules.first_status(made.processed.detail, check)
    reason = check.reason if check and status is PhotoStatus.REJECTED else None
    if not uow.photos.add(member_id, photo_id, made.media, made.processed, status, rules.limit, reason):
        raise PhotoLimitReached(limit=rules.limit)
    if not uow.photos.forget_unreferenced(made.media):
        raise Unavailable()  # the job deleted the files, because writing took too long
    if check is not None:
        uow.photo_checks.record(member_id, photo_id, check)
    is_blank = made.processed.detail < LEAST_DETAIL
    fingerprint = b"" if is_blank else made.processed.fingerprint
    uow.tell(PhotoAdded(site, member_id, photo_id, status, reason, fingerprint))
