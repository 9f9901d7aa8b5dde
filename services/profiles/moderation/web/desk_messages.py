"""Messages of the desk: written from a case, read and answered by members; and saved replies."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from flask import Blueprint
from pydantic import Field, StringConstraints
from shared.kit.core import ClientId
from shared.kit.http import Input, Nothing, Output, caller, endpoint
from shared.languages import Locale

from profiles.moderation.domain.desk_messages import DeskMessage, SavedReply
from profiles.moderation.usecases.write_to_member import answer_question, delete_reply, save_reply, write_to_member
from profiles.moderation.web.complaint_models import StatedFacts, Words, stored_time
from profiles.moderation.web.context import current_desk, wiring

desk_messages = Blueprint("desk_messages", __name__, url_prefix="/api")


class OwnDeskMessageOut(Output):
    id: UUID
    complaint_id: UUID | None = Field(description="Of a question: the caller's report that it is about")
    text: str
    sent_at: datetime
    answer: str | None
    can_answer: bool = Field(description="A question without an answer, whose case is open")

    @staticmethod
    def of(message: DeskMessage) -> "OwnDeskMessageOut":
        return OwnDeskMessageOut(
            id=message.id,
            complaint_id=message.complaint_id,
            text=message.text,
            sent_at=stored_time(message.sent_at),
            answer=message.answer,
            can_answer=message.can_answer,
        )


class OwnDeskMessagesAnswer(Output):
    messages: list[OwnDeskMessageOut] = Field(description="The newest first")


class AnswerIn(Input):
    message_id: UUID
    text: Words


class DeskMessageIn(Input):
    """A message to the member of an open case; with `complaint_id`, a question to the reporter of this report."""

    id: ClientId
    case_id: UUID
    complaint_id: UUID | None = None
    text: StatedFacts


class SavedReplyOut(Output):
    id: UUID
    name: str
    texts: dict[str, str] = Field(description="By language")


class SavedRepliesAnswer(Output):
    replies: list[SavedReplyOut]


class SavedReplyIn(Input):
    """Replaces the reply with this id."""

    reply_id: ClientId
    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]
    texts: dict[Locale, StatedFacts] = Field(min_length=1)


class ReplyId(Input):
    reply_id: ClientId


@desk_messages.get("/desk-message.php")
@endpoint()
def get_desk_messages() -> OwnDeskMessagesAnswer:
    """List what the desk wrote to the caller."""
    with wiring().reads() as reads:
        found = reads.desk_messages.to(caller().member_id)
    return OwnDeskMessagesAnswer(messages=[OwnDeskMessageOut.of(each) for each in found])


@desk_messages.put("/desk-message.php")
@endpoint()
def put_desk_message(body: AnswerIn) -> Nothing:
    """Answer a question of the desk, once."""
    answer_question(wiring().unit_of_work(), caller().member_id, body.message_id, body.text)
    return Nothing()


@desk_messages.post("/staff-messages.php")
@endpoint(status=201)
def post_staff_message(body: DeskMessageIn) -> Nothing:
    """Write to the member of an open case, or ask a reporter."""
    write_to_member(
        wiring().unit_of_work(), current_desk(), body.id, body.case_id, body.text.strip(), body.complaint_id
    )
    return Nothing()


@desk_messages.get("/staff-replies.php")
@endpoint()
def get_saved_replies() -> SavedRepliesAnswer:
    """List the saved replies of the desk."""
    with wiring().reads() as reads:
        found = reads.desk_messages.replies(current_desk())
    return SavedRepliesAnswer(replies=[SavedReplyOut(id=one.id, name=one.name, texts=dict(one.texts)) for one in found])


@desk_messages.put("/staff-replies.php")
@endpoint()
def put_saved_reply(body: SavedReplyIn) -> Nothing:
    """Store a saved reply."""
    save_reply(wiring().unit_of_work(), current_desk(), SavedReply(body.reply_id, body.name, body.texts))
    return Nothing()


@desk_messages.delete("/staff-replies.php")
@endpoint()
def delete_saved_reply(body: ReplyId) -> Nothing:
    """Delete a saved reply."""
    delete_reply(wiring().unit_of_work(), current_desk(), body.reply_id)
    return Nothing()
