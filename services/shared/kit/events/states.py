"""Events that report a state take effect in the order of their outbox, however they arrive.

The contract says which events report a state (`event_facts.state_of`). Their number in the outbox, which the
relay sends along, grows with every change of that state: a state is announced under the row lock of its subject, and
the outbox row is inserted with the commit. `kit.applied_states` keeps the highest number that took effect; an event
with a lower one is superseded. Two workers with events about one state wait for each other at that row.
"""

from collections.abc import Sequence

from google.protobuf.message import Message
from sqlalchemy import text
from sqlalchemy.orm import Session

from shared.kit.core.event_facts import state_key, state_of
from shared.kit.db.statement import Statement

# Header of a published event: its number in the outbox of its service.
OUTBOX_SEQ = "Pairwise-Outbox-Seq"
# The number that a final event leaves behind: no other is higher.
FINAL = 2**63 - 1

# Row locks are taken in the order of keys, so that two batches cannot deadlock.
APPLY = Statement(
    text(
        """
        INSERT INTO kit.applied_states AS applied (key, seq)
        SELECT key, seq FROM unnest(CAST(:keys AS bytea[]), CAST(:seqs AS bigint[])) AS newest (key, seq) ORDER BY key
        ON CONFLICT (key) DO UPDATE SET seq = excluded.seq, applied_at = now() WHERE applied.seq < excluded.seq
        RETURNING key
        """
    )
)


def superseded(session: Session, events: Sequence[Message], seqs: Sequence[int | None]) -> list[bool]:
    """Whether a newer event about the same state took effect before each of these, or is among them.

    Writes down the newest ones in the caller's transaction. An event without a number, published by the previous
    release, is never superseded; a final one neither.
    """
    newest: dict[bytes, tuple[int, int]] = {}
    for index, (event, seq) in enumerate(zip(events, seqs, strict=True)):
        key, number = state_key(event), FINAL if _is_final(event) else seq
        if key is not None and number is not None and (key not in newest or newest[key][0] <= number):
            newest[key] = (number, index)
    if not newest:
        return [False] * len(events)
    keys = sorted(newest)
    applied = {bytes(row[0]) for row in APPLY.on(session, keys=keys, seqs=[newest[key][0] for key in keys])}
    taking_effect = {newest[key][1] for key in applied}
    return [
        index not in taking_effect and seq is not None and state_key(event) is not None and not _is_final(event)
        for index, (event, seq) in enumerate(zip(events, seqs, strict=True))
    ]


def _is_final(event: Message) -> bool:
    state = state_of(type(event))
    return state is not None and state.final
