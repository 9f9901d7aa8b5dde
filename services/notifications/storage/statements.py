"""Statements of handlers that take every message and like, and of workers that send, compiled once.

`scripts/bench chat` measures them: a batch of events is one round trip here, and with the ORM a row each.
"""

from shared.kit.db import Statement
from sqlalchemy import text

# least(): a clock of another machine that is fast must not mark a member as active in the future. The inner query
# leaves out members erased before a late event about them.
RECORD_ACTIVITIES = Statement(
    text(
        """
        INSERT INTO activities (member_id, active_at)
        SELECT member_id, least(at, now())
        FROM unnest(CAST(:members AS uuid[]), CAST(:ats AS timestamptz[])) AS active (member_id, at)
        WHERE NOT EXISTS (SELECT FROM kit.erased WHERE erased.member_id = active.member_id)
        ORDER BY member_id
        ON CONFLICT (member_id) DO UPDATE SET active_at = excluded.active_at
        WHERE activities.active_at < excluded.active_at - CAST(:resolution AS interval)
        """
    )
)

RECORD_LIKES = Statement(
    text(
        """
        INSERT INTO new_likes (member_id, liker_id)
        SELECT member_id, liker_id
        FROM unnest(CAST(:members AS uuid[]), CAST(:likers AS uuid[])) AS likes (member_id, liker_id)
        ORDER BY member_id, liker_id
        ON CONFLICT DO NOTHING
        """
    )
)

# The first message of a conversation counts as mailed: it has an email of its own.
RECORD_UNREAD = Statement(
    text(
        """
        INSERT INTO unreads (member_id, conversation_id, about_id, count, last_seq, mailed_at)
        SELECT member_id, conversation_id, about_id, count(*), max(seq), CASE WHEN min(seq) = 1 THEN now() END
        FROM unnest(
            CAST(:members AS uuid[]), CAST(:conversations AS uuid[]), CAST(:abouts AS uuid[]), CAST(:seqs AS bigint[])
        ) AS received (member_id, conversation_id, about_id, seq)
        WHERE NOT EXISTS (
            SELECT FROM muted_conversations AS muted
            WHERE muted.member_id = received.member_id AND muted.conversation_id = received.conversation_id
        )
        GROUP BY member_id, conversation_id, about_id
        ORDER BY member_id, conversation_id
        ON CONFLICT (member_id, conversation_id) DO UPDATE SET
            count = unreads.count + excluded.count, last_seq = greatest(unreads.last_seq, excluded.last_seq)
        """
    )
)

# Of several requests with one topic the last one is queued. A push already queued keeps its due time: otherwise a
# partner who writes all the time would defer it for ever. A message keeps the first one of its conversation what it is;
# a missed call takes the place of its ring.
QUEUE_PUSHES = Statement(
    text(
        """
        INSERT INTO pushes (id, endpoint, member_id, notice, about_id, conversation_id, topic, next_try_at)
        SELECT DISTINCT ON (endpoint, topic)
            gen_random_uuid(), endpoint, member_id, kind, about_id, conversation_id, topic, now() + delay
        FROM unnest(
            CAST(:members AS uuid[]), CAST(:kinds AS text[]), CAST(:abouts AS uuid[]), CAST(:conversations AS uuid[]),
            CAST(:topics AS text[]), CAST(:delays AS interval[])
        ) WITH ORDINALITY AS request (member_id, kind, about_id, conversation_id, topic, delay, position)
        JOIN push_subscriptions USING (member_id)
        ORDER BY endpoint, topic, position DESC
        ON CONFLICT (endpoint, topic) WHERE state = 'queued'
        DO UPDATE SET
            version = pushes.version + 1, about_id = excluded.about_id, tries = 0, created_at = now(),
            notice = CASE WHEN excluded.notice = 'message' THEN pushes.notice ELSE excluded.notice END
        """
    )
)

