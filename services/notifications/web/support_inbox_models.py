"""Requests and answers of the support inbox."""

from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field, StringConstraints, model_validator
from shared.kit.core import CalendarTime, ClientId
from shared.kit.http import Input, Output
from shared.languages import Locale

from notifications.domain.mail_parsing import clean
from notifications.domain.support_inbox import (
    LONGEST_REPLY,
    AttachmentFact,
    MailKind,
    Thread,
    ThreadEntry,
    ThreadState,
)

View = Literal["open", "mine", "waiting", "closed", "unsent", "spam", "all"]
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_REPLY)]


class InboxQuery(Input):
    """`text` is searched for in address, name and subject. The next page goes on `before` the last thread."""

    view: View
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=100)] | None = None
    before_at: CalendarTime | None = None
    before_id: UUID | None = None

    @model_validator(mode="after")
    def _has_both(self) -> Self:
        if (self.before_at is None) != (self.before_id is None):
            raise ValueError("before_at and before_id go together")
        return self


class ThreadQuery(Input):
    id: UUID


class TemplatesQuery(Input):
    """`site` is that of the thread to answer."""

    locale: Locale
    site: Annotated[str, StringConstraints(min_length=1, max_length=60)]


class SupportReply(Input):
    """`seen` is the number of mails of the thread that was answered. `locale` is the language of the reply."""

    id: ClientId
    thread_id: UUID
    seen: int = Field(ge=0, le=1_000_000, strict=True)
    text: Words
    locale: Locale
    close: bool = Field(False, strict=True)

    @model_validator(mode="after")
    def _has_words(self) -> Self:
        if not clean(self.text):
            raise ValueError("no words")
        return self


class SupportNote(Input):
    id: ClientId
    thread_id: UUID
    text: Words


class ChangeThread(Input):
    """What is to change; the rest stays. `mine` takes a thread, or gives it back. A state goes with `seen`, the number
    of mails of the thread that was looked at."""

    id: UUID
    state: ThreadState | None = None
    seen: int | None = Field(None, ge=0, le=1_000_000, strict=True)
    mine: bool | None = Field(None, strict=True)
    spam: bool | None = Field(None, strict=True)

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if self.state is None and self.mine is None and self.spam is None:
            raise ValueError("nothing to change")
        if self.state is not None and self.seen is None:
            raise ValueError("a state goes with the mails seen")
        return self


class ThreadOut(Output):
    id: UUID
    site: str
    address: str = Field(description="Empty if none could be read; anybody can write any address")
    name: str
    subject: str
    state: Literal["open", "waiting", "closed"]
    spam: bool
    assigned: Literal["you", "colleague"] | None
    unsent: bool = Field(description="The newest reply has failed, or waits for longer than it should")
    mails: int
    created_at: datetime
    last_mail_at: datetime

    @classmethod
    def of(cls, thread: Thread, viewer: UUID) -> Self:
        return cls(
            id=thread.id,
            site=thread.site,
            address=thread.address,
            name=thread.name,
            subject=thread.subject,
            state=thread.state.value,
            spam=thread.is_spam,
            assigned=_who(thread.assigned_to, viewer),
            unsent=thread.is_unsent,
            mails=thread.mails,
            created_at=thread.created_at,
            last_mail_at=thread.last_mail_at,
        )


class AttachmentOut(Output):
    """An attachment that came with a mail; its content was not kept."""

    name: str
    media_type: str
    size: int

    @classmethod
    def of(cls, found: AttachmentFact) -> Self:
        return cls(name=found.name, media_type=found.media_type, size=found.size)


class EntryOut(Output):
    id: UUID
    kind: Literal["mail", "auto", "bounce", "loop", "malformed", "reply", "note"]
    author: Literal["you", "colleague"] | None = Field(description="Of a reply or a note")
    text: str
    cut: bool = Field(description="The mail was longer")
    attachments: list[AttachmentOut]
    at: datetime
    state: Literal["queued", "sent", "failed"] | None = Field(description="Of a reply")
    reason: Literal["address_unknown", "bounced", "not_accepted", "refused"] | None = Field(
        description="Why a reply failed"
    )

    @classmethod
    def of(cls, entry: ThreadEntry, viewer: UUID) -> Self:
        return cls.model_validate(
            {
                "id": entry.id,
                "kind": entry.kind.value,
                "author": None if entry.kind not in (MailKind.REPLY, MailKind.NOTE) else _who(entry.author_id, viewer),
                "text": entry.text,
                "cut": entry.is_cut,
                "attachments": [AttachmentOut.of(each) for each in entry.attachments],
                "at": entry.created_at,
                "state": entry.state,
                "reason": entry.reason,
            }
        )


class InboxCounts(Output):
    open: int
    mine: int
    unsent: int


class InboxAnswer(Output):
    threads: list[ThreadOut]
    counts: InboxCounts
    has_more: bool


class ThreadAnswer(Output):
    """`member` is the id of a member whose account has this address: a hint, and no proof of who wrote. `related` is a
    thread that the first mail refers to, written from another address."""

    thread: ThreadOut
    entries: list[EntryOut]
    member: UUID | None
    related: UUID | None
    locales: list[str]


class TemplateOut(Output):
    name: str
    text: str


class TemplatesAnswer(Output):
    templates: list[TemplateOut]


def _who(person: UUID | None, viewer: UUID) -> Literal["you", "colleague"] | None:
    if person is None:
        return None
    return "you" if person == viewer else "colleague"
