"""Invariants of the ledger, checked on all of it as of one moment. Each `*_off` counts violations, usually 0."""

from decimal import Decimal

from shared.kit.db import Database
from sqlalchemy import text
from sqlalchemy.orm import Session

from billing.storage.auditor import check_all

FIGURES = {
    "wallets": "SELECT count(*) FROM wallets",
    "transfers": "SELECT count(*) FROM transfers",
    "messages": "SELECT count(*) FROM transfers WHERE kind = 'message'",
    "photos": "SELECT count(*) FROM transfers WHERE kind = 'message' AND purpose = 'photo'",
    "voice_messages": "SELECT count(*) FROM transfers WHERE kind = 'message' AND purpose = 'voice'",
    "gifts": "SELECT count(*) FROM transfers WHERE kind = 'message' AND purpose = 'gift'",
    "icebreakers": "SELECT count(*) FROM transfers WHERE kind = 'message' AND purpose = 'icebreaker'",
    "refunds": "SELECT count(*) FROM transfers WHERE kind = 'refund'",
    "undelivered": "SELECT count(*) FROM transfers WHERE kind = 'undelivered'",
    "purchases": "SELECT count(*) FROM transfers WHERE kind = 'purchase'",
    "unsettled": """
        SELECT count(*) FROM transfers AS charge WHERE kind = 'message'
            AND created_at > coalesce((SELECT noted_until FROM settlement_progress), '-infinity')
            AND NOT EXISTS (SELECT FROM settled_messages WHERE message_id = charge.id)
            OR EXISTS (SELECT FROM unsettled_charges WHERE charge_id = charge.id)
    """,
    "transfers_off": """
        SELECT count(*) FROM transfers AS transfer LEFT JOIN (
            SELECT transfer_id, sum(amount) AS total, sum(amount) FILTER (WHERE account LIKE 'member:%') AS to_member
            FROM entries GROUP BY transfer_id
        ) AS entry ON entry.transfer_id = transfer.id
        WHERE coalesce(entry.total, 0) <> 0 OR coalesce(entry.to_member, 0) <> transfer.credits
    """,
    # The hash of a transfer is over its columns and the hash of the wallet's previous transfer.
    "chains_off": """
        SELECT count(*) FROM transfers AS transfer LEFT JOIN transfers AS before
            ON before.member_id = transfer.member_id AND before.version = transfer.version - 1
        WHERE transfer.hash <> transfer_hash(before.hash, transfer)
    """,
    "debt_off": """
        SELECT count(*) FROM wallets LEFT JOIN (
            SELECT member_id, sum(debt) AS total FROM transfers GROUP BY member_id
        ) AS transfer USING (member_id)
        WHERE wallets.debt <> coalesce(transfer.total, 0)
    """,
    # Credits in balances without entries, or in entries without a balance.
    "credits_off": """
        SELECT coalesce(sum(abs(coalesce(wallet.balance, 0) - coalesce(entry.total, 0))), 0)
        FROM (SELECT 'member:' || member_id AS account, balance FROM wallets) AS wallet
        FULL JOIN (
            SELECT account, sum(amount) AS total FROM entries WHERE account LIKE 'member:%' GROUP BY account
        ) AS entry USING (account)
    """,
    "free_messages_off": """
        SELECT count(*) FROM wallets LEFT JOIN (
            SELECT member_id, sum(free_messages) AS total FROM transfers GROUP BY member_id
        ) AS transfer USING (member_id)
        WHERE wallets.free_messages_left <> coalesce(transfer.total, 0)
    """,
    # Each version of a wallet is one transfer, and each transfer starts where the one before it ended.
    "histories_off": """
        SELECT count(*) FROM (
            SELECT balance_after - credits <> lag(balance_after, 1, 0::bigint) OVER history AS is_off FROM transfers
            WINDOW history AS (PARTITION BY member_id ORDER BY version)
            UNION ALL
            SELECT wallets.version <> coalesce(transfer.newest, 0) OR wallets.version <> coalesce(transfer.many, 0)
            FROM wallets LEFT JOIN (
                SELECT member_id, max(version) AS newest, count(*) AS many FROM transfers GROUP BY member_id
            ) AS transfer USING (member_id)
        ) AS history WHERE is_off
    """,
    # A completed payment gave its credits once, and no other payment gave any.
    "payments_off": """
        SELECT count(*) FROM (SELECT id, credits FROM payments WHERE status = 'completed') AS payment
        FULL JOIN (SELECT payment_id, credits - debt AS credits FROM transfers WHERE kind = 'purchase') AS transfer
        ON transfer.payment_id = payment.id
        WHERE payment.credits IS DISTINCT FROM transfer.credits
    """,
    # The refund of a message equals its charge.
    "given_back_off": """
        SELECT count(*) FROM settled_messages AS message JOIN transfers AS refund ON refund.id = message.refund_id
        JOIN transfers AS charge ON charge.id = message.message_id
        WHERE refund.member_id <> charge.member_id OR refund.free_messages <> -charge.free_messages
            OR refund.credits - refund.debt <> -charge.credits OR refund.kind NOT IN ('refund', 'undelivered')
    """,
    # Credits of reversals equal the returned credits of their payment.
    "reversals_off": """
        SELECT count(*) FROM payments LEFT JOIN (
            SELECT payment_id, -sum(credits - debt) AS taken_back FROM transfers WHERE kind = 'reversal'
            GROUP BY payment_id
        ) AS transfer ON transfer.payment_id = payments.id
        WHERE payments.returned_credits <> coalesce(transfer.taken_back, 0)
    """,
    # The billable item of a charge equals that of the posted message and of the refund.
    "items_off": """
        SELECT (
            SELECT count(*) FROM transfers AS transfer JOIN settled_messages AS message
                ON message.message_id = transfer.id
            WHERE message.purpose IS NOT NULL AND (message.purpose, message.item)
                IS DISTINCT FROM (coalesce(transfer.purpose, 'message'), transfer.item)
        ) + (
            SELECT count(*) FROM settled_messages AS message
            JOIN transfers AS charge ON charge.id = message.message_id
            JOIN transfers AS refund ON refund.id = message.refund_id
            WHERE (charge.purpose, charge.item, charge.credits, charge.free_messages)
                IS DISTINCT FROM (refund.purpose, refund.item, refund.debt - refund.credits, -refund.free_messages)
        )
    """,
    "premium_off": """
        SELECT count(DISTINCT member_id) FROM transfers JOIN wallets USING (member_id)
        WHERE transfers.kind = 'purchase' AND NOT wallets.is_premium
    """,
}


def audit(database: Database) -> dict[str, int]:
    """All figures, as of one moment."""
    with Session(database.engine.execution_options(isolation_level="REPEATABLE READ")) as session:
        # A full look at a large ledger takes longer than a request may.
        session.execute(text("SET LOCAL statement_timeout = '120s'"))
        figures = {name: int(Decimal(session.scalar(text(query)) or 0)) for name, query in FIGURES.items()}
        # The auditor asks some of the same questions in another way: whichever finds more is right.
        for name, off in check_all(session).items():
            figures[name] = max(figures.get(name, 0), off)
        return figures


def discrepancies(figures: dict[str, int]) -> dict[str, int]:
    return {name: figure for name, figure in figures.items() if name.endswith("_off") and figure}
