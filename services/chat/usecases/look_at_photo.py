from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from shared.kit.core import NotFound

from chat.domain.feed_event import change_event
from chat.domain.message import Message, Photo
from chat.events.published import evidence_viewed
from chat.storage import ChatUnit

LOCKED = "locked"


def find_photo(uow: ChatUnit, viewer_id: UUID, message_id: UUID) -> Message:
    """The message of a photo or voice message visible to the viewer. Raises NotFound."""
    with uow.reading() as uow:
        return _visible(uow, viewer_id, message_id)


def open_photo(uow: ChatUnit, viewer_id: UUID, message_id: UUID) -> Message:
    """Show a stranger's photo clear to its reader from now on. Raises NotFound."""
    with uow:
        before = _visible(uow, viewer_id, message_id)
        if before.sender_id == viewer_id or not (before.photo and before.photo.is_veiled):
            return before
        uow.photos.open(message_id)
        message = _visible(uow, viewer_id, message_id)
        uow.feed.append([change_event(viewer_id, message.conversation_id)])
        uow.commit()
    return message


def find_files(uow: ChatUnit, viewer_id: UUID, message_id: UUID, variant: str, expires: int) -> tuple[str, int]:
    """The name of a photo's files, and the seconds until its link expires.

    Asked with each picture, so that a block takes effect on links given out before it. Of a photo that is not opened
    yet its reader gets the blurred file alone. Raises NotFound.
    """
    with uow.reading() as uow:
        found = uow.photos.seen_by(viewer_id, message_id)
    if found is None:
        raise NotFound()
    message, at = found
    photo = _photo(message)
    is_clear = message.sender_id == viewer_id or not photo.is_veiled
    if not (is_clear or variant == LOCKED):
        raise NotFound()
    return photo.media, _seconds_left(expires, at)


def find_sound(uow: ChatUnit, viewer_id: UUID, message_id: UUID, expires: int) -> tuple[str, int]:
    """The name of a voice message's file, and the seconds until its link expires. Raises NotFound.

    Asked each time it is played, so that a block takes effect on links given out before it.
    """
    with uow.reading() as uow:
        found = uow.photos.seen_by(viewer_id, message_id)
    if found is None:
        raise NotFound()
    message, at = found
    if message.voice is None:
        raise NotFound()
    return message.voice.media, _seconds_left(expires, at)


def find_proof(uow: ChatUnit, message_id: UUID, pool: int) -> str:
    """The files of a photo or voice message that came to the desk of this pool of sites with a complaint.

    Raises NotFound for every other message.
    """
    with uow.reading() as uow:
        media = uow.photos.shown_as_proof(message_id, pool)
    if media is None:
        raise NotFound()
    return media


def view_evidence(uow: ChatUnit, actor_id: UUID, own_ids: Collection[UUID], message_id: UUID, pool: int) -> str:
    """As `find_proof`, for a person at the desk; their view is announced to the audit log first.

    Raises NotFound for a message of conversations of `own_ids`, their own accounts, too.
    """
    with uow:
        media = uow.photos.shown_as_proof(message_id, pool, own_ids)
        if media is None:
            raise NotFound()
        uow.announce(evidence_viewed(actor_id, message_id, pool, uow.now()))
        uow.commit()
    return media


def _visible(uow: ChatUnit, viewer_id: UUID, message_id: UUID) -> Message:
    found = uow.photos.seen_by(viewer_id, message_id)
    if found is None:
        raise NotFound()
    return found[0]


def _photo(message: Message) -> Photo:
    if message.photo is None:
        raise NotFound()
    return message.photo


def _seconds_left(expires: int, at: datetime) -> int:
    """Raises NotFound for a link that has expired."""
    seconds_left = expires - int(at.timestamp())
    if seconds_left <= 0:
        raise NotFound()
    return seconds_left
