from uuid import UUID

from shared.kit.core import Outcome, log_security_event

from profiles.domain.notices import PictureRecognised
from profiles.errors import PictureBlocked
from profiles.security_events import Action
from profiles.storage import ProfilesUnit


def check_picture(uow: ProfilesUnit, site: str, member_id: UUID, fingerprint: bytes) -> None:
    """Raise PictureBlocked for a picture that looks like one rejected as illegal, and tell moderation of `site`.

    Called before a picture's files are written, so none of its bytes are kept.
    """
    with uow:
        decision_id = uow.pictures.find(fingerprint)
        if decision_id is None:
            return
        uow.tell(PictureRecognised(site, member_id, decision_id))
        uow.commit()
    log_security_event(
        Action.PICTURE_ADD, Outcome.REFUSED, member_id=member_id, reason=PictureBlocked.code, target_id=decision_id
    )
    raise PictureBlocked(field="photo")
