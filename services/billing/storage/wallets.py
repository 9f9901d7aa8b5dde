from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.wallet import Wallet
from billing.storage.tables import WalletRow

COLUMNS = (
    WalletRow.member_id,
    WalletRow.site,
    WalletRow.balance,
    WalletRow.free_messages_left,
    WalletRow.is_premium,
    WalletRow.version,
)


class WalletRepository:
    """Every change is one guarded statement: of two that come at once, the second sees what the first left."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def open(self, member_id: UUID, site: str, balance: int, free_messages: int) -> Wallet | None:
        # A concurrent opening makes this wait for it, then skip.
        row = self._session.execute(
            insert(WalletRow)
            .values(member_id=member_id, site=site, balance=balance, free_messages_left=free_messages, version=1)
            .on_conflict_do_nothing()
            .returning(*COLUMNS)
        ).one_or_none()
        return _wallet(row) if row else None

    def find(self, member_id: UUID) -> Wallet | None:
        row = self._session.execute(select(*COLUMNS).where(WalletRow.member_id == member_id)).one_or_none()
        return _wallet(row) if row else None

    def get(self, member_id: UUID) -> Wallet:
        return _there(self.find(member_id))

    def use_free_message(self, member_id: UUID) -> Wallet | None:
        left = WalletRow.free_messages_left
        return self._change(member_id, left > 0, free_messages_left=left - 1)

    def debit(self, member_id: UUID, credits: int) -> Wallet | None:
        balance = WalletRow.balance
        return self._change(member_id, balance >= credits, balance=balance - credits)

    def credit(self, member_id: UUID, credits: int, free_messages: int = 0) -> Wallet:
        return _there(
            self._change(
                member_id,
                balance=WalletRow.balance + credits,
                free_messages_left=WalletRow.free_messages_left + free_messages,
            )
        )

    def become_premium(self, member_id: UUID) -> bool:
        row = self._session.execute(
            update(WalletRow)
            .where(WalletRow.member_id == member_id, WalletRow.is_premium.is_(False))
            .values(is_premium=True)
            .returning(WalletRow.member_id)
        )
        return row.first() is not None

    def name_site(self, member_id: UUID, site: str) -> None:
        self._session.execute(
            update(WalletRow).where(WalletRow.member_id == member_id, WalletRow.site != site).values(site=site)
        )

    def _change(self, member_id: UUID, *guards: ColumnElement[bool], **values: Any) -> Wallet | None:
        row = self._session.execute(
            update(WalletRow)
            .where(WalletRow.member_id == member_id, *guards)
            .values(version=WalletRow.version + 1, **values)
            .returning(*COLUMNS)
            .execution_options(synchronize_session=False)
        ).one_or_none()
        return _wallet(row) if row else None


def _wallet(row: Any) -> Wallet:
    return Wallet(*row)


def _there(wallet: Wallet | None) -> Wallet:
    if wallet is None:
        raise LookupError("no such wallet")
    return wallet
