"""Statements of handlers that take every message and like, compiled once and deferred to the commit.

`scripts/bench chat` measures them: a batch of events is one round trip here, and with the ORM a row each.
"""

from shared.kit.storage.statement import Statement
from sqlalchemy import Integer, Interval, bindparam, func, select, text, update

from notifications.storage.tables import EmailRow, PushRow

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
        GROUP BY member_id, conversation_id, about_id
        ORDER BY member_id, conversation_id
        ON CONFLICT (member_id, conversation_id) DO UPDATE SET
            count = unreads.count + excluded.count, last_seq = greatest(unreads.last_seq, excluded.last_seq)
        """
    )
)

# Of several requests with one topic the last one is queued. A push already queued keeps its due time: otherwise a
# partner who writes all the time would defer it for ever.
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
        DO UPDATE SET version = pushes.version + 1, about_id = excluded.about_id, tries = 0
        """
    )
)

# SKIP LOCKED: several workers claim rows of the queues at the same time without waiting for each other.
_DUE_EMAIL = (
    select(EmailRow.id)
    .where(EmailRow.state == "queued", EmailRow.next_try_at <= func.now())
    .order_by(EmailRow.next_try_at)
    .limit(1)
    .with_for_update(skip_locked=True)
)
CLAIM_EMAIL = Statement(
    update(EmailRow)
    .where(EmailRow.id == _DUE_EMAIL.scalar_subquery())
    .values(tries=EmailRow.tries + 1, next_try_at=func.now() + bindparam("lease", type_=Interval))
    .returning(*EmailRow.__table__.columns)
)
_DUE_PUSHES = (
    select(PushRow.id)
    .where(PushRow.state == "queued", PushRow.next_try_at <= func.now())
    .order_by(PushRow.next_try_at)
    .limit(bindparam("most", type_=Integer))
    .with_for_update(skip_locked=True)
)
CLAIM_PUSHES = Statement(
    update(PushRow)
    .where(PushRow.id.in_(_DUE_PUSHES.scalar_subquery()))
    .values(tries=PushRow.tries + 1, next_try_at=func.now() + bindparam("lease", type_=Interval))
    .returning(*PushRow.__table__.columns)
)
