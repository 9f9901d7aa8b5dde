from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from servicekit.storage.statement import Statement
from sqlalchemy import and_, delete, exists, func, or_, select, text, update
from sqlalchemy.orm import Session, aliased

from notifications.ports import Unread
from notifications.storage.tables import UnreadRow


@dataclass(frozen=True)
class Waiting:
    member_id: UUID
    conversation_id: UUID
    about_id: UUID


@dataclass(frozen=True)
class Received:
    """A message to this member, of somebody."""

    member_id: UUID
    conversation_id: UUID
    about_id: UUID
    seq: int


# The first message of a conversation is told by a mail of its own.
NOTE = Statement(
    text(
        """
        INSERT INTO unreads (member_id, conversation_id, about_id, count, last_seq, mailed_at)
        SELECT member_id, conversation_id, about_id, count(*), max(seq), CASE WHEN min(seq) = 1 THEN now() END
        FROM unnest(
            CAST(:members AS uuid[]), CAST(:conversations AS uuid[]), CAST(:abouts AS uuid[]), CAST(:seqs AS bigint[])
        ) AS received (member_id, conversation_id, about_id, seq)
        GROUP BY member_id, conversation_id, about_id
        ORDER BY member_id, conversation_id
        ON CONFLICT (member_id, conversation_id) DO UPDATE SET
            count = unreads.count + excluded.count, last_seq = greatest(unreads.last_seq, excluded.last_seq)
        """
    )
)


class UnreadRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def note(self, messages: Sequence[Received]) -> None:
        NOTE.with_commit(
            self._session,
            members=[message.member_id for message in messages],
            conversations=[message.conversation_id for message in messages],
            abouts=[message.about_id for message in messages],
            seqs=[message.seq for message in messages],
        )

    def note_read(self, member_id: UUID, conversation_id: UUID, read_seq: int) -> None:
        which = and_(UnreadRow.member_id == member_id, UnreadRow.conversation_id == conversation_id)
        self._session.execute(delete(UnreadRow).where(which, UnreadRow.last_seq <= read_seq))

    def of(self, member_id: UUID) -> Sequence[Unread]:
        return self._unreads(UnreadRow.member_id == member_id)

    def in_(self, member_id: UUID, conversation_id: UUID) -> Unread | None:
        found = self._unreads(UnreadRow.member_id == member_id, UnreadRow.conversation_id == conversation_id)
        return found[0] if found else None

    def take_unmailed(self, after: timedelta, most: int) -> list[Waiting]:
        """What has waited so long and no mail has told; told from now on."""
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
            .returning(UnreadRow.member_id, UnreadRow.conversation_id, UnreadRow.about_id)
        )
        return [Waiting(*row) for row in rows]

    def take_unreminded(self, after: timedelta, rest: timedelta, most: int) -> list[UUID]:
        """Members with something unread for so long who were not reminded of anything lately; reminded from now on."""
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

    def forget_about(self, member_id: UUID) -> None:
        self._session.execute(
            delete(UnreadRow).where(or_(UnreadRow.member_id == member_id, UnreadRow.about_id == member_id))
        )

    def forget_between(self, one: UUID, other: UUID) -> None:
        self._session.execute(
            delete(UnreadRow).where(
                or_(
                    and_(UnreadRow.member_id == one, UnreadRow.about_id == other),
                    and_(UnreadRow.member_id == other, UnreadRow.about_id == one),
                )
            )
        )

    def _unreads(self, *which: object) -> list[Unread]:
        rows = self._session.execute(
            select(UnreadRow.conversation_id, UnreadRow.about_id, UnreadRow.count, UnreadRow.since)
            .where(*which)  # type: ignore[arg-type]
            .order_by(UnreadRow.since.desc())
            .limit(200)
        )
        return [Unread(*row) for row in rows]
