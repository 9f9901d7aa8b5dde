from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from shared.sites import Purpose
from sqlalchemy import ColumnElement, and_, any_, case, func, select
from sqlalchemy.dialects.postgresql import array, insert
from sqlalchemy.orm import Session, aliased

from billing.domain.receipt import Receipt
from billing.domain.transfer import Cause, CauseKey, Transfer, TransferFilter, TransferKind
from billing.storage.charge import Charge, Paid, charge_many
from billing.storage.tables import EntryRow, TransferCauseRow, TransferRow

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
    TransferRow.debt,
    TransferRow.purpose,
    TransferRow.item,
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class LedgerRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, transfer: Transfer, cause: Cause) -> None:
        """Add the transfer that this cause asks for, with its entries. A second one of a cause is an IntegrityError."""
        self._session.execute(
            insert(TransferRow).values(
                id=transfer.id,
                kind=transfer.kind,
                member_id=transfer.member_id,
                credits=transfer.credits,
                free_messages=transfer.free_messages,
                balance_after=transfer.balance_after,
                version=transfer.version,
                partner_id=transfer.partner_id,
                payment_id=transfer.payment_id,
                debt=transfer.debt,
                purpose=transfer.purpose,
                item=transfer.item,
            )
        )
        key = cause.key
        self._session.execute(insert(TransferCauseRow).values(kind=key.kind, cause=key.id, transfer_id=transfer.id))
        if entries := transfer.entries():
            self._session.execute(
                insert(EntryRow).values(
                    [{"transfer_id": transfer.id, "account": account, "amount": amount} for account, amount in entries]
                )
            )

    def made_for(self, key: CauseKey) -> Sequence[Transfer]:
        """The transfer with this cause, and the one whose id is the cause's, as release 0.2.0 wrote it.

        The id alone says nothing: it may be that of a charge, which a client chose.
        """
        of_cause = (
            select(TransferCauseRow.transfer_id)
            .where(TransferCauseRow.kind == key.kind, TransferCauseRow.cause == key.id)
            .scalar_subquery()
        )
        rows = self._session.execute(select(*COLUMNS).where(TransferRow.id == any_(array([key.id, of_cause]))))
        return [_transfer(row) for row in rows]

    def find(self, transfer_id: UUID) -> Transfer | None:
        row = self._session.execute(select(*COLUMNS).where(TransferRow.id == transfer_id)).one_or_none()
        return _transfer(row) if row else None

    def receipt(self, transfer_id: UUID) -> Receipt | None:
        """A transfer as its hash covers it."""
        before = aliased(TransferRow)
        is_before = (before.member_id == TransferRow.member_id, before.version == TransferRow.version - 1)
        query = (
            select(*COLUMNS, TransferRow.hash, before.hash.label("previous"))
            .outerjoin(before, and_(*is_before))
            .where(TransferRow.id == transfer_id)
        )
        row = self._session.execute(query).one_or_none()
        if row is None:
            return None
        values = {column.key: getattr(row, column.key) for column in COLUMNS}
        values["at_microseconds"] = (values.pop("created_at") - EPOCH) // timedelta(microseconds=1)
        transaction = {name: str(value) if isinstance(value, UUID) else value for name, value in values.items()}
        return Receipt(transaction, (row.previous or b"").hex(), row.hash.hex())

    def get_charge(self, charge_id: UUID) -> Transfer:
        """The charge of this id. Raises LookupError."""
        charge = self.find(charge_id)
        if charge is None or charge.kind is not TransferKind.MESSAGE:
            raise LookupError("no such charge")
        return charge

    def of_payment(self, payment_id: UUID) -> Transfer | None:
        """The purchase that a payment made."""
        query = select(*COLUMNS).where(TransferRow.payment_id == payment_id, TransferRow.kind == TransferKind.PURCHASE)
        row = self._session.execute(query).one_or_none()
        return _transfer(row) if row else None

    def page(
        self, member_id: UUID, before_version: int | None, limit: int, wanted: TransferFilter | None = None
    ) -> Sequence[Transfer]:
        """Newest first."""
        query = select(*COLUMNS).where(TransferRow.member_id == member_id)
        if before_version is not None:
            query = query.where(TransferRow.version < before_version)
        if wanted is not None:
            query = query.where(*_narrowed(wanted))
        rows = self._session.execute(query.order_by(TransferRow.version.desc()).limit(limit))
        return [_transfer(row) for row in rows]

    def spent_on(self, member_id: UUID, partner_id: UUID) -> tuple[int, int]:
        """The credits and the messages that went to one member."""
        # Free messages count as messages; refunded ones count neither as messages nor as credits.
        row = self._session.execute(
            select(
                func.coalesce(-func.sum(TransferRow.credits), 0).label("credits"),
                func.coalesce(func.sum(case((TransferRow.kind == TransferKind.MESSAGE, 1), else_=-1)), 0).label(
                    "messages"
                ),
            ).where(
                TransferRow.member_id == member_id,
                TransferRow.partner_id == partner_id,
                TransferRow.kind.in_((TransferKind.MESSAGE, TransferKind.REFUND, TransferKind.UNDELIVERED)),
            )
        ).one()
        return int(row.credits), int(row.messages)

    def charge_many(self, charges: Sequence[Charge]) -> list[Paid | None]:
        """`storage.charge.charge_many`, for a unit of work in autocommit."""
        return charge_many(self._session, charges)


def _narrowed(wanted: TransferFilter) -> Iterator[ColumnElement[bool]]:
    if wanted.kind is not None:
        yield TransferRow.kind == wanted.kind
    if wanted.purpose is not None:
        yield TransferRow.kind.in_((TransferKind.MESSAGE, TransferKind.REFUND))
        yield TransferRow.purpose.is_not_distinct_from(_kept(wanted.purpose))
    if wanted.partner_id is not None:
        yield TransferRow.partner_id == wanted.partner_id
    if wanted.since is not None:
        yield TransferRow.created_at >= wanted.since
    if wanted.until is not None:
        yield TransferRow.created_at < wanted.until


def _kept(purpose: Purpose) -> str | None:
    """A transfer for words has no purpose written on it."""
    return None if purpose is Purpose.MESSAGE else purpose.value


def _transfer(row: Any) -> Transfer:
    values = dict(row._mapping)
    return Transfer(kind=TransferKind(values.pop("kind")), **values)
