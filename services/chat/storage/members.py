from typing import Any
from uuid import UUID

from shared.kit.db import Statement
from sqlalchemy import delete, exists, func, or_, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from chat.storage.tables import BlockRow, HiddenContactRow, MemberRow
from chat.storage.visibility import ACTIVE, DELETED, is_visible, no_block, share_reads

ENSURE = Statement(
    text("INSERT INTO members (member_id) VALUES (:member_id) ON CONFLICT DO NOTHING RETURNING member_id")
)
# One guarded update: the row lock makes concurrent starts count one after the other.
COUNT_START = Statement(
    text(
        """
        UPDATE members SET conversations_started = conversations_started + 1
        WHERE member_id = :member_id AND (is_premium OR :is_premium OR conversations_started < :free_conversations)
        RETURNING member_id
        """
    )
)


class MemberRepository:
    """Copies of members and blocks. Events come in any order, so each writes only the columns it knows."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def ensure(self, member_id: UUID) -> None:
        self._session.execute(insert(MemberRow).values(member_id=member_id).on_conflict_do_nothing())

    def sign_up(self, member_id: UUID, name: str, pool: int) -> None:
        # A name that profiles has published is newer, whichever event arrived first.
        signed_up = insert(MemberRow).values(member_id=member_id, name=name, pool=pool)
        known = func.coalesce(func.nullif(MemberRow.name, ""), name)
        self._session.execute(
            signed_up.on_conflict_do_update(index_elements=[MemberRow.member_id], set_={"name": known, "pool": pool})
        )

    def rename(self, member_id: UUID, name: str) -> None:
        self._upsert(member_id, name=name)

    def become_fictional(self, member_id: UUID) -> None:
        """A fictional profile has no address to confirm."""
        self._upsert(member_id, is_fictional=True, is_confirmed=True)

    def confirm(self, member_id: UUID) -> None:
        self._upsert(member_id, is_confirmed=True)

    def delete(self, member_id: UUID) -> None:
        self._upsert(member_id, state=DELETED)

    def reactivate(self, member_id: UUID) -> None:
        self._upsert(member_id, state=ACTIVE)

    def show(self, member_id: UUID, *, is_invisible: bool, is_hidden: bool, hides_reads: bool) -> None:
        self._upsert(member_id, is_invisible=is_invisible, is_hidden=is_hidden, hides_reads=hides_reads)

    def withhold_for_age(self, member_id: UUID, *, is_unproven: bool) -> None:
        self._upsert(member_id, is_age_unproven=is_unproven)

    def close_for_fraud(self, member_id: UUID, *, is_closed: bool) -> None:
        self._upsert(member_id, is_closed_for_fraud=is_closed)

    def become_premium(self, member_id: UUID) -> tuple[int, int]:
        """Returns the credits of the stored copy, and the version of the wallet they are from."""
        self._upsert(member_id, is_premium=True)
        copy = select(MemberRow.credits, MemberRow.wallet_version).where(MemberRow.member_id == member_id)
        credits, version = self._session.execute(copy).one()
        return credits, version

    def block(self, blocker_id: UUID, blocked_id: UUID) -> None:
        self._session.execute(
            insert(BlockRow).values(blocker_id=blocker_id, blocked_id=blocked_id).on_conflict_do_nothing()
        )

    def unblock(self, blocker_id: UUID, blocked_id: UUID) -> None:
        self._session.execute(
            delete(BlockRow).where(BlockRow.blocker_id == blocker_id, BlockRow.blocked_id == blocked_id)
        )

    def hide_contact(self, member_id: UUID, contact_id: UUID, *, hidden: bool) -> None:
        """Hide two members who know each other, or take it back."""
        pair = {"member_id": member_id, "contact_id": contact_id}
        if hidden:
            self._session.execute(insert(HiddenContactRow).values(pair).on_conflict_do_nothing())
        else:
            self._session.execute(delete(HiddenContactRow).filter_by(**pair))

    def is_visible(self, viewer_id: UUID, partner_id: UUID) -> bool:
        return self._session.scalars(select(is_visible(viewer_id, partner_id))).one()

    def is_gone(self, member_id: UUID) -> bool:
        """Deleted, erased or hidden by moderation."""
        gone = or_(MemberRow.state != ACTIVE, MemberRow.is_hidden)
        return self._session.scalars(select(exists().where(MemberRow.member_id == member_id, gone))).one()

    def is_hidden(self, member_id: UUID) -> bool:
        hidden = exists().where(MemberRow.member_id == member_id, MemberRow.is_hidden)
        return self._session.scalars(select(hidden)).one()

    def share_reads(self, one: UUID, other: UUID) -> bool:
        """Whether two members learn what the other has read: not if either hides it."""
        return self._session.scalars(select(share_reads(one, other))).one()

    def is_blocked_either_way(self, one: UUID, other: UUID) -> bool:
        return not self._session.scalars(select(no_block(one, other))).one()

    def count_start(self, member_id: UUID, free_conversations: int, *, is_premium: bool) -> bool:
        """Count a conversation that the member starts. False when a free member has started `free_conversations`.

        A member whose sign-up event has not arrived yet is counted, too: the token proves that the account exists.
        """
        ENSURE.rows(self._session, member_id=member_id)
        found = COUNT_START.rows(
            self._session, member_id=member_id, free_conversations=free_conversations, is_premium=is_premium
        )
        return bool(found)

    def _upsert(self, member_id: UUID, **known: Any) -> None:
        self._session.execute(
            insert(MemberRow)
            .values(member_id=member_id, **known)
            # A late event must not fill in an erased member again.
            .on_conflict_do_update(
                index_elements=[MemberRow.member_id],
                set_=known,
                where=text("NOT EXISTS (SELECT FROM kit.erased WHERE kit.erased.member_id = members.member_id)"),
            )
        )
