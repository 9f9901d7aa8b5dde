import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import Outcome, SealingKeys, log_security_event
from shared.sites import SiteDirectory

from profiles.domain.hash_list import Evidence, Upload
from profiles.domain.notices import PictureListed, PictureRecognised
from profiles.errors import PictureBlocked
from profiles.ports import PictureMatcher
from profiles.security_events import Action
from profiles.storage import ProfilesUnit


@dataclass(frozen=True)
class PictureGuard:
    """Dependencies of `check_picture`: `keys` seal what is kept of a picture on a hash list, `matcher` is the
    installation's provider, if it has one."""

    unit_of_work: Callable[[], ProfilesUnit]
    sites: SiteDirectory
    keys: SealingKeys
    matcher: PictureMatcher | None = None


def check_picture(guard: PictureGuard, site: str, member_id: UUID, upload: Upload) -> None:
    """Raise PictureBlocked for a picture on a hash list, or that looks like one rejected as illegal, and tell
    moderation of `site`. The member reads the same of both. Raises Unavailable when the provider does not answer.

    Called before a picture's files are written, so none of its bytes are kept but sealed ones, of a picture on a list,
    for the time that the site's document says.
    """
    with guard.unit_of_work() as uow:
        name = uow.hash_lists.find(upload.digests, upload.fingerprint)
        if name is not None:
            _keep_listed(uow, guard, site, member_id, upload, name)
        target = name or _tell_recognised(uow, site, member_id, upload.fingerprint)
        uow.commit()
    target = target or _ask_provider(guard, site, member_id, upload)
    if target is None:
        return
    log_security_event(
        Action.PICTURE_ADD, Outcome.REFUSED, member_id=member_id, reason=PictureBlocked.code, target_id=target
    )
    raise PictureBlocked(field="photo")


def _ask_provider(guard: PictureGuard, site: str, member_id: UUID, upload: Upload) -> str | None:
    """The name of the provider's list that has the picture. Outside a transaction, because the provider takes time."""
    name = guard.matcher.find(upload) if guard.matcher else None
    if name is not None:
        with guard.unit_of_work() as uow:
            _keep_listed(uow, guard, site, member_id, upload, name)
            uow.commit()
    return name


def _keep_listed(uow: ProfilesUnit, guard: PictureGuard, site: str, member_id: UUID, upload: Upload, name: str) -> None:
    """Keep the evidence of a picture that this list has, and tell of it once."""
    sealed = guard.keys.seal(_content(site, member_id, upload, name))
    days = guard.sites.get(site).evidence_days
    number = uow.evidence.add(Evidence(member_id, site, upload.place, name, upload.digest, sealed, days))
    if number is not None:
        uow.tell(PictureListed(site, member_id, name, number))


def _content(site: str, member_id: UUID, upload: Upload, name: str) -> bytes:
    content = {
        "member_id": str(member_id),
        "site": site,
        "place": upload.place.value,
        "list": name,
        "digests": [each.hex() for each in upload.digests],
        **upload.facts,
        "picture": base64.b64encode(upload.picture).decode(),
    }
    return json.dumps(content).encode()


def _tell_recognised(uow: ProfilesUnit, site: str, member_id: UUID, fingerprint: bytes) -> UUID | None:
    decision_id = uow.pictures.find(fingerprint)
    if decision_id is not None:
        uow.tell(PictureRecognised(site, member_id, decision_id))
    return decision_id