# A claim is two statements of one transaction. The first locks recipients, the longest due first, and skips those whom
# another worker is claiming for: advisory locks, because a recipient has no row of its own in a queue. OFFSET 0 keeps
# the planner from locking more than it returns. The second has a newer snapshot, and sees what earlier holders of these
# locks have committed: nothing is claimed for a recipient while another worker sends to them, so their order is kept.
LOCK = """
    SELECT DISTINCT {recipient} FROM (
        SELECT {recipient} FROM (
            SELECT {recipient} FROM {queue} WHERE state = 'queued' AND next_try_at <= now() AND {is_free}
            ORDER BY next_try_at OFFSET 0
        ) AS due
        WHERE pg_try_advisory_xact_lock(hashtextextended({recipient}::text, {seed})) LIMIT :most
    ) AS locked
"""
CLAIM = """
    UPDATE {queue} SET next_try_at = now() + :lease, claimed_until = now() + :lease
    FROM (
        SELECT id, next_try_at AS due_at FROM {queue}
        WHERE {recipient} = ANY(:recipients) AND state = 'queued' AND next_try_at <= now() AND {is_free}
    ) AS due
    WHERE {queue}.id = due.id AND state = 'queued' AND next_try_at <= now()
    RETURNING {queue}.*, due.due_at
"""
IS_FREE = """
    NOT EXISTS (
        SELECT FROM {queue} AS sending
        WHERE sending.{recipient} = {queue}.{recipient} AND sending.state = 'queued' AND sending.claimed_until > now()
    )
"""


def _claims(queue: str, recipient: str, seed: int) -> tuple[Statement, Statement]:
    """`seed` keeps the queue's locks apart from those of others (storage/push_subscriptions.py has 0)."""
    names = {"queue": queue, "recipient": recipient, "seed": seed}
    names["is_free"] = IS_FREE.format_map(names)
    return Statement(text(LOCK.format_map(names))), Statement(text(CLAIM.format_map(names)))


# A try counts when it has ended, whatever its outcome: a worker that is killed uses up none.
LOCK_MEMBERS_TO_MAIL, CLAIM_EMAILS = _claims("mails", "member_id", 1)
LOCK_DEVICES_TO_PUSH, CLAIM_PUSHES = _claims("pushes", "endpoint", 2)

FINISH_EMAILS = Statement(
    text(
        """
        UPDATE mails SET
            state = ended.state, reason = ended.reason, finished_at = now(), params = '{}', sealed = NULL,
            claimed_until = NULL, tries = tries + 1, address_hash = ended.address_hash
        FROM unnest(
            CAST(:ids AS uuid[]), CAST(:states AS text[]), CAST(:reasons AS text[]), CAST(:addresses AS bytea[])
        ) AS ended (id, state, reason, address_hash)
        WHERE mails.id = ended.id AND mails.state = 'queued'
        """
    )
)
# The first day that counts as a return: the day of the email, or the next one if the member was seen on it before.
RECORD_DELIVERED = Statement(
    text(
        """
        UPDATE series_emails SET
            delivered_at = coalesce(delivered_at, now()),
            counts_from = CAST(timezone('UTC', now()) AS date)
                + CASE WHEN sent.seen_on < CAST(timezone('UTC', now()) AS date) THEN 0 ELSE 1 END
        FROM unnest(CAST(:emails AS uuid[]), CAST(:days AS date[])) AS sent (email_id, seen_on)
        WHERE series_emails.email_id = sent.email_id
        """
    )
)
# A push that a newer request has joined since it was claimed is due again instead.
FINISH_PUSHES = Statement(
    text(
        """
        UPDATE pushes SET
            state = CASE WHEN is_newer THEN 'queued' ELSE ended.state END,
            reason = CASE WHEN is_newer THEN NULL ELSE ended.reason END,
            next_try_at = CASE WHEN is_newer THEN now() ELSE next_try_at END,
            finished_at = CASE WHEN is_newer THEN NULL ELSE now() END,
            claimed_until = NULL,
            tries = CASE WHEN is_newer THEN tries ELSE tries + 1 END
        FROM (
            SELECT ended.*, pushes.version <> ended.version AS is_newer
            FROM unnest(
                CAST(:ids AS uuid[]), CAST(:versions AS int[]), CAST(:states AS text[]), CAST(:reasons AS text[])
            ) AS ended (id, version, state, reason)
            JOIN pushes USING (id) ORDER BY id FOR UPDATE OF pushes
        ) AS ended
        WHERE pushes.id = ended.id AND pushes.state = 'queued'
        """
    )
)
PUT_BACK = """
    UPDATE {queue} SET
        tries = tries + back.counted, next_try_at = now() + back.delay, claimed_until = NULL
    FROM unnest(CAST(:ids AS uuid[]), CAST(:counted AS int[]), CAST(:delays AS interval[])) AS back (id, counted, delay)
    WHERE {queue}.id = back.id AND state = 'queued'
"""
PUT_BACK_EMAILS = Statement(text(PUT_BACK.format(queue="mails")))
PUT_BACK_PUSHES = Statement(text(PUT_BACK.format(queue="pushes")))
