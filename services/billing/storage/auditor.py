"""The auditor's look at the ledger: everything new, and a part of everything old, so that all of it comes by."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import Session

from billing.domain.transfer import HOUSE
from billing.storage.tables import AuditFindingRow, AuditProgressRow

# How many old transfers come by in one look.
PART = 50_000
# Longer than any transaction may last: what was begun before the last look and committed after it is looked at, too.
OVERLAP = "2 minutes"
# Where messages were paid before notes of them were kept, processes of that release may forget some for as long as
# they still serve. Everywhere else the first message counts.
FIRST_NOTES = """
    SELECT CASE WHEN EXISTS (
        SELECT FROM transfers AS transfer WHERE kind = 'message'
            AND NOT EXISTS (SELECT FROM unsettled_charges WHERE charge_id = transfer.id)
            AND NOT EXISTS (SELECT FROM settled_messages WHERE message_id = transfer.id)
    ) THEN now() + interval '10 minutes' ELSE timestamptz 'epoch' END
"""
NOBODY, EVERYBODY = UUID(int=0), UUID(int=2**128 - 1)

NEW = "transfer.created_at >= :since"
OLD = "transfer.member_id > :after AND transfer.member_id <= :upto"
NEW_PAYMENT = "payment.decided_at >= :since"
OLD_PAYMENT = "payment.member_id > :after AND payment.member_id <= :upto"

OF_TRANSFERS = {
    "transfers_off": f"""
        SELECT count(*) FROM transfers AS transfer CROSS JOIN LATERAL (
            SELECT coalesce(sum(amount), 0) AS total,
                coalesce(sum(amount) FILTER (WHERE entries.account = 'member:' || transfer.member_id), 0) AS to_member,
                coalesce(sum(amount) FILTER (WHERE entries.account = 'debt:' || transfer.member_id), 0) AS to_debt,
                coalesce(sum(amount) FILTER (WHERE entries.account = house.account), 0) AS to_house
            FROM entries LEFT JOIN (VALUES {", ".join(f"('{kind}', '{account}')" for kind, account in HOUSE.items())})
                AS house (kind, account) ON house.kind = transfer.kind
            WHERE transfer_id = transfer.id
        ) AS entry
        WHERE {{scope}} AND (entry.total <> 0 OR entry.to_member <> transfer.credits
            OR entry.to_debt <> -transfer.debt OR entry.to_house <> transfer.debt - transfer.credits)
    """,  # noqa: S608
    "chains_off": """
        SELECT count(*) FROM transfers AS transfer
        LEFT JOIN transfers AS before
            ON before.member_id = transfer.member_id AND before.version = transfer.version - 1
        WHERE {scope} AND (
            transfer.hash <> transfer_hash(before.hash, transfer) OR (transfer.version > 1 AND before.id IS NULL)
            OR transfer.balance_after - transfer.credits <> coalesce(before.balance_after, 0)
        )
    """,
    "balances_off": """
        SELECT count(*) FROM wallets JOIN (
            SELECT DISTINCT transfer.member_id FROM transfers AS transfer WHERE {scope}
        ) AS looked_at USING (member_id) CROSS JOIN LATERAL (
            SELECT balance_after, version FROM transfers AS transfer WHERE transfer.member_id = wallets.member_id
            ORDER BY version DESC LIMIT 1
        ) AS newest
        WHERE wallets.balance <> newest.balance_after OR wallets.version <> newest.version
    """,
    # A paid message waits, was posted, or was given back.
    "messages_off": """
        SELECT count(*) FROM transfers AS transfer
        WHERE {scope} AND transfer.kind = 'message' AND transfer.created_at >= :messages_since
            AND NOT EXISTS (SELECT FROM unsettled_charges WHERE charge_id = transfer.id)
            AND NOT EXISTS (SELECT FROM settled_messages AS message
                WHERE message.message_id = transfer.id AND message.member_id = transfer.member_id)
    """,
    # What was paid for is what was posted.
    "wares_off": """
        SELECT count(*) FROM transfers AS transfer JOIN settled_messages AS message ON message.message_id = transfer.id
        WHERE {scope} AND message.purpose IS NOT NULL AND (message.purpose, message.item)
            IS DISTINCT FROM (coalesce(transfer.purpose, 'message'), transfer.item)
    """,
    # What was given back is what its message cost, and was given back for one message.
    "given_back_off": """
        SELECT count(*) FROM transfers AS transfer
        WHERE {scope} AND transfer.kind IN ('refund', 'undelivered') AND transfer.created_at >= :messages_since
            AND (SELECT count(*) FROM settled_messages AS message JOIN transfers AS charge
                ON charge.id = message.message_id AND charge.member_id = transfer.member_id
                WHERE message.refund_id = transfer.id AND charge.free_messages = -transfer.free_messages
                    AND charge.credits = transfer.debt - transfer.credits) <> 1
    """,
    "purchases_off": """
        SELECT count(*) FROM transfers AS transfer LEFT JOIN payments AS payment ON payment.id = transfer.payment_id
        WHERE {scope} AND transfer.kind = 'purchase' AND (
            payment.status IS DISTINCT FROM 'completed' OR payment.member_id <> transfer.member_id
            OR transfer.credits - transfer.debt <> payment.credits
            OR EXISTS (SELECT FROM transfers AS other WHERE other.payment_id = transfer.payment_id
                AND other.kind = 'purchase' AND other.id <> transfer.id))
    """,
}
OF_PAYMENTS = {
    # A completed payment gave its credits, and those whose money went back were taken back.
    "payments_off": """
        SELECT count(*) FROM payments AS payment LEFT JOIN LATERAL (
            SELECT count(*) FILTER (WHERE kind = 'purchase') AS purchases,
                coalesce(sum(credits - debt), 0) AS granted
            FROM transfers WHERE transfers.payment_id = payment.id
        ) AS transfer ON true
        WHERE {scope} AND payment.status = 'completed'
            AND (transfer.purchases <> 1 OR transfer.granted <> payment.credits - payment.returned_credits)
    """,
}
OF_NEW_MESSAGES = {
    # Nobody's message was posted without being paid for.
    "unpaid_off": """
        SELECT count(*) FROM settled_messages AS message
        WHERE message.settled_at >= :since AND NOT EXISTS (
            SELECT FROM transfers WHERE transfers.id = message.message_id AND transfers.kind = 'message'
                AND transfers.member_id = message.member_id)
    """,
}
OF_OLD_WALLETS = {
    "wallets_off": """
        SELECT count(*) FROM wallets LEFT JOIN (
            SELECT transfer.member_id, count(*) AS many, sum(credits) AS credits, sum(free_messages) AS free,
                sum(debt) AS debt
            FROM transfers AS transfer WHERE {scope} GROUP BY transfer.member_id
        ) AS sums USING (member_id)
        WHERE wallets.member_id > :after AND wallets.member_id <= :upto AND (
            (wallets.version, wallets.balance, wallets.free_messages_left, wallets.debt)
            IS DISTINCT FROM (sums.many, sums.credits, sums.free, sums.debt))
    """,
}
EVERYTHING = [
    *((name, query.format(scope=OLD)) for name, query in (OF_TRANSFERS | OF_OLD_WALLETS).items()),
    *((name, query.format(scope=OLD_PAYMENT)) for name, query in OF_PAYMENTS.items()),
    *OF_NEW_MESSAGES.items(),
]
QUERIES = [
    *((name, query.format(scope=scope)) for name, query in OF_TRANSFERS.items() for scope in (NEW, OLD)),
    *((name, query.format(scope=scope)) for name, query in OF_PAYMENTS.items() for scope in (NEW_PAYMENT, OLD_PAYMENT)),
    *OF_NEW_MESSAGES.items(),
    *((name, query.format(scope=OLD)) for name, query in OF_OLD_WALLETS.items()),
]


def look_at_everything(session: Session) -> dict[str, int]:
    """How many of each kind are off in the whole ledger, however long that takes."""
    noted = session.scalar(select(AuditProgressRow.messages_since)) or session.scalar(text(FIRST_NOTES))
    scope = {"since": datetime.min.replace(tzinfo=UTC), "messages_since": noted, "after": NOBODY, "upto": EVERYBODY}
    return {name: session.scalar(text(query), scope) or 0 for name, query in EVERYTHING}


class AuditRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def look(self) -> dict[str, int] | None:
        """How many of each kind are off, of all new and some old ones. None while another looks.

        It begins the transaction: all it sees is of one moment.
        """
        self._session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        self._session.execute(text("SET LOCAL statement_timeout = '120s'"))
        progress = self._progress()
        if progress is None:
            return None
        upto = self._end_of_part(progress.after_member)
        scope = {
            "since": progress.since,
            "messages_since": progress.messages_since,
            "after": progress.after_member,
            "upto": upto,
        }
        counts: dict[str, int] = {}
        for name, query in QUERIES:
            counts[name] = counts.get(name, 0) + (self._session.scalar(text(query), scope) or 0)
        self._session.execute(
            update(AuditProgressRow).values(
                since=func.now() - text(f"interval '{OVERLAP}'"),
                after_member=NOBODY if upto == EVERYBODY else upto,
                finished_at=func.clock_timestamp(),
            )
        )
        return counts

    def stop_purchases(self, off: dict[str, int]) -> bool:
        """False when they are stopped already."""
        # The index lets one finding be open.
        found = self._session.execute(
            upsert(AuditFindingRow).values(off=off).on_conflict_do_nothing().returning(AuditFindingRow.id)
        )
        return found.first() is not None

    def purchases_are_stopped(self) -> bool:
        is_open = select(AuditFindingRow.id).where(AuditFindingRow.cleared_at.is_(None)).limit(1)
        return self._session.execute(is_open).first() is not None

    def clear(self, by: str, why: str) -> bool:
        cleared = self._session.execute(
            update(AuditFindingRow)
            .where(AuditFindingRow.cleared_at.is_(None))
            .values(cleared_at=func.now(), cleared_by=by, cleared_why=why)
            .returning(AuditFindingRow.id)
        )
        return cleared.first() is not None

    def _progress(self) -> Any:
        if self._session.execute(select(AuditProgressRow.id)).first() is None:
            self._session.execute(
                insert(AuditProgressRow).values(
                    id=1,
                    since=func.now() - text(f"interval '{OVERLAP}'"),
                    messages_since=self._session.scalar(text(FIRST_NOTES)),
                    after_member=NOBODY,
                    finished_at=func.now(),
                )
            )
        return self._session.execute(
            select(
                AuditProgressRow.since, AuditProgressRow.messages_since, AuditProgressRow.after_member
            ).with_for_update(skip_locked=True)
        ).one_or_none()

    def _end_of_part(self, after: UUID) -> UUID:
        beyond = text(
            "SELECT member_id FROM transfers WHERE member_id > :after ORDER BY member_id, version OFFSET :many LIMIT 1"
        )
        found: UUID | None = self._session.scalar(beyond, {"after": after, "many": PART})
        return found or EVERYBODY
