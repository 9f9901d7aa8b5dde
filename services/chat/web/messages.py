"""Messages: sending one, and the answers that show it."""

import asyncio
from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from flask import Blueprint
from pydantic import Field, model_validator
from shared.contact_details import Hint
from shared.kit.core import ClientId
from shared.kit.http import Input, Output, caller, endpoint
from shared.pictures import SOUND, SOUND_MP3
from shared.sites import GiftName

from chat.domain import message as domain
from chat.domain.call import CallState
from chat.domain.wallet import Wallet
from chat.photo_links import PhotoLinks
from chat.usecases.send_message import Limits, send_in_batch
from chat.usecases.show_message import show_message
from chat.web.context import current_site, wiring

messages = Blueprint("messages", __name__, url_prefix="/api")
Kind = Literal["text", "gift", "photo", "voice", "opener", "call", "staff"]
ReactionName = Literal["heart", "laugh", "wow", "sad", "fire", "thumb"]
IcebreakerName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class SendMessage(Input):
    """Words, or a gift with or without words. The site sets the price."""

    judged_by_domain = frozenset({"text"})

    id: ClientId
    profile_id: UUID
    kind: Literal["text", "gift"] = "text"
    text: str = Field("", description="At most the site's message_length characters")
    gift: GiftName | None = Field(None, description="Which one, when this is a gift")
    icebreaker: IcebreakerName | None = Field(
        None, description="The opening line that a text was made of; only where nobody has written yet"
    )
    reply_to: UUID | None = Field(None, description="The message of this conversation that it answers")

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        if (self.gift is not None) != (self.kind == "gift"):
            raise ValueError("a gift names which one, and nothing else does")
        if self.icebreaker is not None and self.kind != "text":
            raise ValueError("an opening line is a text")
        return self

    def draft(self, sender_id: UUID) -> domain.Draft:
        kind = domain.Kind(self.kind)
        return domain.Draft(
            self.id,
            sender_id,
            self.profile_id,
            self.text,
            kind,
            self.gift,
            self.icebreaker,
            reply_to=self.reply_to,
        )


class Conversation(Output):
    id: UUID


class ChatPhoto(Output):
    """A photo in its three widths, by links made for the viewer; veiled, all three are the same blurred one."""

    veiled: bool
    doubtful: bool = Field(description="The site's image classifier is unsure of it")
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
            doubtful=photo.is_doubtful,
            thumb_src=thumb,
            src=normal,
            large_src=large,
            thumbhash=None if is_veiled else photo.thumbhash,
            width=photo.width,
            height=photo.height,
        )


class ChatVoice(Output):
    """A voice message, by links made for the viewer: Ogg with Opus, and MP3 for browsers that do not play it."""

    src: str
    mp3_src: str
    milliseconds: int
    peaks: list[int] = Field(description="The waveform: numbers from 0 to 100, the loudest 100")

    @staticmethod
    def of(message: domain.Message, viewer_id: UUID, links: PhotoLinks) -> "ChatVoice | None":
        if (voice := message.voice) is None:
            return None
        src = links.fresh(message.id, SOUND, viewer_id)
        mp3_src = links.fresh(message.id, SOUND_MP3, viewer_id)
        return ChatVoice(src=src, mp3_src=mp3_src, milliseconds=voice.milliseconds, peaks=list(voice.peaks))


class ChatCall(Output):
    """A call as its two members see it afterwards: the caller is not told whether it was refused or missed."""

    kind: Literal["voice", "video"]
    state: Literal["answered", "ended", "missed", "refused", "failed"]
    seconds: int | None = Field(description="Its length, once a connected call has ended")

    @staticmethod
    def of(message: domain.Message, viewer_id: UUID) -> "ChatCall | None":
        if (call := message.call) is None:
            return None
        is_hidden = call.state is CallState.REFUSED and message.sender_id == viewer_id
        state = CallState.MISSED if is_hidden else call.state
        return ChatCall(kind=call.kind.value, state=state.value, seconds=call.seconds)  # type: ignore[arg-type]


class QuotedMessage(Output):
    """The beginning of the message that a reply answers."""

    id: UUID
    own: bool
    kind: Kind
    text: str
    gift: GiftName | None

    @staticmethod
    def of(quote: domain.Quote | None, viewer_id: UUID) -> "QuotedMessage | None":
        if quote is None:
            return None
        return QuotedMessage(
            id=quote.id,
            own=quote.sender_id == viewer_id,
            kind=quote.kind.value,
            text=quote.text,
            gift=quote.gift,  # type: ignore[arg-type]  # as in `Message.of`
        )


