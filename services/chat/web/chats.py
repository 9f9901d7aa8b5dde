"""Conversations: the list, one of them, reading and removing it."""

from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from flask import Blueprint
from pairwise.profiles.v1 import profiles_pb2
from pydantic import Field, model_validator
from shared.kit.core import Invalid
from shared.kit.http import Input, Nothing, Output, caller, endpoint
from shared.members import MemberSummary, summary_fields
from shared.sites import GiftName

from chat.domain import message as domain
from chat.domain.conversation import ListedConversation, conversation_of
from chat.photo_links import PhotoLinks
from chat.usecases.change_chat import ChatChange, change_chat
from chat.usecases.list_chats import ChatList, list_chats
from chat.usecases.mark_read import mark_read
from chat.usecases.read_chat import Chat, PageRequest, Terms, read_chat
from chat.usecases.remove_chat import remove_chat
from chat.usecases.search_chats import search_chats
from chat.usecases.search_messages import search_messages
from chat.web.calls import offered_mode
from chat.web.context import current_site, wiring
from chat.web.messages import ChatCall, Conversation, Kind, Message, Price
from chat.web.translations import Translator

chats = Blueprint("chats", __name__, url_prefix="/api")
Seq = Annotated[int, Field(ge=0, le=2**53)]
PartnerState = Literal["here", "not_confirmed", "deleted", "disabled", "fraud"]


class ListChats(Input):
    before: UUID | None = Field(None, description="The last conversation of the page before")


class FindChats(Input):
    name: Annotated[str, Field(min_length=1, max_length=40)]


class ReadChat(Input):
    conversation: UUID | None = None
    profile: UUID | None = None
    before: Seq | None = None
    after: Seq | None = None
    since: Seq | None = Field(None, description="With `before`: a longer page, which begins at this message if it can")


class FindMessages(Input):
    conversation: UUID
    words: Annotated[str, Field(min_length=1, max_length=60)]
    before: Seq | None = Field(None, description="The `before` of the page before")


class MarkRead(Input):
    conversation_id: UUID
    read_seq: Seq


class ChangeChat(Input):
    """Absent fields stay as they are."""

    conversation_id: UUID
    muted: bool | None = Field(None, description="No mail or push tells of it")
    archived: bool | None = Field(None, description="Until the next message, unless it is muted, too")
    calls: bool | None = Field(None, description="Whether the partner may call here, and be called")

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if self.muted is None and self.archived is None and self.calls is None:
            raise ValueError("nothing to change")
        return self


class RemoveChat(Input):
    """A conversation, by its own id or its partner's."""

    conversation: UUID | None = None
    conversation_id: UUID | None = Field(None, description="Earlier name of `conversation`")
    profile_id: UUID | None = None

    def of(self, member_id: UUID) -> UUID:
        """Return the id of the one conversation that is named. Raises Invalid for none, and for several."""
        partner = self.profile_id and conversation_of(member_id, self.profile_id)
        named = {each for each in (self.conversation, self.conversation_id) if each}
        if len(named) + (partner is not None) != 1:
            raise Invalid(field="conversation")
        return partner or named.pop()


class LastMessage(Output):
    kind: Kind
    text: str
    gift: GiftName | None
    call: ChatCall | None
    own: bool
    retracted: bool
    sent_at: datetime


class ListedChat(Output):
    conversation: Conversation
    profile: MemberSummary | None = Field(description="Null when the partner is gone")
    partner: PartnerState
    muted: bool
    archived: bool
    num_unread_messages: int
    last_message: LastMessage | None
    updated_at: datetime

    @staticmethod
    def of(item: ListedConversation, card: profiles_pb2.Card | None, viewer_id: UUID) -> "ListedChat":
        return ListedChat(
            conversation=Conversation(id=item.conversation_id),
            profile=_card(card),
            partner=item.partner.value,
            muted=item.is_muted,
            archived=item.is_archived,
            num_unread_messages=item.unread,
            last_message=_last(item.last_message, viewer_id),
            updated_at=item.updated_at,
        )


class FoundChatsAnswer(Output):
    chats: list[ListedChat]


class FoundMessage(Output):
    id: UUID
    seq: int


class FoundMessagesAnswer(Output):
    messages: list[FoundMessage]
    before: int | None = Field(description="Older messages are left to search: ask with `before`; null at the end")


class ChatsAnswer(Output):
    chats: list[ListedChat]
    total_unread_messages: int
    has_older: bool = Field(description="More conversations follow: ask with `before`, some may come twice")
    cursor: int = Field(
        description="The position where a stream continues, so that it brings all changes after this answer"
    )

    @staticmethod
    def of(found: ChatList, viewer_id: UUID) -> "ChatsAnswer":
        return ChatsAnswer(
            chats=[ListedChat.of(item, card, viewer_id) for item, card in found.chats],
            total_unread_messages=found.total_unread,
            has_older=found.has_older,
            cursor=found.cursor,
        )


class ChatCalls(Output):
    """Consent to calls: a call needs both."""

    own: bool
    partner: bool
    credits: int = Field(description="Price of a call, paid by its caller once both are connected")


