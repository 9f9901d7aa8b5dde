import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import NotFound, SealingKeys, Unavailable, fault_point, new_id
from shared.kit.db import once
from shared.pictures import PictureStore, ProcessedImage

from profiles.domain.notices import VerificationSubmitted
from profiles.domain.photo import LEAST_DETAIL
from profiles.domain.verification import GRACE
from profiles.errors import PictureDark, PicturesAlike
from profiles.storage import ProfilesUnit
from profiles.storage.verifications import VARIANT
from profiles.usecases.photos.check_picture import check_picture


@dataclass(frozen=True)
class PictureDependencies:
    """Dependencies of `submit_pictures`."""

    unit_of_work: Callable[[], ProfilesUnit]
    media: PictureStore
    keys: SealingKeys
    process_image: Callable[[bytes], ProcessedImage]
    site: str


def submit_pictures(
    dependencies: PictureDependencies, member_id: UUID, verification_id: UUID, pictures: Sequence[bytes]
) -> None:
    """Give the desk a picture for each pose of a draw, once: the same pictures again change nothing.

    The files are sealed before they are written, and their row is written last: files without a row are deleted by a
    job. Raises NotFound for a draw of somebody else, DrawEnded, KeyReused for other pictures of a draw that was used,
    PicturesAlike, PictureDark, PictureRefused, PictureBlocked and Unavailable.
    """
    hashes = [hashlib.sha256(each).hexdigest() for each in pictures]
    with dependencies.unit_of_work() as uow:
        # A retry is answered before its pictures are processed again. The key of new ones is rolled back.
        if _was_sent(uow, member_id, verification_id, hashes):
            return
    if len(set(hashes)) < len(hashes):
        raise PicturesAlike()
    processed = [dependencies.process_image(each) for each in pictures]
    if any(each.detail < LEAST_DETAIL for each in processed):
        raise PictureDark()
    for each in processed:
        check_picture(dependencies.unit_of_work(), dependencies.site, member_id, each.fingerprint)
    media = [f"verifications/{new_id().hex}" for _ in processed]
    with dependencies.unit_of_work() as uow:
        for name in media:
            uow.photos.note_unreferenced(name)
        uow.commit()
    for name, each in zip(media, processed, strict=True):
        dependencies.media.write(name, {VARIANT: dependencies.keys.seal(each.files[VARIANT])})
    fault_point("profiles.verification.written")
    _place(dependencies, member_id, verification_id, hashes, media)


class _NotSent(Exception):
    """No pictures came for this draw."""


def _was_sent(uow: ProfilesUnit, member_id: UUID, verification_id: UUID, hashes: Sequence[str]) -> bool:
    def not_sent() -> dict[str, str]:
        raise _NotSent()

    drawn = uow.verifications.get(verification_id)
    if drawn is None or drawn.member_id != member_id:
        raise NotFound()
    try:
        _once(uow, member_id, verification_id, hashes, not_sent)
    except _NotSent:
        drawn.check_open(uow.now(), GRACE)
        return False
    return True


def _place(
    dependencies: PictureDependencies,
    member_id: UUID,
    verification_id: UUID,
    hashes: Sequence[str],
    media: Sequence[str],
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
            uow.tell(VerificationSubmitted(dependencies.site, member_id, verification_id))
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
