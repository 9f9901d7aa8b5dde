"""What chat reads and answers over HTTP."""

from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from cards import Card, card_fields
from pairwise.profiles.v1 import profiles_pb2
from pydantic import Field, model_validator
from servicekit.web.endpoint import Input, Output
from sites import GiftName

from chat.domain import message as domain
from chat.domain.hints import Hint
from chat.domain.wallet import Wallet
from chat.photo_links import PhotoLinks
from chat.usecases.list_chats import ChatList
from chat.usecases.read_chat import Chat

Seq = Annotated[int, Field(ge=0, le=2**53)]
Kind = Literal["text", "gift", "photo"]
IcebreakerName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
PartnerState = Literal["here", "not_confirmed", "deleted", "disabled"]


class SendMessage(Input):
    """Words, or a gift with or without words. What it costs is the site's to say."""

    id: UUID
    profile_id: UUID
    kind: Literal["text", "gift"] = "text"
    text: str = Field("", description="At most the site's message_length characters")
    gift: GiftName | None = Field(None, description="Which one, when this is a gift")
    icebreaker: IcebreakerName | None = Field(
        None, description="The opening line that a text was made of; only where nobody has written yet"
    )

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        if (self.gift is not None) != (self.kind == "gift"):
            raise ValueError("a gift names which one, and nothing else does")
        if self.icebreaker is not None and self.kind != "text":
            raise ValueError("an opening line is a text")
        return self

    def draft(self, sender_id: UUID) -> domain.Draft:
        kind = domain.Kind(self.kind)
        return domain.Draft(self.id, sender_id, self.profile_id, self.text, kind, self.gift, self.icebreaker)


class PhotoForm(Input):
    id: UUID
    profile_id: UUID
    text: str = ""
    photo: bytes


class FindPhoto(Input):
    message_id: UUID


class OpenPhoto(Input):
    message_id: UUID


class ListChats(Input):
    before: UUID | None = Field(None, description="The last conversation of the page before")


class ReadChat(Input):
    conversation: UUID | None = None
    profile: UUID | None = None
    before: Seq | None = None
    after: Seq | None = None


class MarkRead(Input):
    conversation_id: UUID
    read_seq: Seq


class RemoveChat(Input):
    """By its own id or by whom it is with."""

    conversation_id: UUID | None = None
    profile_id: UUID | None = None


class Typing(Input):
    profile_id: UUID


class Conversation(Output):
    id: UUID


class ChatPhoto(Output):
    """A photo in its three widths, by links made for the viewer; veiled, all three are the same blurred one."""

    veiled: bool
    thumb_src: str
    src: str
    large_src: str
    thumbhash: str | None
    width: int
    height: int

    @staticmethod
    def of(message: domain.Message, viewer_id: UUID, links: PhotoLinks) -> "ChatPhoto | None":
        if (photo := message.photo) is None:
            return None
        is_veiled = photo.is_veiled and message.sender_id != viewer_id
        variants = ("locked",) * 3 if is_veiled else ("160", "400", "800")
        thumb, normal, large = (links.fresh(message.id, variant, viewer_id) for variant in variants)
        return ChatPhoto(
            veiled=is_veiled,
            thumb_src=thumb,
            src=normal,
            large_src=large,
            thumbhash=None if is_veiled else photo.thumbhash,
            width=photo.width,
            height=photo.height,
        )


class Message(Output):
    id: UUID
    conversation_id: UUID
    seq: int
    own: bool
    kind: Kind
    text: str
    gift: GiftName | None
    photo: ChatPhoto | None = Field(description="Null for a photo of someone who is gone, and for what is none")
    sent_at: datetime
    hints: list[Hint] = Field(description="What the reader should be warned of; never told to the writer")
    undelivered: bool = Field(description="The reader was gone before reading it; told to its writer alone")
    refunded: bool = Field(description="What it cost went back, because it was undelivered; false where it was free")

    @staticmethod
    def of(message: domain.Message, viewer_id: UUID, links: PhotoLinks, *, is_shown: bool = True) -> "Message":
        """Of whom one does not see any more, the words stay and the photos do not."""
        return Message(
            id=message.id,
            conversation_id=message.conversation_id,
            seq=message.seq,
            own=message.sender_id == viewer_id,
            kind=message.kind.value,
            text=message.text,
            gift=message.gift,  # type: ignore[arg-type]  # only those we have a drawing of are taken
            photo=ChatPhoto.of(message, viewer_id, links) if is_shown or message.sender_id == viewer_id else None,
            sent_at=message.sent_at,
            hints=[] if message.sender_id == viewer_id else list(message.hints),
            undelivered=message.sender_id == viewer_id and message.undelivered_at is not None,
            refunded=message.sender_id == viewer_id and message.is_refunded,
        )


