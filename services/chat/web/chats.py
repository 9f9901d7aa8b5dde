from flask import Blueprint
from servicekit.errors import Invalid
from servicekit.web import caller, endpoint
from servicekit.web.endpoint import Nothing

from chat.domain.conversation import conversation_of
from chat.usecases.list_chats import list_chats
from chat.usecases.mark_read import mark_read
from chat.usecases.read_chat import Terms, Where, read_chat
from chat.usecases.remove_chat import remove_chat
from chat.web.context import current_site, wiring
from chat.web.models import ChatAnswer, ChatsAnswer, ListChats, MarkRead, ReadChat, RemoveChat, UnreadAnswer

chats = Blueprint("chats", __name__, url_prefix="/api")


@chats.get("/chats.php")
@endpoint()
def get_chats(query: ListChats) -> ChatsAnswer:
    """The member's conversations, the latest first."""
    held, member_id = wiring(), caller().member_id
    found = list_chats(held.unit_of_work(), held.cards, current_site().history_months, member_id, query.before)
    return ChatsAnswer.of(found, member_id)


@chats.get("/chat.php")
@endpoint()
def get_chat(query: ReadChat) -> ChatAnswer:
    """A page of one conversation, by its id or by whom it is with."""
    if (query.conversation is None) == (query.profile is None):
        raise Invalid(field="conversation")
    held, member_id = wiring(), caller().member_id
    where = Where(query.conversation, query.profile, query.before, query.after)
    terms = Terms(current_site().message_credits, current_site().history_months)
    chat = read_chat(held.unit_of_work(), held.cards, held.billing, terms, member_id, where)
    return ChatAnswer.of(chat, member_id, held.links)


@chats.put("/chat.php")
@endpoint()
def put_chat(body: MarkRead) -> UnreadAnswer:
    """Read up to here."""
    total = mark_read(wiring().unit_of_work(), caller().member_id, body.conversation_id, body.read_seq)
    return UnreadAnswer(total_unread_messages=total)


@chats.delete("/chat.php")
@endpoint()
def delete_chat(body: RemoveChat) -> Nothing:
    """Remove a conversation from the member's own list."""
    if (body.conversation_id is None) == (body.profile_id is None):
        raise Invalid(field="conversation_id")
    member_id = caller().member_id
    conversation_id = body.conversation_id or conversation_of(member_id, body.profile_id or member_id)
    remove_chat(wiring().unit_of_work(), member_id, conversation_id)
    return Nothing()
