from uuid import UUID

from shared.kit.identifiers import new_id
from shared.kit.security_log import Outcome, log_security_event

from profiles.errors import PictureBlocked
from profiles.moderation.domain.moderation import Complaint, Kind, Reason
from profiles.security_events import Action
from profiles.storage import ProfilesUnit


def check_picture(uow: ProfilesUnit, site: str, member_id: UUID, fingerprint: bytes) -> None:
    """Raise PictureBlocked for a picture that looks like one rejected as illegal, and open a case about the sender.

    Called before a picture's files are written, so none of its bytes are kept. A member has one open case at a time, at
    the desk of `site`.
    """
    with uow:
        decision_id = uow.pictures.find(fingerprint)
        if decision_id is None:
            return
        if uow.profiles.lock_restrictions(member_id) is not None and not uow.pictures.has_open_case(member_id):
            uow.complaints.add(_case(site, member_id, decision_id))
        uow.commit()
    log_security_event(
        Action.PICTURE_ADD, Outcome.REFUSED, member_id=member_id, reason=PictureBlocked.code, target_id=decision_id
    )
    raise PictureBlocked(field="photo")


def _case(site: str, member_id: UUID, decision_id: UUID) -> Complaint:
    return Complaint(
        id=new_id(),
        kind=Kind.PICTURE,
        reporter_id=None,
        reporter_email=None,
        about_id=member_id,
        reason=Reason.OTHER,
        text=f"A picture of this member was refused, because it looks like the one of decision {decision_id}.",
        evidence=[],
        locale="en",
        site=site,
    )
