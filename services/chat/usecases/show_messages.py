from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from shared.kit.core import Invalid, NotFound

from chat.domain.call import CallState
from chat.domain.conversation import conversation_of
from chat.domain.message import Message
from chat.storage import ChatUnit

MOST = 20
# Messages before and after each one, without which it can be misread.
REACH = 2


@dataclass(frozen=True)
class EvidenceRequest:
    """A conversation, by its own id or its partner's, and messages of it, by their ids or the newest."""

    conversation_id: UUID | None = None
    partner_id: UUID | None = None
    message_ids: Sequence[UUID] = ()
    is_newest: bool = False
    has_surroundings: bool = False


@dataclass(frozen=True)
class Shown:
    partner_id: UUID
    messages: list[Message]
    around: Sequence[Message] = ()


def show_messages(uow: ChatUnit, member_id: UUID, asked: EvidenceRequest) -> Shown:
    """The requested messages of the member's conversation, in order: evidence for a complaint.

    Regardless of blocks, and of a partner who has left. From now on the moderation desk may look at the photos among
    them and listen to the voice messages; not to those around them. Raises NotFound when the conversation is not the
    member's, and Invalid for more than `MOST` ids.
    """
    if len(asked.message_ids) > MOST:
        raise Invalid(field="message_ids")
    with uow:
        partner_id = asked.partner_id or _partner(uow, member_id, asked.conversation_id)
        conversation_id = conversation_of(member_id, partner_id)
        shown = (
            uow.messages.last(conversation_id, MOST)
            if asked.is_newest
            else uow.messages.among(conversation_id, asked.message_ids)
        )
        if proofs := [message.id for message in shown if message.media]:
            uow.photos.show_as_proof(proofs)
            uow.commit()
        shown = [_with_seconds(uow, message) for message in shown]
        ids = [message.id for message in shown]
        around = uow.messages.around(conversation_id, ids, REACH) if asked.has_surroundings else ()
    return Shown(partner_id, shown, around)


def _with_seconds(uow: ChatUnit, message: Message) -> Message:
    """The line of a call that lasts says how long it has lasted, as that of an ended one does."""
    if message.call is None or message.call.state is not CallState.ANSWERED:
        return message
    return replace(message, call=replace(message.call, seconds=uow.calls.seconds_so_far(message.id)))


def _partner(uow: ChatUnit, member_id: UUID, conversation_id: UUID | None) -> UUID:
    participant = uow.conversations.participant(conversation_id, member_id) if conversation_id else None
    if participant is None:
        raise NotFound()
    return participant.partner_id
