"""Copies of billing's figures. `COPY_WALLETS` comes with every message sent; `scripts/bench chat` measures it."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from shared.kit.db import Statement
from sqlalchemy import Uuid, bindparam, select, text
from sqlalchemy.orm import Session

from chat.domain.wallet import Wallet
from chat.storage.tables import MemberRow


@dataclass(frozen=True)
class WalletCopy:
    """Billing's figures of one member."""

    member_id: UUID
    credits: int
    free_messages_left: int
    version: int


@dataclass(frozen=True)
class ChangedBalance:
    member_id: UUID
    credits: int
    is_premium: bool
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
        RETURNING member_id, credits, is_premium, wallet_version AS version
        """
    )
)


class WalletRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def copy_all(self, copies: Sequence[WalletCopy]) -> list[ChangedBalance]:
        """Store billing's figures unless newer ones are stored. Returns the balances that changed."""
        rows = COPY_WALLETS.on(
            self._session,
            members=[copy.member_id for copy in copies],
            credits=[copy.credits for copy in copies],
            free=[copy.free_messages_left for copy in copies],
            versions=[copy.version for copy in copies],
        )
        return [ChangedBalance(**row._asdict()) for row in rows]

    def find(self, member_id: UUID, message_credits: int) -> Wallet | None:
        """The copy of billing's figures; None before billing's first event about the member."""
        row = WALLET.on(self._session, member_id=member_id).one_or_none()
        if row is None or row.wallet_version == 0:
            return None
        price = 0 if row.free_messages_left else message_credits
        return Wallet(row.credits, row.free_messages_left, price, row.is_premium, row.wallet_version)
