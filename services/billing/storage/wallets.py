from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from shared.kit.db import Statement
from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Executable,
    Integer,
    Uuid,
    any_,
    bindparam,
    func,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.wallet import SignUp, Wallet
from billing.storage.opening import open_all
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
    WalletRow.is_frozen,
)
IS_THEIRS = WalletRow.member_id == bindparam("of_member")
CREDITS, FREE_MESSAGES = bindparam("credits", type_=BigInteger), bindparam("free_messages", type_=Integer)


def _change(*guards: ColumnElement[bool], **values: Any) -> Executable:
    return (
        update(WalletRow)
        .where(IS_THEIRS, *guards)
        .values(version=WalletRow.version + 1, **values)
        .returning(*COLUMNS, literal_column("old.debt").label("debt_before"))
        .execution_options(synchronize_session=False)
    )


FIND = select(*COLUMNS).where(IS_THEIRS)
# For each batch of posted messages.
FIND_ALL = Statement(
    select(*COLUMNS)
    .where(WalletRow.member_id == any_(bindparam("member_ids", type_=ARRAY(Uuid))))
    .order_by(WalletRow.member_id)
)
# Credits pay debt first; clawing back more than the balance leaves debt.
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
    """Each change is one guarded statement: the second of two at once sees the result of the first."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def open(self, member_id: UUID, site: str, balance: int, free_messages: int) -> Wallet | None:
        """None when the member has a wallet already."""
        # A concurrent opening makes this wait for it, then skip.
        return self._one(
            insert(WalletRow)
            .values(member_id=member_id, site=site, balance=balance, free_messages_left=free_messages, version=1)
            .on_conflict_do_nothing()
            .returning(*COLUMNS)
        )

    def open_all(self, sign_ups: Sequence[SignUp]) -> list[Wallet]:
        """`storage.opening.open_all`."""
        return open_all(self._session, sign_ups)

    def find(self, member_id: UUID) -> Wallet | None:
        return self._one(FIND, of_member=member_id)

    def find_all(self, member_ids: Collection[UUID]) -> list[Wallet]:
        """The wallets of these members, in the order of their ids."""
        rows = FIND_ALL.rows(self._session, member_ids=list(member_ids))
        return [Wallet(**row._asdict()) for row in rows]

    def get(self, member_id: UUID) -> Wallet:
        """The wallet of a member who has one. Raises LookupError."""
        return _existing(self.find(member_id))

    def lock(self, member_id: UUID) -> None:
        """Take the row lock of this wallet until the transaction ends."""
        self._session.execute(select(WalletRow.member_id).where(WalletRow.member_id == member_id).with_for_update())

    def credit(self, member_id: UUID, credits: int, free_messages: int = 0) -> tuple[Wallet, int]:
        """Add credits, which pay debt first. Returns the wallet after it and the change of its debt: never above 0."""
        return self._with_debt(CREDIT, member_id, credits=credits, free_messages=free_messages)

    def claw_back(self, member_id: UUID, credits: int) -> tuple[Wallet, int]:
        """Take back credits; spent ones become debt. Returns the wallet after it and the change of its debt."""
        return self._with_debt(TAKE_BACK, member_id, credits=credits)

    def become_premium(self, member_id: UUID) -> bool:
        """False when the member was premium already."""
        row = self._session.execute(
            update(WalletRow)
            .where(WalletRow.member_id == member_id, WalletRow.is_premium.is_(False))
            .values(is_premium=True)
            .returning(WalletRow.member_id)
        )
        return row.first() is not None

    def _with_debt(self, statement: Executable, member_id: UUID, **parameters: Any) -> tuple[Wallet, int]:
        row = self._session.connection().execute(statement, {"of_member": member_id, **parameters}).one_or_none()
        if row is None:
            raise LookupError("no such wallet")
        values = dict(row._mapping)
        debt_before = values.pop("debt_before")
        wallet = Wallet(**values)
        return wallet, wallet.debt - debt_before

    def _one(self, statement: Executable, **parameters: Any) -> Wallet | None:
        row = self._session.connection().execute(statement, parameters).one_or_none()
        return Wallet(**row._mapping) if row else None


def _existing(wallet: Wallet | None) -> Wallet:
    if wallet is None:
        raise LookupError("no such wallet")
    return wallet
