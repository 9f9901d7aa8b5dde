"""Check the invariants of all conversations: `python -m chat.audit` prints one JSON object, `--ids` adds message ids.

Reads one snapshot (REPEATABLE READ), so it can run under load. `ok` is true when every list of faults is empty.
"""

import json
import sys
from typing import Any

import psycopg

from chat.wiring import read_settings

SHOWN = 20  # examples of each fault

# Queries for violations, by the name of the fault.
FAULTS = {
    "seq_gaps": """
        SELECT c.id FROM conversations c LEFT JOIN messages m ON m.conversation_id = c.id GROUP BY c.id
        HAVING count(m.id) <> c.last_seq OR min(m.seq) <> 1 OR max(m.seq) <> c.last_seq
    """,
    "unread_wrong": """
        SELECT p.conversation_id, p.member_id FROM participations p
        WHERE p.unread <> (
            SELECT count(*) FROM messages m
            WHERE m.conversation_id = p.conversation_id AND m.sender_id = p.partner_id
              AND m.seq > greatest(p.read_seq, p.removed_before_seq)
              AND (m.kind <> 'call' OR m.call ->> 'state' = 'missed')
        )
    """,
    "participants_wrong": """
        SELECT c.id FROM conversations c LEFT JOIN participations p ON p.conversation_id = c.id GROUP BY c.id
        HAVING count(*) FILTER (WHERE p.member_id IN (c.first_id, c.second_id)) <> 2 OR count(*) <> 2
            OR max(p.read_seq) > c.last_seq OR max(p.removed_before_seq) > c.last_seq
    """,
    # Unread messages of a recipient who is gone must be undelivered, unless that is about to happen.
    "unread_of_gone": """
        SELECT m.id FROM messages m JOIN participations p
            ON p.conversation_id = m.conversation_id AND p.partner_id = m.sender_id
        JOIN members gone ON gone.member_id = p.member_id AND (gone.state <> 'active' OR gone.is_hidden)
        WHERE p.unread > 0 AND m.seq > greatest(p.read_seq, p.removed_before_seq) AND m.undelivered_at IS NULL
            AND m.kind <> 'call' AND NOT EXISTS (SELECT FROM standing_changes s WHERE s.member_id = p.member_id)
    """,
    "status_changes_late": "SELECT member_id FROM standing_changes WHERE due_at < now() - interval '5 minutes'",
    "times_out_of_order": """
        SELECT conversation_id, seq FROM (
            SELECT conversation_id, seq, sent_at,
                   lag(sent_at) OVER (PARTITION BY conversation_id ORDER BY seq) AS before
            FROM messages
        ) AS neighbours WHERE before > sent_at
    """,
    "posted_though_withdrawn": """
        SELECT message_id FROM withdrawn_sends JOIN messages ON id = message_id
        WHERE kind <> 'call' OR EXISTS (SELECT FROM calls WHERE calls.id = message_id AND connected_at IS NOT NULL)
    """,
    "kinds_wrong": """
        SELECT id FROM messages WHERE kind NOT IN ('text', 'photo', 'gift', 'voice', 'opener', 'call', 'staff')
            OR (kind = 'gift') <> (gift IS NOT NULL) OR (voice IS NOT NULL AND kind <> 'voice')
            OR (icebreaker IS NOT NULL AND (kind <> 'text' OR seq <> 1))
    """,
    # Staff write for fictional profiles alone, free of charge, and never the first message.
    "staff_wrong": """
        SELECT id FROM messages JOIN members ON member_id = sender_id
        WHERE kind = 'staff' AND (NOT is_fictional OR messages.credits <> 0 OR seq = 1)
    """,
    # A message that was taken back has no content and no reactions; its content is sealed, of no other message.
    "retractions_wrong": """
        SELECT id FROM messages WHERE retracted_at IS NOT NULL
            AND (text <> '' OR photo IS NOT NULL OR voice IS NOT NULL
                OR EXISTS (SELECT FROM reactions WHERE message_id = id))
        UNION ALL
        SELECT id FROM retracted_contents JOIN messages ON id = message_id WHERE messages.retracted_at IS NULL
    """,
    "reactions_of_others": """
        SELECT r.message_id FROM reactions r JOIN messages m ON m.id = r.message_id
        WHERE NOT EXISTS (
            SELECT FROM participations p WHERE p.conversation_id = m.conversation_id AND p.member_id = r.member_id
        )
    """,
    "starts_miscounted": """
        SELECT member_id FROM members WHERE conversations_started <>
            (SELECT count(*) FROM conversations WHERE starter_id = member_id)
    """,
    "feed_gaps": """
        SELECT member_id FROM feed_heads h LEFT JOIN feed f USING (member_id) GROUP BY member_id, h.position
        HAVING count(f.position) > 0
           AND (max(f.position) <> h.position OR max(f.position) - min(f.position) + 1 <> count(f.position))
    """,
    "messages_not_told": """
        SELECT m.id FROM messages m JOIN participations p ON p.conversation_id = m.conversation_id
        JOIN members USING (member_id) WHERE state = 'active' AND m.sent_at > now() - interval '6 days'
          AND NOT EXISTS (SELECT FROM feed f WHERE f.member_id = p.member_id AND f.message_id = m.id)
    """,
    # An open call has the rows of both members, or of its caller alone while it rings in a muted chat; a closed one has
    # none, and the job has ended all that are due.
    "calls_wrong": """
        SELECT id FROM calls WHERE (SELECT count(*) FROM open_calls WHERE call_id = id) NOT BETWEEN
                CASE WHEN due_at IS NULL THEN 0 WHEN state = 'ringing' THEN 1 ELSE 2 END
                AND CASE WHEN due_at IS NULL THEN 0 ELSE 2 END
            OR due_at < now() - interval '5 minutes'
    """,
    "outbox_late": """
        SELECT seq FROM kit.outbox WHERE published_at IS NULL AND created_at < now() - interval '30 seconds'
    """,
}
COUNTS = {
    "conversations": "SELECT count(*) FROM conversations",
    "messages": "SELECT count(*) FROM messages",
    "gifts": "SELECT count(*) FROM messages WHERE kind = 'gift'",
    "voice_messages": "SELECT count(*) FROM messages WHERE kind = 'voice'",
    "icebreakers": "SELECT count(*) FROM messages WHERE icebreaker IS NOT NULL",
    "undelivered": "SELECT count(*) FROM messages WHERE undelivered_at IS NOT NULL",
    "withdrawn": "SELECT count(*) FROM withdrawn_sends",
    "unread": "SELECT coalesce(sum(unread), 0) FROM participations",
    "parked_events": "SELECT count(*) FROM kit.parked_events",
}
IDS = "SELECT id::text FROM messages ORDER BY sent_at, id"


def audit(dsn: str, *, with_ids: bool = False) -> dict[str, Any]:
    with psycopg.connect(dsn) as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        found = {name: connection.execute(query).fetchall() for name, query in FAULTS.items()}
        report: dict[str, Any] = {name: connection.execute(query).fetchone()[0] for name, query in COUNTS.items()}  # type: ignore[index]
        if with_ids:
            report["message_ids"] = [row[0] for row in connection.execute(IDS)]
    faults = {name: {"count": len(rows), "some": [_text(row) for row in rows[:SHOWN]]} for name, rows in found.items()}
    return {"ok": not any(found.values()), **report, "faults": faults}


def _text(row: tuple[Any, ...]) -> str:
    return " ".join(str(value) for value in row)


if __name__ == "__main__":
    report = audit(read_settings().database_url, with_ids="--ids" in sys.argv[1:])
    print(json.dumps(report))
    sys.exit(0 if report["ok"] else 1)
