from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Interval, bindparam, delete, func, insert, select, text, update
from sqlalchemy.orm import Session

from billing.domain.transfer import Kind, Transfer
from billing.storage.tables import TransferRow, UnsettledChargeRow

COLUMNS = (
    TransferRow.id,
    TransferRow.kind,
    TransferRow.member_id,
    TransferRow.credits,
    TransferRow.free_messages,
    TransferRow.balance_after,
    TransferRow.version,
    TransferRow.partner_id,
    TransferRow.payment_id,
    TransferRow.created_at,
)
WRITTEN = (
    "id",
    "kind",
    "member_id",
    "credits",
    "free_messages",
    "balance_after",
    "version",
    "partner_id",
    "payment_id",
)
# A concurrent transfer with the same id makes this wait for it, then skip, entries and all.
ADD = text(
    f"""
    WITH added AS (
        INSERT INTO transfers ({", ".join(WRITTEN)}) VALUES ({", ".join(f":{name}" for name in WRITTEN)})
        ON CONFLICT (id) DO NOTHING RETURNING id
    ), entered AS (
        INSERT INTO entries (transfer_id, account, amount)
        SELECT added.id, entry.account, entry.amount
        FROM added, unnest(CAST(:accounts AS text[]), CAST(:amounts AS bigint[])) AS entry (account, amount)
    )
    SELECT id FROM added
    """  # noqa: S608
)
AWAIT_MESSAGE = insert(UnsettledChargeRow.__table__).values(  # type: ignore[arg-type]
    charge_id=bindparam("of_charge"), ask_after=func.now() + bindparam("pause", type_=Interval)
)


class LedgerRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add_once(self, transfer: Transfer) -> bool:
        entries = transfer.entries()
        added = self._session.connection().execute(
            ADD,
            {
                **{name: getattr(transfer, name) for name in WRITTEN},
                "accounts": [account for account, _ in entries],
                "amounts": [amount for _, amount in entries],
            },
        )
        return added.first() is not None

    def find(self, transfer_id: UUID) -> Transfer | None:
        row = self._session.execute(select(*COLUMNS).where(TransferRow.id == transfer_id)).one_or_none()
        return _transfer(row) if row else None

    def get(self, transfer_id: UUID) -> Transfer:
        if (transfer := self.find(transfer_id)) is None:
            raise LookupError("no such transfer")
        return transfer

    def page(self, member_id: UUID, before_version: int | None, limit: int) -> Sequence[Transfer]:
        query = select(*COLUMNS).where(TransferRow.member_id == member_id)
        if before_version is not None:
            query = query.where(TransferRow.version < before_version)
        rows = self._session.execute(query.order_by(TransferRow.version.desc()).limit(limit))
        return [_transfer(row) for row in rows]

    def await_message(self, charge_id: UUID, ask_after: timedelta) -> None:
        self._session.connection().execute(AWAIT_MESSAGE, {"of_charge": charge_id, "pause": ask_after})

    def settle(self, charge_id: UUID) -> bool:
        # One guarded statement: of two who settle the same charge, one finds it settled.
        settled = self._session.execute(
            delete(UnsettledChargeRow)
            .where(UnsettledChargeRow.charge_id == charge_id)
            .returning(UnsettledChargeRow.charge_id)
        )
        return settled.first() is not None

    def claim_overdue(self, limit: int, ask_again_after: timedelta) -> Sequence[UUID]:
        overdue = (
            select(UnsettledChargeRow.charge_id)
            .where(UnsettledChargeRow.ask_after <= func.now())
            .order_by(UnsettledChargeRow.ask_after)
            .limit(limit)
            .with_for_update(skip_locked=True)
            .cte("overdue")
        )
        return self._session.scalars(
            update(UnsettledChargeRow)
            .where(UnsettledChargeRow.charge_id == overdue.c.charge_id)
            .values(ask_after=func.now() + ask_again_after)
            .returning(UnsettledChargeRow.charge_id)
            .execution_options(synchronize_session=False)
        ).all()


def _transfer(row: Any) -> Transfer:
    transfer_id, kind, *rest = row
    return Transfer(transfer_id, Kind(kind), *rest)
