"""What became of the charges of messages: posted, refunded, or not known yet.

A charge writes nothing here (decision 0053). A posted message is recorded by its event; a charge that has waited too
long for its event is noted in `unsettled_charges`, and chat is asked about it.
"""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from shared.kit.db import Statement
from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.transfer import PostedMessage
from billing.storage.tables import SettledMessageRow, UnsettledChargeRow

# Longer than any transaction may last (shared.kit.db.database.TIMEOUTS), so a charge whose transaction began this
# long ago is visible to everyone, or never will be.
LONGEST_TRANSACTION = timedelta(minutes=2)

# In the order of ids, so that two batches with the same messages do not deadlock.
RECORD_POSTED = Statement(
    text(
        """
        WITH settled AS (DELETE FROM unsettled_charges WHERE charge_id = ANY(CAST(:message_ids AS uuid[])))
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
        RETURNING message_id, member_id
        """
    )
)
NOTED_UNTIL = "coalesce((SELECT noted_until FROM settlement_progress), '-infinity')"
# Every charge before `noted_until` has an outcome or a row in `unsettled_charges`: the auditor relies on it. It follows
# at a distance, because the transaction of an older charge may still be open.
NOTE_OVERDUE = text(
    f"""
    WITH noted AS (
        INSERT INTO unsettled_charges (charge_id, ask_after)
        SELECT id, now() FROM transfers AS charge
        WHERE kind = 'message' AND created_at > {NOTED_UNTIL} AND created_at <= now() - CAST(:after AS interval)
            AND NOT EXISTS (SELECT FROM settled_messages WHERE message_id = charge.id)
        ORDER BY id
        ON CONFLICT DO NOTHING
        RETURNING charge_id
    ), progress AS (
        INSERT INTO settlement_progress AS progress (id, noted_until)
        VALUES (1, now() - CAST(:longest_transaction AS interval))
        ON CONFLICT (id) DO UPDATE SET noted_until = greatest(progress.noted_until, excluded.noted_until)
    )
    SELECT charge_id FROM noted
    """  # noqa: S608
)


class SettlementRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def settle(self, charge_id: UUID) -> bool:
        """Whether this charge was noted as unsettled until now. Of two transactions that settle it, one gets it."""
        settled = self._session.execute(
            delete(UnsettledChargeRow)
            .where(UnsettledChargeRow.charge_id == charge_id)
            .returning(UnsettledChargeRow.charge_id)
            .execution_options(synchronize_session=False)
        )
        return settled.first() is not None

    def record_posted(self, messages: Sequence[PostedMessage]) -> dict[UUID, UUID]:
        """Record that these paid messages were posted. Returns the senders of those that had no outcome before.

        Those whose charge was lost with a restored backup are left out: nobody pays for them again (docs/restore.md).
        """
        if not messages:
            return {}
        items = [message.billable_item for message in messages]
        recorded = RECORD_POSTED.on(
            self._session,
            message_ids=[message.id for message in messages],
            member_ids=[message.member_id for message in messages],
            purposes=[item.purpose.value if item else None for item in items],
            items=[item.item if item else None for item in items],
            sent_at=[message.sent_at for message in messages],
        )
        return {row.message_id: row.member_id for row in recorded}

    def record_refunded(self, charge_id: UUID, member_id: UUID, refund_id: UUID) -> None:
        """Record for the auditor that the price of this message was given back.

        The message may be recorded as posted before or after this; only this adds to the row.
        """
        self._session.execute(
            insert(SettledMessageRow)
            .values(message_id=charge_id, member_id=member_id, refund_id=refund_id)
            .on_conflict_do_update(index_elements=[SettledMessageRow.message_id], set_={"refund_id": refund_id})
        )

    def note_overdue(self, after: timedelta) -> None:
        """Note the charges that have no outcome `after` they were made, in the caller's transaction."""
        noted = self._session.scalars(
            NOTE_OVERDUE, {"after": after, "longest_transaction": max(after, LONGEST_TRANSACTION)}
        ).all()
        if noted:
            # Another worker may have settled one while the statement ran, and its row was inserted again. Nobody sees
            # that row before this transaction commits, and this statement sees what was committed meanwhile.
            has_outcome = select(SettledMessageRow.message_id).where(SettledMessageRow.message_id.in_(noted))
            self._session.execute(
                delete(UnsettledChargeRow)
                .where(UnsettledChargeRow.charge_id.in_(has_outcome))
                .execution_options(synchronize_session=False)
            )

    def claim_overdue(self, limit: int, ask_again_after: timedelta) -> Sequence[UUID]:
        """Lease charges that chat is to be asked about. Another process gets others (SKIP LOCKED)."""
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
