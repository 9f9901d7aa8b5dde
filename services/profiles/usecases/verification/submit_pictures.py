import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from shared.kit.core import NotFound, SealingKeys, Unavailable, fault_point, new_id
from shared.kit.db import once
from shared.pictures import MOST_PHOTOS, PictureStore, ProcessedImage, look_alike

from profiles.domain.hash_list import Upload, UploadKind
from profiles.domain.notices import VerificationSubmitted
from profiles.domain.photo import LEAST_DETAIL
from profiles.domain.verification import COPY_OF_PHOTO, GRACE, FaceCheck, Pose, Verification
from profiles.errors import PictureDark, PicturesAlike
from profiles.storage import ProfilesUnit
from profiles.storage.verifications import VARIANT
from profiles.usecases.photos.check_picture import PictureGuard, check_picture


@dataclass(frozen=True)
class PictureDependencies:
    """Dependencies of `submit_pictures`."""

    unit_of_work: Callable[[], ProfilesUnit]
    media: PictureStore
    keys: SealingKeys
    process_image: Callable[[bytes], ProcessedImage]
    site: str
    guard: PictureGuard
    # The site's model, of poses, live pictures and photos; None where only people compare.
    compare: Callable[[Sequence[Pose], Sequence[bytes], Sequence[tuple[UUID, bytes]]], FaceCheck] | None = None


def submit_pictures(
    dependencies: PictureDependencies, member_id: UUID, verification_id: UUID, pictures: Sequence[bytes]
) -> None:
    """Give the desk a picture for each pose of a draw, once: the same pictures again change nothing. Where the member
    consented with the draw, the site's model looks first.

    The files are sealed before they are written, and their row is written last: files without a row are deleted by a
    job. Raises NotFound for a draw of somebody else, DrawEnded, KeyReused for other pictures of a draw that was used,
    PicturesAlike, PictureDark, PictureRefused, PictureBlocked and Unavailable.
    """
    hashes = [hashlib.sha256(each).hexdigest() for each in pictures]
    with dependencies.unit_of_work() as uow:
        # A retry is answered before its pictures are processed again. The key of new ones is rolled back.
        drawn = _find_unsent(uow, member_id, verification_id, hashes)
    if drawn is None:
        return
    if len(set(hashes)) < len(hashes):
        raise PicturesAlike()
    processed = [dependencies.process_image(each) for each in pictures]
    if any(each.detail < LEAST_DETAIL for each in processed):
        raise PictureDark()
    for content, each in zip(pictures, processed, strict=True):
        upload = Upload.of(UploadKind.VERIFICATION, content, each)
        check_picture(dependencies.guard, dependencies.site, member_id, upload)
    check = _compare(dependencies, drawn, processed)
    media = [f"verifications/{new_id().hex}" for _ in processed]
    with dependencies.unit_of_work() as uow:
        for name in media:
            uow.photos.note_unreferenced(name)
        uow.commit()
    for name, each in zip(media, processed, strict=True):
        dependencies.media.write(name, {VARIANT: dependencies.keys.seal(each.files[VARIANT])})
    fault_point("profiles.verification.written")
    _place(dependencies, member_id, verification_id, hashes, media, check)


def _compare(
    dependencies: PictureDependencies, drawn: Verification, live: Sequence[ProcessedImage]
) -> FaceCheck | None:
    """Ask the site's model, where the member consented to one."""
    if not drawn.may_compare or dependencies.compare is None:
        return None
    with dependencies.unit_of_work() as uow:
        photos = uow.photos.to_compare(drawn.member_id, MOST_PHOTOS)
    files = [(photo_id, dependencies.media.read(name, VARIANT)) for photo_id, name, _ in photos]
    found = [(photo_id, content) for photo_id, content in files if content is not None]
    if not photos or not found or found[0][0] != photos[0][0]:
        return None  # without its main photo there is nothing to compare
    check = dependencies.compare(drawn.poses, [each.files[VARIANT] for each in live], found)
    if any(look_alike(each.fingerprint, of_photo) for each in live for *_, of_photo in photos):
        return replace(check, is_clear=False, failure=check.failure or COPY_OF_PHOTO)
    return check


class _NotSent(Exception):
    """No pictures came for this draw."""


def _find_unsent(
    uow: ProfilesUnit, member_id: UUID, verification_id: UUID, hashes: Sequence[str]
) -> Verification | None:
    """Return the open draw; None when these pictures were sent for it already."""

    def not_sent() -> dict[str, str]:
        raise _NotSent()

    drawn = uow.verifications.get(verification_id)
    if drawn is None or drawn.member_id != member_id:
        raise NotFound()
    try:
        _once(uow, member_id, verification_id, hashes, not_sent)
    except _NotSent:
        drawn.check_open(uow.now(), GRACE)
        return drawn
    return None


def _place(
    dependencies: PictureDependencies,
    member_id: UUID,
    verification_id: UUID,
    hashes: Sequence[str],
    media: Sequence[str],
    check: FaceCheck | None,
) -> None:
    with dependencies.unit_of_work() as uow:

        def place() -> dict[str, str]:
            drawn = uow.verifications.get(verification_id)
            if drawn is None:
                raise NotFound()
            # The time was checked before the pictures were processed; a replaced draw is no longer open.
            drawn.check_open(drawn.drawn_at)
            if not all(uow.photos.forget_unreferenced(name) for name in media):
                raise Unavailable()  # the job deleted the files, because writing took too long
            uow.verifications.submit(verification_id, media)
            # The consent may have been withdrawn while the model looked.
            allowed = check if drawn.may_compare else None
            uow.tell(VerificationSubmitted(dependencies.site, member_id, verification_id, allowed))
            return {}

        if not uow.profiles.lock(member_id):
            raise NotFound()
        _once(uow, member_id, verification_id, hashes, place)
        uow.commit()


def _once(
    uow: ProfilesUnit, member_id: UUID, verification_id: UUID, hashes: Sequence[str], do: Callable[[], dict[str, str]]
) -> None:
    body = {"sha256": list(hashes)}
    once(uow.session, actor=str(member_id), operation="verify", key=verification_id, body=body, do=do)