class Reactions(Output):
    own: ReactionName | None
    partner: ReactionName | None

    @staticmethod
    def of(message: domain.Message, viewer_id: UUID) -> "Reactions":
        own: ReactionName | None = next((kind.value for member, kind in message.reactions if member == viewer_id), None)
        partner: ReactionName | None = next(
            (kind.value for member, kind in message.reactions if member != viewer_id), None
        )
        return Reactions(own=own, partner=partner)


class Message(Output):
    id: UUID
    conversation_id: UUID
    seq: int
    own: bool
    kind: Kind
    text: str
    gift: GiftName | None
    photo: ChatPhoto | None = Field(
        description="Null for a photo of a member who is gone, and for messages without one"
    )
    voice: ChatVoice | None = Field(
        description="Null for a voice message of a member who is gone, and for messages without one"
    )
    call: ChatCall | None = Field(description="Null for all but calls")
    sent_at: datetime
    hints: list[Hint] = Field(description="Warnings for the reader; the writer gets none")
    undelivered: bool = Field(description="The reader was gone before reading it; told to its writer alone")
    refunded: bool = Field(description="Its price was refunded, because it was undelivered; false where it was free")
    is_reply: bool
    quote: QuotedMessage | None = Field(
        description="The message it answers; null where that was taken back or removed, and without `is_reply`"
    )
    reactions: Reactions
    retracted: bool = Field(description="Taken back by its sender: without text, photo and voice")
    retractable_until: datetime | None = Field(
        description="When its sender can take it back no more; null for messages that cannot be, and for their reader"
    )

    @staticmethod
    def of(message: domain.Message, viewer_id: UUID, links: PhotoLinks, *, is_shown: bool = True) -> "Message":
        """The message as the viewer sees it; without `is_shown`, the sender is hidden, and photos and voice messages
        are left out."""
        has_files = is_shown or message.sender_id == viewer_id
        return Message(
            id=message.id,
            conversation_id=message.conversation_id,
            seq=message.seq,
            own=message.sender_id == viewer_id,
            kind=message.kind.value,
            text=message.text,
            gift=message.gift,  # type: ignore[arg-type]  # `SendMessage` accepts only gifts with a drawing
            photo=ChatPhoto.of(message, viewer_id, links) if has_files else None,
            voice=ChatVoice.of(message, viewer_id, links) if has_files else None,
            call=ChatCall.of(message, viewer_id),
            sent_at=message.sent_at,
            hints=[] if message.sender_id == viewer_id else list(message.hints),
            undelivered=message.sender_id == viewer_id and message.undelivered_at is not None,
            refunded=message.sender_id == viewer_id and message.is_refunded,
            is_reply=message.reply_to is not None and message.retracted_at is None,
            quote=None if message.retracted_at else QuotedMessage.of(message.quote, viewer_id),
            reactions=Reactions.of(message, viewer_id),
            retracted=message.retracted_at is not None,
            retractable_until=message.retractable_until if message.sender_id == viewer_id else None,
        )


class Price(Output):
    """The price of the next message; 0 while a free one is left."""

    credits: int
    free_messages_left: int
    balance: int
    wallet_version: int = Field(
        description="Number of the wallet's last change: of two answers the one with the higher number is the newer"
    )

    @staticmethod
    def of(wallet: Wallet) -> "Price":
        return Price(
            credits=wallet.next_message_credits,
            free_messages_left=wallet.free_messages_left,
            balance=wallet.balance,
            wallet_version=wallet.version,
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


@messages.post("/chat.php")
@endpoint(status=201)
async def post_chat(body: SendMessage) -> SentAnswer:
    """Send a message, or a gift; the first one begins the conversation."""
    dependencies, site, sender = wiring(), current_site(), caller()
    limits = Limits(site.message_length, site.free_conversations, sender.is_premium)
    message, wallet = await send_in_batch(
        dependencies.unit_of_work,
        dependencies.billing,
        dependencies.send_batches,
        limits,
        body.draft(sender.member_id),
    )
    if message.reply_to is not None:
        message = await asyncio.to_thread(show_message, dependencies.unit_of_work(), sender.member_id, message)
    return SentAnswer.of(message, wallet, dependencies.links)
