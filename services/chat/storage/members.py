from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from servicekit.storage.statement import Statement
from sqlalchemy import Uuid, bindparam, delete, exists, literal, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from chat.domain.wallet import Wallet
from chat.storage.tables import BlockRow, MemberRow
from chat.storage.visibility import ACTIVE, DELETED, is_visible, no_block


@dataclass(frozen=True)
class WalletCopy:
    """Billing's figures of one member."""

    member_id: UUID
    credits: int
    free_messages_left: int
    version: int


WALLET = Statement(
    select(MemberRow.credits, MemberRow.free_messages_left, MemberRow.is_premium, MemberRow.wallet_version).where(
        MemberRow.member_id == bindparam("member_id", type_=Uuid)
    )
)
COPY_WALLETS = Statement(
    text(
        """
        INSERT INTO members (member_id, credits, free_messages_left, wallet_version)
        SELECT member_id, credits, free_messages_left, version
        FROM unnest(
            CAST(:members AS uuid[]), CAST(:credits AS bigint[]), CAST(:free AS int[]), CAST(:versions AS bigint[])
        ) AS wallet (member_id, credits, free_messages_left, version)
        ORDER BY member_id
        ON CONFLICT (member_id) DO UPDATE SET
            credits = excluded.credits, free_messages_left = excluded.free_messages_left,
            wallet_version = excluded.wallet_version
        WHERE members.wallet_version < excluded.wallet_version
        RETURNING member_id, credits, is_premium
        """
    )
)


class MemberRepository:
    """Our copies of members and blocks. Events may come in any order, so each writes only what it knows."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def ensure(self, member_id: UUID) -> None:
        self._session.execute(insert(MemberRow).values(member_id=member_id).on_conflict_do_nothing())

    def sign_up(self, member_id: UUID, name: str, pool: int) -> None:
        self._note(member_id, name=name, pool=pool)

    def rename(self, member_id: UUID, name: str) -> None:
        self._note(member_id, name=name)

    def confirm(self, member_id: UUID) -> None:
        self._note(member_id, is_confirmed=True)

    def delete(self, member_id: UUID) -> None:
        self._note(member_id, state=DELETED)

    def reactivate(self, member_id: UUID) -> None:
        self._note(member_id, state=ACTIVE)

    def show(self, member_id: UUID, *, is_invisible: bool, is_hidden: bool) -> None:
        self._note(member_id, is_invisible=is_invisible, is_hidden=is_hidden)

    def erase(self, member_id: UUID) -> None:
        """What remains says only that somebody was there; partners keep what was written to them."""
        self._note(member_id, state=DELETED, name="")
        self._session.execute(
            delete(BlockRow).where(or_(BlockRow.blocker_id == member_id, BlockRow.blocked_id == member_id))
        )

    def become_premium(self, member_id: UUID) -> int:
        """Returns the credits we know of."""
        self._note(member_id, is_premium=True)
        return self._session.scalars(select(MemberRow.credits).where(MemberRow.member_id == member_id)).one()

    def copy_wallets(self, copies: Sequence[WalletCopy]) -> list[tuple[UUID, int, bool]]:
        """Keep billing's figures, unless newer ones are here. Returns whose are news: credits, and whether premium."""
        rows = COPY_WALLETS.on(
            self._session,
            members=[copy.member_id for copy in copies],
            credits=[copy.credits for copy in copies],
            free=[copy.free_messages_left for copy in copies],
            versions=[copy.version for copy in copies],
        )
        return [(row.member_id, row.credits, row.is_premium) for row in rows]

    def wallet(self, member_id: UUID, message_credits: int) -> Wallet | None:
        row = WALLET.on(self._session, member_id=member_id).one_or_none()
        if row is None or row.wallet_version == 0:
            return None
        price = 0 if row.free_messages_left else message_credits
        return Wallet(row.credits, row.free_messages_left, price, row.is_premium, row.wallet_version)

    def block(self, blocker_id: UUID, blocked_id: UUID) -> None:
        self._session.execute(
            insert(BlockRow).values(blocker_id=blocker_id, blocked_id=blocked_id).on_conflict_do_nothing()
        )

    def unblock(self, blocker_id: UUID, blocked_id: UUID) -> None:
        self._session.execute(
            delete(BlockRow).where(BlockRow.blocker_id == blocker_id, BlockRow.blocked_id == blocked_id)
        )

    def is_visible(self, viewer_id: UUID, partner_id: UUID) -> bool:
        return self._session.scalars(select(is_visible(viewer_id, partner_id))).one()

    def is_gone(self, member_id: UUID) -> bool:
        gone = or_(MemberRow.state != ACTIVE, MemberRow.is_hidden)
        return self._session.scalars(select(exists().where(MemberRow.member_id == member_id, gone))).one()

    def is_hidden(self, member_id: UUID) -> bool:
        hidden = exists().where(MemberRow.member_id == member_id, MemberRow.is_hidden)
        return self._session.scalars(select(hidden)).one()

    def is_blocked_either_way(self, one: UUID, other: UUID) -> bool:
        return not self._session.scalars(select(no_block(one, other))).one()

    def count_start(self, member_id: UUID, free_conversations: int, *, is_premium: bool) -> bool:
        self.ensure(member_id)
        # One guarded statement: of several that come at once, each counts what those before it have counted.
        may_start = or_(MemberRow.is_premium, literal(is_premium), MemberRow.conversations_started < free_conversations)
        counted = self._session.execute(
            update(MemberRow)
            .where(MemberRow.member_id == member_id, may_start)
            .values(conversations_started=MemberRow.conversations_started + 1)
            .returning(MemberRow.member_id)
        )
        return counted.first() is not None

    def _note(self, member_id: UUID, **known: Any) -> None:
        self._session.execute(
            insert(MemberRow)
            .values(member_id=member_id, **known)
            # Nothing told late brings an erased member back.
            .on_conflict_do_update(
                index_elements=[MemberRow.member_id],
                set_=known,
                where=text("NOT EXISTS (SELECT FROM kit.erased WHERE kit.erased.member_id = members.member_id)"),
            )
        )
