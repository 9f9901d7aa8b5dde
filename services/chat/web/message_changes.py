"""Changes of a message that is posted: reactions to it, and taking it back."""

from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.http import Input, Output, caller, endpoint

from chat.domain.message import Reaction
from chat.usecases.react import react
from chat.usecases.retract_message import retract_message
from chat.web.context import wiring
from chat.web.messages import Message, ReactionName

message_changes = Blueprint("message_changes", __name__, url_prefix="/api")


class React(Input):
    message_id: UUID
    reaction: ReactionName | None = Field(description="In place of the caller's own; null takes it away")


class RetractMessage(Input):
    message_id: UUID


class ChangedMessageAnswer(Output):
    message: Message


@message_changes.put("/chat-reaction.php")
@endpoint()
def put_reaction(body: React) -> ChangedMessageAnswer:
    """React to a message."""
    dependencies, member_id = wiring(), caller().member_id
    reaction = Reaction(body.reaction) if body.reaction else None
    changed = react(dependencies.unit_of_work(), member_id, body.message_id, reaction)
    return ChangedMessageAnswer(message=Message.of(changed, member_id, dependencies.links))


@message_changes.delete("/chat-message.php")
@endpoint()
def delete_message(body: RetractMessage) -> ChangedMessageAnswer:
    """Take back a message of the caller's own, within fifteen minutes. What it cost stays spent."""
    dependencies, member_id = wiring(), caller().member_id
    changed = retract_message(dependencies.unit_of_work(), member_id, body.message_id)
    return ChangedMessageAnswer(message=Message.of(changed, member_id, dependencies.links))
