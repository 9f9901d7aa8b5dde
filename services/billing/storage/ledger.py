from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_once
from sqlalchemy.orm import Session

from billing.domain.transfer import Kind, Transfer
from billing.storage.tables import EntryRow, TransferRow, UnsettledChargeRow

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


class LedgerRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add_once(self, transfer: Transfer) -> bool:
        # A concurrent transfer with the same id makes this wait for it, then skip.
        added = self._session.execute(
            insert_once(TransferRow)
            .values(
                id=transfer.id,
                kind=transfer.kind,
                member_id=transfer.member_id,
                credits=transfer.credits,
                free_messages=transfer.free_messages,
                balance_after=transfer.balance_after,
                version=transfer.version,
                partner_id=transfer.partner_id,
                payment_id=transfer.payment_id,
            )
            .on_conflict_do_nothing(index_elements=[TransferRow.id])
            .returning(TransferRow.id)
        ).first()
        if added is None:
            return False
        if entries := transfer.entries():
            self._session.execute(
                insert(EntryRow),
                [{"transfer_id": transfer.id, "account": account, "amount": amount} for account, amount in entries],
            )
        return True

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
        self._session.execute(insert(UnsettledChargeRow).values(charge_id=charge_id, ask_after=func.now() + ask_after))

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
