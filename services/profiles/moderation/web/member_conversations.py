"""Conversations of a member at the desk: listed for an opened member, read for a reason of its own."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.http import Input, Output, endpoint, limiter

from profiles.moderation.domain.staff_access import StaffAction
from profiles.moderation.usecases.read_conversation import read_conversation
from profiles.moderation.usecases.staff_access import record_view
from profiles.moderation.web.complaint_models import StatedReason
from profiles.moderation.web.context import current_desk, wiring
from profiles.moderation.web.moderation_models import EvidenceOut, MemberQuery

member_conversations = Blueprint("member_conversations", __name__, url_prefix="/api")


class MemberConversationOut(Output):
    id: UUID
    partner_id: UUID
    partner_name: str | None = Field(description="Null once the partner's profile is erased")
    messages: int
    last_message_at: datetime


class MemberConversationsAnswer(Output):
    conversations: list[MemberConversationOut]


class ReadConversation(Input):
    """Each page is asked for with the reason, and recorded with it."""

    member_id: UUID
    conversation_id: UUID
    reason: StatedReason
    before_seq: Annotated[int, Field(ge=1, le=2**53)] | None = None


class ConversationAnswer(Output):
    partner_id: UUID
    messages: list[EvidenceOut] = Field(description="At most 50, in order. What was taken back has no words")
    before_seq: int | None = Field(description="Asks for the older ones; null when there are none")


@member_conversations.get("/staff-conversations.php")
@endpoint()
def get_conversations(query: MemberQuery) -> MemberConversationsAnswer:
    """List the newest conversations of a member that the caller has opened, without a message of them."""
    dependencies = wiring()
    record_view(dependencies.unit_of_work(), current_desk(), query.id, StaffAction.VIEW_CONVERSATIONS)
    found = dependencies.evidence.conversations(query.id)
    with dependencies.reads() as reads:
        names = reads.member_search.names([each.partner_id for each in found])
    return MemberConversationsAnswer(
        conversations=[
            MemberConversationOut(
                id=each.id,
                partner_id=each.partner_id,
                partner_name=names.get(each.partner_id),
                messages=each.messages,
                last_message_at=each.last_message_at,
            )
            for each in found
        ]
    )


# A POST, because the reason comes with it.
@member_conversations.post("/staff-conversation.php")
@endpoint()
def post_conversation(body: ReadConversation) -> ConversationAnswer:
    """Read a page of a conversation of an opened member, for a stated reason."""
    dependencies, desk = wiring(), current_desk()
    with dependencies.reads() as reads:
        why = reads.staff_actions.why_open(desk.actor_id, body.member_id)
    if why is not None and why.case_id is None:
        limiter().take("uncased_read", {"member": desk.actor_id})
    page = read_conversation(
        dependencies.unit_of_work(),
        dependencies.evidence,
        desk,
        body.member_id,
        body.conversation_id,
        body.reason,
        body.before_seq,
    )
    return ConversationAnswer(
        partner_id=page.partner_id,
        messages=[EvidenceOut.model_validate(each) for each in page.messages],
        before_seq=page.before_seq,
    )
