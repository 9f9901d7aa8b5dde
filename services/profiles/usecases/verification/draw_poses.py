from uuid import UUID

from shared.kit.core import NotFound, new_id
from shared.kit.db import once

from profiles.domain.verification import Verification, check_may_draw, draw_poses
from profiles.errors import NotOffered, VerificationPhotoNeeded
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.find_viewer import find_viewer


def draw_for(uow: ProfilesUnit, pause: Pause, member_id: UUID, key: UUID, *, consents: bool) -> Verification:
    """Draw poses for a member, in place of those of an open draw; once per key. `consents` to a comparison of the
    pictures by a model.

    Raises VerificationWaiting, TooManyVerifications, VerificationPhotoNeeded for a profile without photos, and
    NotOffered for a fictional one.
    """

    def draw() -> dict[str, str]:
        # The row of the profile is locked, so that draws at once are counted one after the other.
        found = uow.profiles.lock_name(member_id)
        if found is None:
            raise NotFound()
        if found[1]:
            raise NotOffered()
        if not any(photo.status != "rejected" for photo in uow.photos.own(member_id)):
            raise VerificationPhotoNeeded()
        earlier = uow.verifications.of(member_id)
        check_may_draw(earlier, uow.now())
        drawn_id = new_id()
        uow.verifications.draw(drawn_id, member_id, draw_poses(earlier[0].poses if earlier else ()), consents=consents)
        return {"verification": str(drawn_id)}

    # Without consent the body is that of the previous release, whose keys must fit.
    body = {"model": True} if consents else {}
    with uow:
        find_viewer(uow, pause, member_id)
        answer = once(uow.session, actor=str(member_id), operation="draw_poses", key=key, body=body, do=draw)
        drawn = uow.verifications.get(UUID(answer["verification"]))
        uow.commit()
    if drawn is None:
        raise NotFound()  # drawn before, and deleted since
    return drawn
