from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from shared.kit.storage.statement import Statement
from shared.sites import Purpose
from sqlalchemy import ColumnElement, case, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.transfer import PostedMessage, Transfer, TransferFilter, TransferKind, refund_id
from billing.storage.charge import Charge, Paid, charge_once, charge_together
from billing.storage.tables import EntryRow, SettledMessageRow, TransferRow, UnsettledChargeRow

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
# In the order of ids, so that two batches with the same messages do not deadlock.
RECORD_POSTED = Statement(
    text(
        """
        INSERT INTO settled_messages (message_id, member_id, purpose, item)
        SELECT message_id, member_id, purpose, item FROM unnest(
            CAST(:message_ids AS uuid[]), CAST(:member_ids AS uuid[]), CAST(:purposes AS text[]),
            CAST(:items AS text[]), CAST(:sent_at AS timestamptz[])
        ) AS message (message_id, member_id, purpose, item, sent_at)
        WHERE NOT EXISTS (
            SELECT FROM audit_progress WHERE message.sent_at BETWEEN lost_from AND lost_until
                AND NOT EXISTS (SELECT FROM transfers WHERE transfers.id = message.message_id)
        )
        ORDER BY message_id
        ON CONFLICT DO NOTHING
        """
    )
)


class LedgerRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add_once(self, transfer: Transfer) -> bool:
        """False when this transfer exists already."""
        # A concurrent insert of the same id makes this wait for its commit, then skip.
        added = self._session.execute(
            insert(TransferRow)
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
                debt=transfer.debt,
                purpose=transfer.purpose,
                item=transfer.item,
            )
            .on_conflict_do_nothing(index_elements=[TransferRow.id])
            .returning(TransferRow.id)
        )
        if added.first() is None:
            return False
        if entries := transfer.entries():
            self._session.execute(
                insert(EntryRow).values(
                    [{"transfer_id": transfer.id, "account": account, "amount": amount} for account, amount in entries]
                )
            )
        return True

    def find(self, transfer_id: UUID) -> Transfer | None:
        row = self._session.execute(select(*COLUMNS).where(TransferRow.id == transfer_id)).one_or_none()
        return _transfer(row) if row else None

    def get(self, transfer_id: UUID) -> Transfer:
        """The transfer of this id. Raises LookupError."""
        if (transfer := self.find(transfer_id)) is None:
            raise LookupError("no such transfer")
        return transfer

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

    def charge_once(self, charge: Charge) -> Paid | None:
        """`storage.charge.charge_once`, for a unit of work in autocommit."""
        return charge_once(self._session, charge)

    def charge_together(self, charges: Sequence[Charge]) -> list[Paid | None]:
        """`storage.charge.charge_together`, which commits."""
        return charge_together(self._session, charges)

    def settle(self, charge_ids: Sequence[UUID]) -> set[UUID]:
        """The charges among these that were not settled before. Of two transactions that settle one, one gets it."""
        settled = self._session.scalars(
            delete(UnsettledChargeRow)
            .where(UnsettledChargeRow.charge_id.in_(charge_ids))
            .returning(UnsettledChargeRow.charge_id)
            .execution_options(synchronize_session=False)
        )
        return set(settled)

    def record_posted(self, messages: Sequence[PostedMessage]) -> None:
        """Record for the auditor that these paid messages were posted.

        Those whose charge was lost with a restored backup are left out: nobody pays for them again (docs/restore.md).
        """
        if messages:
            items = [message.billable_item for message in messages]
            RECORD_POSTED.on(
                self._session,
                message_ids=[message.id for message in messages],
                member_ids=[message.member_id for message in messages],
                purposes=[item.purpose.value if item else None for item in items],
                items=[item.item if item else None for item in items],
                sent_at=[message.sent_at for message in messages],
            )

    def record_refunded(self, charge_id: UUID, member_id: UUID) -> None:
        """Record for the auditor that the price of this message was given back.

        The message may be recorded as posted before or after this; only this adds to the row.
        """
        refund = refund_id(charge_id)
        self._session.execute(
            insert(SettledMessageRow)
            .values(message_id=charge_id, member_id=member_id, refund_id=refund)
            .on_conflict_do_update(index_elements=[SettledMessageRow.message_id], set_={"refund_id": refund})
        )

    def claim_overdue(self, limit: int, ask_again_after: timedelta) -> Sequence[UUID]:
        """Lease charges without a MessageSent until now. Another process gets others (SKIP LOCKED)."""
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