class ChatAnswer(Output):
    conversation: Conversation | None
    profile: MemberSummary | None = Field(description="Null when the partner is gone")
    partner: PartnerState
    muted: bool
    archived: bool
    calls: ChatCalls | None = Field(description="Null where the site has no calls, or one of the two has not written")
    messages: list[Message]
    partner_read_seq: int
    own_read_seq: int
    last_seq: int
    removed_before_seq: int = Field(description="The member removed the messages up to here: none of them is shown")
    has_older: bool
    price: Price
    translator: Translator | None = Field(description="Null where messages are not translated")

    @staticmethod
    def of(
        chat: Chat, viewer_id: UUID, links: PhotoLinks, translator: Translator | None, call_credits: int | None
    ) -> "ChatAnswer":
        """`call_credits` of None is for a site without calls."""
        participant = chat.participant
        return ChatAnswer(
            conversation=Conversation(id=participant.conversation_id) if participant else None,
            profile=_card(chat.card),
            partner=chat.partner.value,
            muted=bool(participant and participant.is_muted),
            archived=bool(participant and participant.is_archived),
            calls=None
            if call_credits is None or chat.consents is None
            else ChatCalls(own=chat.consents.own, partner=chat.consents.partner, credits=call_credits),
            messages=[
                Message.of(message, viewer_id, links, is_shown=not chat.partner.is_gone) for message in chat.messages
            ],
            partner_read_seq=participant.partner_read_seq if participant else 0,
            own_read_seq=participant.read_seq if participant else 0,
            last_seq=participant.last_seq if participant else 0,
            removed_before_seq=participant.removed_before_seq if participant else 0,
            has_older=chat.has_older,
            price=Price.of(chat.wallet),
            translator=translator,
        )


class UnreadAnswer(Output):
    total_unread_messages: int


@chats.get("/chats.php")
@endpoint()
def get_chats(query: ListChats) -> ChatsAnswer:
    """The member's conversations, the latest first."""
    dependencies, member_id = wiring(), caller().member_id
    found = list_chats(
        dependencies.unit_of_work(), dependencies.cards, current_site().history_months, member_id, query.before
    )
    return ChatsAnswer.of(found, member_id)


@chats.get("/chats-search.php")
@endpoint()
def find_chats(query: FindChats) -> FoundChatsAnswer:
    """The caller's conversations with members of that name, the latest first."""
    dependencies, member_id = wiring(), caller().member_id
    months = current_site().history_months
    found = search_chats(dependencies.unit_of_work(), dependencies.cards, months, member_id, query.name)
    return FoundChatsAnswer(chats=[ListedChat.of(item, card, member_id) for item, card in found])


@chats.get("/chat.php")
@endpoint()
def get_chat(query: ReadChat) -> ChatAnswer:
    """A page of one conversation, by its id or its partner's."""
    if (query.conversation is None) == (query.profile is None):
        raise Invalid(field="conversation")
    dependencies, member_id = wiring(), caller().member_id
    page = PageRequest(query.conversation, query.profile, query.before, query.after, query.since)
    site = current_site()
    terms = Terms(site.message_credits, site.history_months)
    chat = read_chat(dependencies.unit_of_work(), dependencies.cards, dependencies.billing, terms, member_id, page)
    translator = Translator.of(site.translation, dependencies.settings)
    call_credits = site.call_credits if offered_mode() else None
    return ChatAnswer.of(chat, member_id, dependencies.links, translator, call_credits)


@chats.get("/chat-search.php")
@endpoint()
def find_messages(query: FindMessages) -> FoundMessagesAnswer:
    """Messages of one conversation with these words, the newest first; capitals and accents do not matter."""
    dependencies, member_id, months = wiring(), caller().member_id, current_site().history_months
    found, before = search_messages(
        dependencies.unit_of_work(), months, member_id, query.conversation, query.words, query.before
    )
    return FoundMessagesAnswer(messages=[FoundMessage(id=hit.id, seq=hit.seq) for hit in found], before=before)


@chats.put("/chat.php")
@endpoint()
def put_chat(body: MarkRead) -> UnreadAnswer:
    """Read up to here."""
    total = mark_read(wiring().unit_of_work(), caller().member_id, body.conversation_id, body.read_seq)
    return UnreadAnswer(total_unread_messages=total)


@chats.put("/chat-settings.php")
@endpoint()
def put_chat_settings(body: ChangeChat) -> Nothing:
    """Mute or archive a conversation, for the caller alone, or consent to calls in it."""
    change = ChatChange(body.muted, body.archived, body.calls)
    change_chat(wiring().unit_of_work(), caller().member_id, body.conversation_id, change)
    return Nothing()


@chats.delete("/chat.php")
@endpoint()
def delete_chat(body: RemoveChat) -> Nothing:
    """Remove a conversation from the member's own list."""
    member_id = caller().member_id
    remove_chat(wiring().unit_of_work(), member_id, body.of(member_id))
    return Nothing()


def _card(card: profiles_pb2.Card | None) -> MemberSummary | None:
    return MemberSummary.model_validate(summary_fields(card)) if card else None


def _last(message: domain.Message | None, viewer_id: UUID) -> LastMessage | None:
    if message is None:
        return None
    return LastMessage(
        kind=message.kind.value,
        text=message.text,
        gift=message.gift,  # type: ignore[arg-type]  # as above
        call=ChatCall.of(message, viewer_id),
        own=message.sender_id == viewer_id,
        retracted=message.retracted_at is not None,
        sent_at=message.sent_at,
    )
