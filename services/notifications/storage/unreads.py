from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import and_, delete, exists, func, or_, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from notifications.storage.statements import RECORD_UNREAD
from notifications.storage.tables import MutedConversationRow, UnreadRow


@dataclass(frozen=True)
class UnreadConversation:
    """Unread messages that `member_id` has received from `about_id` in one conversation, the first one at `since`."""

    member_id: UUID
    conversation_id: UUID
    about_id: UUID
    count: int
    since: datetime


@dataclass(frozen=True)
class ReceivedMessage:
    """A message that `member_id` has received from `about_id`."""

    member_id: UUID
    conversation_id: UUID
    about_id: UUID
    seq: int


COLUMNS = (
    UnreadRow.member_id,
    UnreadRow.conversation_id,
    UnreadRow.about_id,
    UnreadRow.count,
    UnreadRow.since,
)


class UnreadRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def record(self, messages: Sequence[ReceivedMessage]) -> None:
        RECORD_UNREAD.with_commit(
            self._session,
            members=[message.member_id for message in messages],
            conversations=[message.conversation_id for message in messages],
            abouts=[message.about_id for message in messages],
            seqs=[message.seq for message in messages],
        )

    def mark_read(self, member_id: UUID, conversation_id: UUID, read_seq: int) -> None:
        """Delete the row, unless a message after `read_seq` has arrived."""
        which = and_(UnreadRow.member_id == member_id, UnreadRow.conversation_id == conversation_id)
        self._session.execute(delete(UnreadRow).where(which, UnreadRow.last_seq <= read_seq))

    def mute(self, member_id: UUID, conversation_id: UUID) -> None:
        """Notify of nothing in the conversation from now on, neither of what is unread already."""
        row = insert(MutedConversationRow).values(member_id=member_id, conversation_id=conversation_id)
        self._session.execute(row.on_conflict_do_nothing())
        which = and_(UnreadRow.member_id == member_id, UnreadRow.conversation_id == conversation_id)
        self._session.execute(delete(UnreadRow).where(which))

    def unmute(self, member_id: UUID, conversation_id: UUID) -> None:
        """Notify of the messages after this again."""
        self._session.execute(
            delete(MutedConversationRow).where(
                MutedConversationRow.member_id == member_id, MutedConversationRow.conversation_id == conversation_id
            )
        )

    def of(self, member_id: UUID) -> Sequence[UnreadConversation]:
        return self._unreads(UnreadRow.member_id == member_id)

    def in_conversation(self, member_id: UUID, conversation_id: UUID) -> UnreadConversation | None:
        found = self._unreads(UnreadRow.member_id == member_id, UnreadRow.conversation_id == conversation_id)
        return found[0] if found else None

    def take_unmailed(self, after: timedelta, most: int) -> list[UnreadConversation]:
        """Mark conversations unread for `after`, and not mailed yet, as mailed, and return them."""
        late = select(UnreadRow.member_id, UnreadRow.conversation_id).where(
            UnreadRow.mailed_at.is_(None), UnreadRow.since <= func.now() - after
        )
        chosen = late.order_by(UnreadRow.since).limit(most).with_for_update(skip_locked=True).cte()
        rows = self._session.execute(
            update(UnreadRow)
            .where(
                UnreadRow.member_id == chosen.c.member_id,
                UnreadRow.conversation_id == chosen.c.conversation_id,
            )
            .values(mailed_at=func.now())
            .returning(*COLUMNS)
        )
        return [_unread(row) for row in rows]

    def take_unreminded(self, after: timedelta, rest: timedelta, most: int) -> list[UUID]:
        """Mark unread conversations as reminded of, and return their members.

        Members with messages unread for `after`, and no reminder within `rest`.
        """
        other = aliased(UnreadRow)
        rested = ~exists().where(other.member_id == UnreadRow.member_id, other.reminded_at > func.now() - rest)
        due = (
            select(UnreadRow.member_id)
            .where(UnreadRow.reminded_at.is_(None), UnreadRow.since <= func.now() - after, rested)
            .order_by(UnreadRow.since)
            .limit(most)
            .with_for_update(skip_locked=True)
            .cte()
        )
        rows = self._session.scalars(
            update(UnreadRow)
            .where(UnreadRow.member_id.in_(select(due.c.member_id)), UnreadRow.reminded_at.is_(None))
            .values(reminded_at=func.now())
            .returning(UnreadRow.member_id)
        )
        return list(dict.fromkeys(rows))

    def in_conversations(self, keys: Collection[tuple[UUID, UUID]]) -> dict[tuple[UUID, UUID], int]:
        """The number of unread messages, by member and conversation."""
        if not keys:
            return {}
        key = tuple_(UnreadRow.member_id, UnreadRow.conversation_id)
        found = map(_unread, self._session.execute(select(*COLUMNS).where(key.in_(keys))))
        return {(unread.member_id, unread.conversation_id): unread.count for unread in found}

    def muted(self, keys: Collection[tuple[UUID, UUID]]) -> set[tuple[UUID, UUID]]:
        """Those of these members and conversations that are muted."""
        row = MutedConversationRow
        query = select(row.member_id, row.conversation_id)
        found = self._session.execute(query.where(tuple_(row.member_id, row.conversation_id).in_(keys)))
        return {(each.member_id, each.conversation_id) for each in found}

    def delete_about(self, member_id: UUID) -> None:
        self._session.execute(
            delete(UnreadRow).where(or_(UnreadRow.member_id == member_id, UnreadRow.about_id == member_id))
        )

    def delete_between(self, one: UUID, other: UUID) -> None:
        self._session.execute(
            delete(UnreadRow).where(
                or_(
                    and_(UnreadRow.member_id == one, UnreadRow.about_id == other),
                    and_(UnreadRow.member_id == other, UnreadRow.about_id == one),
                )
            )
        )

    def _unreads(self, *which: object) -> list[UnreadConversation]:
        rows = self._session.execute(
            select(*COLUMNS)
            .where(*which)  # type: ignore[arg-type]
            .order_by(UnreadRow.since.desc())
            .limit(200)
        )
        return [_unread(row) for row in rows]


def _unread(row: Any) -> UnreadConversation:
    return UnreadConversation(
        member_id=row.member_id,
        conversation_id=row.conversation_id,
        about_id=row.about_id,
        count=row.count,
        since=row.since,
    )
