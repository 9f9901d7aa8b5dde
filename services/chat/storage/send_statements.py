"""The SQL of a batch of sends: the hot path of chat, measured by `scripts/bench chat`.

Each statement takes any number of messages as arrays, so one message and sixty-four take the same round trips: `STATES`
before the charge; `LOCK_IDS` and `RESERVE` after it; `POST`, outbox and feed with the commit.
"""

from shared.kit.db import Statement
from sqlalchemy import text

_ASKED = """
    unnest(CAST(CAST(:messages AS text) AS uuid[]), CAST(CAST(:senders AS text) AS uuid[]),
        CAST(CAST(:recipients AS text) AS uuid[]), CAST(CAST(:conversations AS text) AS uuid[]))
    WITH ORDINALITY AS asked (message_id, sender_id, recipient_id, conversation_id, n)
"""
# The rules of visibility are those of chat/storage/visibility.py. The rows of both members and of the conversation may
# be missing: the sign-up event of either may not have arrived yet.
_STATE = """
    SELECT
        recipient.member_id IS NOT NULL AND coalesce(sender.pool = recipient.pool, true) AS is_recipient_known,
        coalesce(
            recipient.state = 'active' AND NOT recipient.is_hidden
                AND (conversation.id IS NOT NULL OR NOT recipient.is_invisible AND NOT EXISTS (
                    SELECT FROM hidden_contacts
                    WHERE member_id = asked.sender_id AND contact_id = asked.recipient_id
                        OR member_id = asked.recipient_id AND contact_id = asked.sender_id
                )),
            false
        ) AS is_recipient_there,
        coalesce(recipient.is_confirmed, false) AS is_recipient_confirmed,
        coalesce(recipient.name, '') AS recipient_name,
        EXISTS (SELECT FROM blocks WHERE blocker_id = asked.recipient_id AND blocked_id = asked.sender_id)
            AS is_blocked_by_recipient,
        EXISTS (SELECT FROM blocks WHERE blocker_id = asked.sender_id AND blocked_id = asked.recipient_id)
            AS has_blocked_recipient,
        conversation.starter_id,
        coalesce(sender.conversations_started, 0) AS conversations_started,
        coalesce(sender.is_premium, false) AS is_premium,
        coalesce(sender.is_age_unproven, false) AS is_sender_age_unproven,
        coalesce(recipient.state <> 'active', false) AS is_recipient_deleted,
        coalesce(recipient.is_closed_for_fraud, false) AS is_recipient_closed_for_fraud,
        EXISTS (SELECT FROM withdrawn_sends WHERE message_id = asked.message_id) AS is_withdrawn,
        message.*
"""
_OF = """
    LEFT JOIN members AS sender ON sender.member_id = asked.sender_id
    LEFT JOIN members AS recipient ON recipient.member_id = asked.recipient_id
    LEFT JOIN conversations AS conversation ON conversation.id = asked.conversation_id
    LEFT JOIN messages AS message ON message.id = asked.message_id
"""
STATES = Statement(text(f"{_STATE} FROM {_ASKED} {_OF} ORDER BY n"))
# In the order of the numbers, so that two batches do not deadlock.
LOCK_IDS = Statement(
    text("SELECT pg_advisory_xact_lock(number) FROM unnest(CAST(CAST(:numbers AS text) AS bigint[])) AS number")
)
# Inserts each conversation with seq 1, or advances its `last_seq`; a rollback frees the slot. The row lock makes a
# concurrent send wait for this commit and take the seq after it. `greatest` keeps a message from being older than the
# one before it.
RESERVE = Statement(
    text(
        f"""
        WITH asked AS (SELECT * FROM {_ASKED}), slot AS (
            INSERT INTO conversations AS held (id, first_id, second_id, starter_id, last_seq, last_message_at)
            SELECT conversation_id, least(sender_id, recipient_id), greatest(sender_id, recipient_id), sender_id, 1,
                clock_timestamp()
            FROM asked ORDER BY conversation_id
            ON CONFLICT (id) DO UPDATE SET last_seq = held.last_seq + 1,
                last_message_at = greatest(held.last_message_at, clock_timestamp())
            RETURNING id, last_seq, last_message_at
        )
        {_STATE}, slot.last_seq AS slot_seq, slot.last_message_at AS slot_at
        FROM asked JOIN slot ON slot.id = asked.conversation_id {_OF} ORDER BY n
        """  # noqa: S608 - constants above
    )
)
# The rows of senders, whose counts and copies of the wallet are updated: in one order, before any of them is.
LOCK_SENDERS = Statement(
    text(
        """
        SELECT FROM members WHERE member_id = ANY(CAST(CAST(:senders AS text) AS uuid[]))
        ORDER BY member_id FOR NO KEY UPDATE
        """
    )
)
# Inserts the messages, counts each as unread for its recipient, ends the archiving of the conversation unless it is
# muted, and stores the wallets of senders unless newer ones are stored.
POST = Statement(
    text(
        """
        WITH post AS (
            SELECT * FROM jsonb_to_recordset(:posts) AS post (
                id uuid, conversation_id uuid, seq bigint, sender_id uuid, recipient_id uuid, kind text, text text,
                body_hash bytea, answer jsonb, sent_at timestamptz, hints text[], gift text, icebreaker text,
                likeness bytea, photo jsonb, voice jsonb, credits bigint, reply_to uuid
            )
        ), written AS (
            INSERT INTO messages (id, conversation_id, seq, sender_id, kind, text, body_hash, answer, sent_at, hints,
                gift, icebreaker, likeness, photo, voice, credits, reply_to)
            SELECT id, conversation_id, seq, sender_id, kind, text, body_hash, answer, sent_at, hints,
                gift, icebreaker, likeness, photo, voice, credits, reply_to
            FROM post
        ), copied AS (
            UPDATE members SET credits = (answer ->> 'balance')::bigint,
                free_messages_left = (answer ->> 'free_messages_left')::int,
                wallet_version = (answer ->> 'version')::bigint
            FROM post
            WHERE members.member_id = post.sender_id AND members.wallet_version < (answer ->> 'version')::bigint
        )
        INSERT INTO participations AS own (conversation_id, member_id, partner_id, unread, updated_at)
        SELECT conversation_id, member_id, partner_id, unread, sent_at
        FROM post, LATERAL (VALUES (sender_id, recipient_id, 0), (recipient_id, sender_id, 1))
            AS participant (member_id, partner_id, unread)
        ORDER BY conversation_id, member_id
        ON CONFLICT (conversation_id, member_id) DO UPDATE SET unread = own.unread + excluded.unread,
            updated_at = excluded.updated_at, is_archived = own.is_archived AND own.is_muted
        """
    )
)
COUNT_SAME_STARTS = Statement(
    text(
        """
        SELECT count(*) FROM messages
        WHERE sender_id = :sender_id AND likeness = :likeness AND sent_at > now() - CAST(:within AS interval)
        """
    )
)
