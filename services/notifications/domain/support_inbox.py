"""Mails to the address of support, and the threads that they form."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

# Characters of one mail that are kept and shown; people write less, and mails with more carry machine output.
LONGEST_TEXT = 20_000
LONGEST_REPLY = 10_000
LONGEST_QUOTE = 5_000
# Mails of one sender within an hour before the next ones are flagged as spam: two programs that answer each other.
MOST_AN_HOUR = 30
# Visible characters of ASCII alone: PostgreSQL keeps no NUL, and other letters become halves of pairs.
MESSAGE_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>")
TOKEN = re.compile(r"[0-9a-f]{20}")
REPLY_PREFIX = re.compile(r"^\s*(re|aw|sv|vs|antw|odp|r)\s*(\[\d+\])?\s*:\s*", re.IGNORECASE)


class ThreadState(StrEnum):
    OPEN = "open"  # somebody of support is to look
    WAITING = "waiting"  # for an answer to what support wrote
    CLOSED = "closed"


class MailKind(StrEnum):
    """What an entry of a thread is. Only `mail` opens a thread for support."""

    MAIL = "mail"
    AUTO = "auto"  # sent by a program: an absence notice, a list (RFC 3834)
    BOUNCE = "bounce"
    LOOP = "loop"  # from an address of support itself
    MALFORMED = "malformed"  # no sender, or no structure, could be read
    REPLY = "reply"
    NOTE = "note"


@dataclass(frozen=True)
class AttachmentFact:
    """An attachment that came with a mail. Its content is not kept."""

    name: str
    media_type: str
    size: int


@dataclass(frozen=True)
class InboundMail:
    """A mail as it came. `sender` is empty if none could be read; `cited` are the Message-IDs that it refers to, the
    nearest last; `fingerprint` is the same for each delivery of one mail."""

    recipients: tuple[str, ...]
    sender: str
    sender_name: str
    subject: str
    message_id: str
    cited: tuple[str, ...]
    text: str
    is_cut: bool
    attachments: tuple[AttachmentFact, ...]
    kind: MailKind
    is_spam: bool
    fingerprint: bytes


@dataclass(frozen=True)
class Thread:
    """`member_id` is a member whose account has the sender's address: a hint, because anybody can write a From line.

    `mails` counts received mails and replies: a reply is made from the state after a certain one.
    """

    id: UUID
    site: str
    address: str
    name: str
    subject: str
    state: ThreadState
    is_spam: bool
    assigned_to: UUID | None
    member_id: UUID | None
    reply_token: str
    related_id: UUID | None
    mails: int
    created_at: datetime
    last_mail_at: datetime
    is_unsent: bool


@dataclass(frozen=True)
class ThreadEntry:
    """A received mail, a reply or a note. Of a reply, `state` is queued, sent or failed, and `reason` says why."""

    id: UUID
    kind: MailKind
    author_id: UUID | None
    text: str
    is_cut: bool
    attachments: Sequence[AttachmentFact]
    created_at: datetime
    state: str | None
    reason: str | None


@dataclass(frozen=True)
class DueReply:
    """A reply to send, with the newest received mail, which it quotes."""

    id: UUID
    thread_id: UUID
    site: str
    address: str
    subject: str
    reply_token: str
    text: str
    locale: str
    created_at: datetime
    tries: int
    cited: tuple[str, ...]
    quoted: str
    quoted_at: datetime | None


@dataclass(frozen=True)
class Agent:
    """A person at the support desk, with the sites whose threads they see."""

    actor_id: UUID
    pool: int
    sites: tuple[str, ...]


def split_token(recipient: str) -> tuple[str, str | None]:
    """A recipient without its +tag, and the tag if it can be a reply token."""
    local, _, domain = recipient.lower().rpartition("@")
    name, _, tag = local.partition("+")
    return f"{name}@{domain}", tag if TOKEN.fullmatch(tag) else None


def reply_address(support_email: str, token: str) -> str:
    local, _, domain = support_email.rpartition("@")
    return f"{local}+{token}@{domain}"


def reply_subject(subject: str) -> str:
    """One `Re:` before the subject, however many there were and in whichever language, without breaks of lines."""
    while found := REPLY_PREFIX.match(subject):
        subject = subject[found.end() :]
    return f"Re: {' '.join(subject.split())}"


def quote(text: str) -> str:
    """The text as a quotation; of a long one only the beginning."""
    shown = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE].rstrip() + " ..."
    return "\n".join(f"> {line}".rstrip() for line in shown.strip().split("\n"))
