from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, ColumnElement, Executable, Integer, bindparam, func, select, text, update
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
    WalletRow.signed_up_at,
    WalletRow.country,
    WalletRow.debt,
)
IS_THEIRS = WalletRow.member_id == bindparam("of_member")
CREDITS, FREE_MESSAGES = bindparam("credits", type_=BigInteger), bindparam("free_messages", type_=Integer)


def _change(*guards: ColumnElement[bool], **values: Any) -> Executable:
    return (
        update(WalletRow)
        .where(IS_THEIRS, *guards)
        .values(version=WalletRow.version + 1, **values)
        .returning(*COLUMNS, text("old.debt"))
        .execution_options(synchronize_session=False)
    )


FIND = select(*COLUMNS).where(IS_THEIRS)
# What is got pays debt first; what is taken and not there becomes debt.
CREDIT = _change(
    balance=WalletRow.balance + func.greatest(CREDITS - WalletRow.debt, 0),
    debt=WalletRow.debt - func.least(CREDITS, WalletRow.debt),
    free_messages_left=WalletRow.free_messages_left + FREE_MESSAGES,
)
TAKE_BACK = _change(
    balance=WalletRow.balance - func.least(CREDITS, WalletRow.balance),
    debt=WalletRow.debt + func.greatest(CREDITS - WalletRow.balance, 0),
)


class WalletRepository:
    """Every change is one guarded statement: of two that come at once, the second sees what the first left."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def open(self, member_id: UUID, site: str, balance: int, free_messages: int) -> Wallet | None:
        # A concurrent opening makes this wait for it, then skip.
        return self._one(
            insert(WalletRow)
            .values(member_id=member_id, site=site, balance=balance, free_messages_left=free_messages, version=1)
            .on_conflict_do_nothing()
            .returning(*COLUMNS)
        )

    def find(self, member_id: UUID) -> Wallet | None:
        return self._one(FIND, of_member=member_id)

    def get(self, member_id: UUID) -> Wallet:
        return _there(self.find(member_id))

    def lock(self, member_id: UUID) -> None:
        self._session.execute(select(WalletRow.member_id).where(WalletRow.member_id == member_id).with_for_update())

    def credit(self, member_id: UUID, credits: int, free_messages: int = 0) -> tuple[Wallet, int]:
        return self._with_debt(CREDIT, member_id, credits=credits, free_messages=free_messages)

    def take_back(self, member_id: UUID, credits: int) -> tuple[Wallet, int]:
        return self._with_debt(TAKE_BACK, member_id, credits=credits)

    def become_premium(self, member_id: UUID) -> bool:
        row = self._session.execute(
            update(WalletRow)
            .where(WalletRow.member_id == member_id, WalletRow.is_premium.is_(False))
            .values(is_premium=True)
            .returning(WalletRow.member_id)
        )
        return row.first() is not None

    def know_member(self, member_id: UUID, site: str, signed_up_at: datetime | None, country: str | None) -> None:
        told = {"site": site, "country": country, "signed_up_at": signed_up_at}
        self._session.execute(
            update(WalletRow)
            .where(WalletRow.member_id == member_id)
            .values({name: value for name, value in told.items() if value})
        )

    def _with_debt(self, statement: Executable, member_id: UUID, **parameters: Any) -> tuple[Wallet, int]:
        row = self._session.connection().execute(statement, {"of_member": member_id, **parameters}).one_or_none()
        if row is None:
            raise LookupError("no such wallet")
        *wallet, debt_before = row
        after = Wallet(*wallet)
        return after, after.debt - debt_before

    def _one(self, statement: Executable, **parameters: Any) -> Wallet | None:
        row = self._session.connection().execute(statement, parameters).one_or_none()
        return Wallet(*row) if row else None


def _there(wallet: Wallet | None) -> Wallet:
    if wallet is None:
        raise LookupError("no such wallet")
    return wallet