class LastMessage(Output):
    kind: Kind
    text: str
    gift: GiftName | None
    own: bool
    sent_at: datetime


class Price(Output):
    """What the next message costs; nothing while a free one is left."""

    credits: int
    free_messages_left: int
    balance: int

    @staticmethod
    def of(wallet: Wallet) -> "Price":
        return Price(
            credits=wallet.next_message_credits,
            free_messages_left=wallet.free_messages_left,
            balance=wallet.balance,
        )


class ListedChat(Output):
    conversation: Conversation
    profile: Card | None = Field(description="Null when the partner is gone")
    partner: PartnerState
    num_unread_messages: int
    last_message: LastMessage | None
    updated_at: datetime


class ChatsAnswer(Output):
    chats: list[ListedChat]
    total_unread_messages: int
    has_older: bool = Field(description="More of them follow: ask with `before`, some may come twice")
    cursor: int = Field(description="Where a stream goes on, so that it tells all that is not in this answer")

    @staticmethod
    def of(found: ChatList, viewer_id: UUID) -> "ChatsAnswer":
        return ChatsAnswer(
            chats=[
                ListedChat(
                    conversation=Conversation(id=item.conversation_id),
                    profile=_card(card),
                    partner=item.partner.value,
                    num_unread_messages=item.unread,
                    last_message=_last(item.last_message, viewer_id),
                    updated_at=item.updated_at,
                )
                for item, card in found.chats
            ],
            total_unread_messages=found.total_unread,
            has_older=found.has_older,
            cursor=found.cursor,
        )


class ChatAnswer(Output):
    conversation: Conversation | None
    profile: Card | None = Field(description="Null when the partner is gone")
    partner: PartnerState
    messages: list[Message]
    partner_read_seq: int
    own_read_seq: int
    last_seq: int
    removed_before_seq: int = Field(description="What the member removed: nothing up to here is shown")
    has_older: bool
    price: Price

    @staticmethod
    def of(chat: Chat, viewer_id: UUID, links: PhotoLinks) -> "ChatAnswer":
        side = chat.side
        return ChatAnswer(
            conversation=Conversation(id=side.conversation_id) if side else None,
            profile=_card(chat.card),
            partner=chat.partner.value,
            messages=[
                Message.of(message, viewer_id, links, is_shown=not chat.partner.is_gone) for message in chat.messages
            ],
            partner_read_seq=side.partner_read_seq if side else 0,
            own_read_seq=side.read_seq if side else 0,
            last_seq=side.last_seq if side else 0,
            removed_before_seq=side.removed_before_seq if side else 0,
            has_older=chat.has_older,
            price=Price.of(chat.wallet),
        )


class SentAnswer(Output):
    message: Message
    conversation: Conversation
    price: Price

    @staticmethod
    def of(message: domain.Message, wallet: Wallet, links: PhotoLinks) -> "SentAnswer":
        return SentAnswer(
            message=Message.of(message, message.sender_id, links),
            conversation=Conversation(id=message.conversation_id),
            price=Price.of(wallet),
        )


class PhotoMessageAnswer(Output):
    message: Message


class UnreadAnswer(Output):
    total_unread_messages: int


def _card(card: profiles_pb2.Card | None) -> Card | None:
    return Card.model_validate(card_fields(card)) if card else None


def _last(message: domain.Message | None, viewer_id: UUID) -> LastMessage | None:
    if message is None:
        return None
    return LastMessage(
        kind=message.kind.value,
        text=message.text,
        gift=message.gift,  # type: ignore[arg-type]  # as above
        own=message.sender_id == viewer_id,
        sent_at=message.sent_at,
    )
