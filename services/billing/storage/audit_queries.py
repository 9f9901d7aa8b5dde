"""Checks of the ledger in SQL: reports over many rows, which the ORM would only obscure.

Each finds the rows that violate it: the member whose wallet it concerns, the id of the row (`subject`), and what is
wrong with it (`state`), which stays the same while nothing changes. The worker runs them on a bounded part at a time
(`storage/auditor.py`), `billing.audit` on everything; no request waits for them. Parameters: `since` for new rows;
`after` and `upto`, ids of members, for old ones; `messages_since`, the time from which outcomes of messages are
complete; `kinds` and `accounts`, the house account of each kind of transfer.
"""

# Where messages were paid before settled_messages existed, processes of that release omit some rows while they still
# serve. Everywhere else outcomes are complete from the first message.
FIRST_NOTES = """
    SELECT CASE WHEN EXISTS (
        SELECT FROM transfers AS transfer WHERE kind = 'message'
            AND created_at <= (SELECT noted_until FROM settlement_progress)
            AND NOT EXISTS (SELECT FROM unsettled_charges WHERE charge_id = transfer.id)
            AND NOT EXISTS (SELECT FROM settled_messages WHERE message_id = transfer.id)
    ) THEN now() + interval '10 minutes' ELSE timestamptz 'epoch' END
"""

NEW = "transfer.created_at >= :since"
OLD = "transfer.member_id > :after AND transfer.member_id <= :upto"
NEW_PAYMENT = "payment.decided_at >= :since"
OLD_PAYMENT = "payment.member_id > :after AND payment.member_id <= :upto"

# A broken chain says that rows of the ledger were changed or removed: no other figure can be trusted then. All other
# checks concern one wallet.
LEDGER_WIDE = frozenset({"chains_off"})

