from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import NotFound

from chat.domain.feed_event import change_event
from chat.events.published import conversation_muted
from chat.storage import ChatUnit
from chat.usecases.end_call import end_open_call


@dataclass(frozen=True)
class ChatChange:
    """What a participant wants of a conversation; None leaves it as it is."""

    is_muted: bool | None = None
    is_archived: bool | None = None
    allows_calls: bool | None = None


def change_chat(uow: ChatUnit, member_id: UUID, conversation_id: UUID, change: ChatChange) -> None:
    """Mute or archive a conversation for this member alone, or undo it, or consent to calls. A repeat changes nothing.

    The partner is not notified, but of the consent to calls. Its end tells nobody and ends the call. Allowed in any
    state of the partner. Raises NotFound.
    """
    with uow:
        if change.allows_calls is not None:
            allow_calls(uow, member_id, conversation_id, is_allowed=change.allows_calls)
        participant = uow.conversations.lock(conversation_id, member_id)
        if participant is None:
            raise NotFound()
        before = participant.is_muted, participant.is_archived
        is_muted = participant.is_muted if change.is_muted is None else change.is_muted
        is_archived = participant.is_archived if change.is_archived is None else change.is_archived
        if (is_muted, is_archived) == before:
            uow.commit()
            return
        uow.conversations.change(participant, member_id, is_muted=is_muted, is_archived=is_archived)
        if is_muted is not participant.is_muted:
            uow.announce(conversation_muted(conversation_id, member_id, is_muted=is_muted))
        uow.feed.append([change_event(member_id, conversation_id)])
        uow.commit()


def allow_calls(uow: ChatUnit, member_id: UUID, conversation_id: UUID, *, is_allowed: bool) -> None:
    """Consent to calls, or end the consent with an open call, in the caller's transaction. Call it before anything else
    is locked. Raises NotFound."""
    participant = uow.conversations.participant(conversation_id, member_id)
    if participant is None:
        raise NotFound()
    if not is_allowed:
        end_open_call(uow, member_id, participant.partner_id)
    if not uow.calls.allow(conversation_id, member_id, is_allowed=is_allowed):
        return
    members = [member_id, participant.partner_id] if is_allowed else [member_id]
    uow.feed.append([change_event(each, conversation_id) for each in members])
