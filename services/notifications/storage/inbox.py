from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from shared.kit.core import new_id
from shared.kit.db import ErasedRow, wake_job
from sqlalchemy import ColumnElement, Select, and_, delete, func, or_, select, true, tuple_, update
from sqlalchemy.orm import Session, aliased

from notifications.domain.support_inbox import (
    AttachmentFact,
    DueReply,
    InboundMail,
    MailKind,
    Thread,
    ThreadEntry,
    ThreadState,
)
from notifications.storage.inbox_tables import SupportEntryRow, SupportThreadRow

# A reply that is still queued after this is one that cannot leave.
LATE = timedelta(minutes=5)
RECEIVED = [MailKind.MAIL, MailKind.AUTO, MailKind.BOUNCE, MailKind.LOOP, MailKind.MALFORMED]
CITED_MOST = 20


class InboxRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def lock_sender(self, site: str, address: str) -> None:
        """Receive mails of one sender one after the other: a mail delivered twice, and two that cite one another."""
        key = func.hashtextextended(f"support {site} {address}", 0)
        self._session.execute(select(func.pg_advisory_xact_lock(key)))

    def has_received(self, fingerprint: bytes) -> bool:
        known = select(SupportEntryRow.id).where(SupportEntryRow.fingerprint == fingerprint)
        return self._session.scalar(known) is not None

    def received_since(self, site: str, address: str, within: timedelta) -> int:
        """How many mails of this sender came within the time."""
        counted = (
            select(func.count())
            .select_from(SupportEntryRow)
            .join(SupportThreadRow, SupportThreadRow.id == SupportEntryRow.thread_id)
            .where(SupportThreadRow.site == site, SupportThreadRow.address == address)
            .where(SupportEntryRow.created_at > func.now() - within, SupportEntryRow.kind.in_(RECEIVED))
        )
        return self._session.scalar(counted) or 0

    def cited_threads(
        self, site: str, tokens: Collection[str], message_ids: Collection[str], reply_ids: Collection[UUID]
    ) -> list[Thread]:
        """Threads that a mail refers to by a reply token or a Message-ID, the newest first."""
        named = select(SupportEntryRow.thread_id).where(
            or_(
                SupportEntryRow.message_id.in_(message_ids),
                and_(SupportEntryRow.id.in_(reply_ids), SupportEntryRow.kind == MailKind.REPLY),
            )
        )
        found = _threads().where(
            SupportThreadRow.site == site,
            or_(SupportThreadRow.reply_token.in_(tokens), SupportThreadRow.id.in_(named)),
        )
        return self._all(found.order_by(SupportThreadRow.last_mail_at.desc(), SupportThreadRow.id).limit(CITED_MOST))

    def open_thread(
        self, site: str, mail: InboundMail, token: str, state: ThreadState, related_id: UUID | None, *, is_spam: bool
    ) -> UUID:
        thread = SupportThreadRow(
            id=new_id(),
            site=site,
            address=mail.sender,
            name=mail.sender_name,
            subject=mail.subject,
            state=state,
            is_spam=is_spam,
            reply_token=token,
            related_id=related_id,
            is_looked_up=not mail.sender,
        )
        self._session.add(thread)
        self._session.flush()
        wake_job(self._session, "recognise_senders")
        return thread.id

    def add_received(self, thread_id: UUID, mail: InboundMail) -> None:
        self._add(
            thread_id,
            id=new_id(),
            kind=mail.kind,
            text=mail.text,
            is_cut=mail.is_cut,
            attachments=[asdict(each) for each in mail.attachments],
            message_id=mail.message_id or None,
            fingerprint=mail.fingerprint,
        )
        self._change(thread_id, mails=SupportThreadRow.mails + 1, last_mail_at=func.now())

    def add_reply(self, thread_id: UUID, reply_id: UUID, author_id: UUID, text: str, locale: str) -> None:
        self._add(
            thread_id,
            id=reply_id,
            kind=MailKind.REPLY,
            author_id=author_id,
            text=text,
            locale=locale,
            state="queued",
            next_try_at=func.now(),
        )
        self._change(thread_id, mails=SupportThreadRow.mails + 1, last_mail_at=func.now())
        wake_job(self._session, "send_support_replies")

    def add_note(self, thread_id: UUID, note_id: UUID, author_id: UUID, text: str) -> None:
        self._add(thread_id, id=note_id, kind=MailKind.NOTE, author_id=author_id, text=text)

    def set_state(self, thread_id: UUID, state: ThreadState) -> None:
        self._change(thread_id, state=state)

    def assign(self, thread_id: UUID, actor_id: UUID | None) -> None:
        self._change(thread_id, assigned_to=actor_id)

    def mark_spam(self, thread_id: UUID, is_spam: bool) -> None:
        self._change(thread_id, is_spam=is_spam)

    def find(self, sites: Collection[str], thread_id: UUID) -> Thread | None:
        found = self._all(_threads().where(SupportThreadRow.id == thread_id, SupportThreadRow.site.in_(sites)))
        return found[0] if found else None

    def lock(self, sites: Collection[str], thread_id: UUID) -> Thread | None:
        """The thread, locked until the end of the transaction."""
        rows = select(SupportThreadRow.id).where(SupportThreadRow.id == thread_id, SupportThreadRow.site.in_(sites))
        if self._session.scalar(rows.with_for_update()) is None:
            return None
        return self.find(sites, thread_id)

    def entries(self, thread_id: UUID, most: int) -> list[ThreadEntry]:
        """The newest entries, the oldest of them first."""
        rows = (
            select(SupportEntryRow)
            .where(SupportEntryRow.thread_id == thread_id)
            .order_by(SupportEntryRow.created_at.desc(), SupportEntryRow.id.desc())
            .limit(most)
        )
        return [_entry(row) for row in reversed(list(self._session.scalars(rows)))]

    def page(
        self,
        sites: Collection[str],
        view: str,
        actor_id: UUID,
        text: str | None,
        before: tuple[datetime, UUID] | None,
        most: int,
    ) -> list[Thread]:
        """Threads of these sites, those with the newest mail first. A text is looked for in address, name and subject;
        what mails say is read thread by thread, because each look is recorded."""
        found = _threads().where(SupportThreadRow.site.in_(sites), _of_view(view, actor_id))
        if text:
            pattern = f"%{_escaped(text)}%"
            columns = (SupportThreadRow.address, SupportThreadRow.name, SupportThreadRow.subject)
            found = found.where(or_(*(column.ilike(pattern, escape="\\") for column in columns)))
        if before:
            found = found.where(tuple_(SupportThreadRow.last_mail_at, SupportThreadRow.id) < before)
        return self._all(found.order_by(SupportThreadRow.last_mail_at.desc(), SupportThreadRow.id.desc()).limit(most))

    def counts(self, sites: Collection[str], actor_id: UUID) -> dict[str, int]:
        """How many threads are open, this person's, and with a reply that has not left."""
        views = ("open", "mine", "unsent")
        counted = [func.count().filter(_of_view(view, actor_id)).label(view) for view in views]
        row = self._session.execute(select(*counted).where(SupportThreadRow.site.in_(sites))).one()
        return {view: row._mapping[view] for view in views}

    def unknown_senders(self, most: int) -> list[tuple[UUID, str, str]]:
        """Threads, sites and addresses whose member has not been looked for."""
        rows = (
            select(SupportThreadRow.id, SupportThreadRow.site, SupportThreadRow.address)
            .where(~SupportThreadRow.is_looked_up)
            .order_by(SupportThreadRow.created_at)
            .limit(most)
        )
        return [(row.id, row.site, row.address) for row in self._session.execute(rows)]

    def recognise(self, thread_id: UUID, member_id: UUID | None) -> None:
        """Note the member, unless erased since identity was asked: then the thread goes with them."""
        if member_id is not None and self._session.get(ErasedRow, member_id) is not None:
            self._session.execute(delete(SupportThreadRow).where(SupportThreadRow.id == thread_id))
        self._change(thread_id, member_id=member_id, is_looked_up=True)

    def claim_replies(self, lease: timedelta, most: int) -> list[DueReply]:
        """Replies due, for this worker alone until the lease ends. Counts as a try."""
        due = (
            select(SupportEntryRow.id)
            .where(SupportEntryRow.state == "queued", SupportEntryRow.next_try_at <= func.now())
            .order_by(SupportEntryRow.next_try_at)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        claimed = (
            update(SupportEntryRow)
            .where(SupportEntryRow.id.in_(due.scalar_subquery()))
            .values(next_try_at=func.now() + lease, tries=SupportEntryRow.tries + 1)
            .returning(SupportEntryRow)
            .execution_options(populate_existing=True)
        )
        return [self._due(row) for row in list(self._session.scalars(claimed))]

    def finish_reply(
        self, reply_id: UUID, state: str, reason: str | None, *, sent_in: UUID | None = None
    ) -> UUID | None:
        """End a reply; with `sent_in` only one that left from that thread. Returns its thread, or None."""
        ended = (
            update(SupportEntryRow)
            .where(SupportEntryRow.id == reply_id, SupportEntryRow.kind == MailKind.REPLY)
            .values(state=state, reason=reason, next_try_at=None)
        )
        if sent_in is not None:
            ended = ended.where(SupportEntryRow.thread_id == sent_in, SupportEntryRow.state == "sent")
        return self._session.scalar(ended.returning(SupportEntryRow.thread_id))

    def put_back_reply(self, reply_id: UUID, delay: timedelta, *, counts: bool) -> None:
        self._session.execute(
            update(SupportEntryRow)
            .where(SupportEntryRow.id == reply_id, SupportEntryRow.state == "queued")
            .values(next_try_at=func.now() + delay, tries=SupportEntryRow.tries - (0 if counts else 1))
        )

    def _due(self, reply: SupportEntryRow) -> DueReply:
        thread = self._session.get_one(SupportThreadRow, reply.thread_id)
        received = list(
            self._session.scalars(
                select(SupportEntryRow)
                .where(SupportEntryRow.thread_id == thread.id, SupportEntryRow.created_at < reply.created_at)
                .where(SupportEntryRow.kind.in_((MailKind.MAIL, MailKind.REPLY)))
                .order_by(SupportEntryRow.created_at.desc())
                .limit(CITED_MOST)
            )
        )
        newest = next((each for each in received if each.kind == MailKind.MAIL), None)
        return DueReply(
            id=reply.id,
            thread_id=thread.id,
            site=thread.site,
            address=thread.address,
            subject=thread.subject,
            reply_token=thread.reply_token,
            text=reply.text,
            locale=reply.locale or "en",
            created_at=reply.created_at,
            tries=reply.tries,
            cited=tuple(each.message_id for each in reversed(received) if each.message_id),
            quoted=newest.text if newest else "",
            quoted_at=newest.created_at if newest else None,
        )

    def _add(self, thread_id: UUID, **values: Any) -> None:
        self._session.add(SupportEntryRow(thread_id=thread_id, **values))
        self._session.flush()

    def _change(self, thread_id: UUID, **values: Any) -> None:
        self._session.execute(update(SupportThreadRow).where(SupportThreadRow.id == thread_id).values(**values))

    def _all(self, query: Select[SupportThreadRow, bool]) -> list[Thread]:
        rows = self._session.execute(query.execution_options(populate_existing=True))
        return [_thread(row, is_unsent) for row, is_unsent in rows]


def _threads() -> Select[SupportThreadRow, bool]:
    return select(SupportThreadRow, _is_unsent().label("is_unsent"))


def _is_unsent() -> ColumnElement[bool]:
    """Whether the newest reply of the thread has failed, or waits for longer than it should."""
    reply = aliased(SupportEntryRow)
    newest = (
        select(or_(reply.state == "failed", and_(reply.state == "queued", reply.created_at < func.now() - LATE)))
        .where(reply.thread_id == SupportThreadRow.id, reply.kind == MailKind.REPLY)
        .order_by(reply.created_at.desc())
        .limit(1)
        .scalar_subquery()
    )
    return func.coalesce(newest, False)


def _of_view(view: str, actor_id: UUID) -> ColumnElement[bool]:
    match view:
        case "open" | "waiting" | "closed":
            return and_(SupportThreadRow.state == view, ~SupportThreadRow.is_spam)
        case "mine":
            is_mine = SupportThreadRow.assigned_to == actor_id
            return and_(is_mine, SupportThreadRow.state != ThreadState.CLOSED, ~SupportThreadRow.is_spam)
        case "unsent":
            return _is_unsent()
        case "spam":
            return SupportThreadRow.is_spam.is_(True)
    return true()


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")


def _thread(row: SupportThreadRow, is_unsent: bool) -> Thread:
    return Thread(
        row.id,
        row.site,
        row.address,
        row.name,
        row.subject,
        ThreadState(row.state),
        row.is_spam,
        row.assigned_to,
        row.member_id,
        row.reply_token,
        row.related_id,
        row.mails,
        row.created_at,
        row.last_mail_at,
        is_unsent,
    )


def _entry(row: SupportEntryRow) -> ThreadEntry:
    attachments: Sequence[AttachmentFact] = [AttachmentFact(**each) for each in row.attachments]
    return ThreadEntry(
        row.id,
        MailKind(row.kind),
        row.author_id,
        row.text,
        row.is_cut,
        attachments,
        row.created_at,
        row.state,
        row.reason,
    )