OF_TRANSFERS = {
    "transfers_off": """
        SELECT transfer.member_id, transfer.id AS subject,
            concat_ws(' ', entry.total, entry.to_member, entry.to_debt, entry.to_house) AS state
        FROM transfers AS transfer CROSS JOIN LATERAL (
            SELECT coalesce(sum(amount), 0) AS total,
                coalesce(sum(amount) FILTER (WHERE entries.account = 'member:' || transfer.member_id), 0) AS to_member,
                coalesce(sum(amount) FILTER (WHERE entries.account = 'debt:' || transfer.member_id), 0) AS to_debt,
                coalesce(sum(amount) FILTER (WHERE entries.account = house.account), 0) AS to_house
            FROM entries LEFT JOIN unnest(CAST(:kinds AS text[]), CAST(:accounts AS text[])) AS house (kind, account)
                ON house.kind = transfer.kind
            WHERE transfer_id = transfer.id
        ) AS entry
        WHERE {scope} AND (entry.total <> 0 OR entry.to_member <> transfer.credits
            OR entry.to_debt <> -transfer.debt OR entry.to_house <> transfer.debt - transfer.credits)
    """,
    "chains_off": """
        SELECT transfer.member_id, transfer.id AS subject,
            encode(transfer.hash, 'hex') || ' ' || encode(transfer_hash(before.hash, transfer), 'hex') AS state
        FROM transfers AS transfer
        LEFT JOIN transfers AS before
            ON before.member_id = transfer.member_id AND before.version = transfer.version - 1
        WHERE {scope} AND (
            transfer.hash <> transfer_hash(before.hash, transfer) OR (transfer.version > 1 AND before.id IS NULL)
        )
    """,
    # Each transfer starts from the balance where the one before it ended.
    "histories_off": """
        SELECT transfer.member_id, transfer.id AS subject,
            concat_ws(' ', transfer.balance_after, transfer.credits, before.balance_after) AS state
        FROM transfers AS transfer
        LEFT JOIN transfers AS before
            ON before.member_id = transfer.member_id AND before.version = transfer.version - 1
        WHERE {scope} AND transfer.balance_after - transfer.credits <> coalesce(before.balance_after, 0)
    """,
    "balances_off": """
        SELECT wallets.member_id, wallets.member_id AS subject,
            concat_ws(' ', wallets.balance - newest.balance_after, wallets.version - newest.version) AS state
        FROM wallets JOIN (
            SELECT DISTINCT transfer.member_id FROM transfers AS transfer WHERE {scope}
        ) AS looked_at USING (member_id) CROSS JOIN LATERAL (
            SELECT balance_after, version FROM transfers AS transfer WHERE transfer.member_id = wallets.member_id
            ORDER BY version DESC LIMIT 1
        ) AS newest
        WHERE wallets.balance <> newest.balance_after OR wallets.version <> newest.version
    """,
    # A paid message waits, was posted, or was given back. Young ones have no row until their event comes.
    "messages_off": """
        SELECT transfer.member_id, transfer.id AS subject, '' AS state FROM transfers AS transfer
        WHERE {scope} AND transfer.kind = 'message' AND transfer.created_at >= :messages_since
            AND transfer.created_at <= (SELECT noted_until FROM settlement_progress)
            AND NOT EXISTS (SELECT FROM unsettled_charges WHERE charge_id = transfer.id)
            AND NOT EXISTS (SELECT FROM settled_messages AS message
                WHERE message.message_id = transfer.id AND message.member_id = transfer.member_id)
    """,
    # The billable item of a charge equals that of the posted message.
    "items_off": """
        SELECT transfer.member_id, transfer.id AS subject, concat_ws(' ', message.purpose, message.item) AS state
        FROM transfers AS transfer JOIN settled_messages AS message ON message.message_id = transfer.id
        WHERE {scope} AND message.purpose IS NOT NULL AND (message.purpose, message.item)
            IS DISTINCT FROM (coalesce(transfer.purpose, 'message'), transfer.item)
    """,
    # A refund equals its charge and belongs to one message.
    "given_back_off": """
        SELECT transfer.member_id, transfer.id AS subject, '' AS state FROM transfers AS transfer
        WHERE {scope} AND transfer.kind IN ('refund', 'undelivered') AND transfer.created_at >= :messages_since
            AND (SELECT count(*) FROM settled_messages AS message JOIN transfers AS charge
                ON charge.id = message.message_id AND charge.member_id = transfer.member_id
                WHERE message.refund_id = transfer.id AND charge.free_messages = -transfer.free_messages
                    AND charge.credits = transfer.debt - transfer.credits) <> 1
    """,
    # A transfer that is not a charge was made for one cause.
    "causes_off": """
        SELECT transfer.member_id, transfer.id AS subject, '' AS state FROM transfers AS transfer
        WHERE {scope} AND transfer.kind <> 'message' AND NOT EXISTS (
            SELECT FROM transfer_causes WHERE transfer_causes.transfer_id = transfer.id
                AND transfer_causes.kind = CASE transfer.kind WHEN 'undelivered' THEN 'refund' ELSE transfer.kind END)
    """,
    "purchases_off": """
        SELECT transfer.member_id, transfer.id AS subject,
            concat_ws(' ', payment.status, payment.member_id, payment.credits) AS state
        FROM transfers AS transfer LEFT JOIN payments AS payment ON payment.id = transfer.payment_id
        WHERE {scope} AND transfer.kind = 'purchase' AND (
            payment.status IS DISTINCT FROM 'completed' OR payment.member_id <> transfer.member_id
            OR transfer.credits - transfer.debt <> payment.credits
            OR EXISTS (SELECT FROM transfers AS other WHERE other.payment_id = transfer.payment_id
                AND other.kind = 'purchase' AND other.id <> transfer.id))
    """,
}
OF_PAYMENTS = {
    # A completed payment granted its credits, less those reversed.
    "payments_off": """
        SELECT payment.member_id, payment.id AS subject,
            concat_ws(' ', transfer.purchases, transfer.granted, payment.credits, payment.returned_credits) AS state
        FROM payments AS payment LEFT JOIN LATERAL (
            SELECT count(*) FILTER (WHERE kind = 'purchase') AS purchases,
                coalesce(sum(credits - debt), 0) AS granted
            FROM transfers WHERE transfers.payment_id = payment.id
        ) AS transfer ON true
        WHERE {scope} AND payment.status = 'completed'
            AND (transfer.purchases <> 1 OR transfer.granted <> payment.credits - payment.returned_credits)
    """,
}
OF_NEW_MESSAGES = {
    # No message was posted without a charge.
    "unpaid_off": """
        SELECT message.member_id, message.message_id AS subject, '' AS state FROM settled_messages AS message
        WHERE message.settled_at >= :since AND NOT EXISTS (
            SELECT FROM transfers WHERE transfers.id = message.message_id AND transfers.kind = 'message'
                AND transfers.member_id = message.member_id)
    """,
}
OF_OLD_WALLETS = {
    "wallets_off": """
        SELECT wallets.member_id, wallets.member_id AS subject,
            concat_ws(' ', wallets.version - coalesce(sums.many, 0), wallets.balance - coalesce(sums.credits, 0),
                wallets.free_messages_left - coalesce(sums.free, 0), wallets.debt - coalesce(sums.debt, 0)) AS state
        FROM wallets LEFT JOIN (
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
FIGURES = tuple(dict.fromkeys(name for name, _ in QUERIES))
