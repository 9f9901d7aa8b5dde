"""Idempotency keys: a create call has its effect once, and every retry gets the answer of the first call.

The key, the hash of the body and the answer are a row of `kit.answers`, written in the transaction of the effect, so
that they commit together or not at all.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from shared.kit.core.errors import KeyReused
from shared.kit.db.statement import Statement
from shared.kit.db.tables import IdempotencyKeyRow

IS_KEY = (
    IdempotencyKeyRow.actor == bindparam("key_actor"),
    IdempotencyKeyRow.operation == bindparam("key_operation"),
    IdempotencyKeyRow.key == bindparam("key_key"),
)
# The race of two calls with one key: ON CONFLICT DO NOTHING blocks until the concurrent insert of the same key commits
# or rolls back. After a commit it inserts nothing and the stored answer is read; after a rollback it inserts the row.
INSERT_KEY = Statement(
    insert(IdempotencyKeyRow)
    .values({name: bindparam(name) for name in ("actor", "operation", "key", "body_hash")})
    .on_conflict_do_nothing()
    .returning(IdempotencyKeyRow.key)
)
STORED_ANSWER = Statement(select(IdempotencyKeyRow.body_hash, IdempotencyKeyRow.answer).where(*IS_KEY))
STORE_ANSWER = Statement(update(IdempotencyKeyRow).where(*IS_KEY).values(answer=bindparam("answer")))


def body_hash_of(body: dict[str, Any]) -> bytes:
    """SHA-256 of the body as JSON with sorted keys: independent of the order of its fields."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, default=str).encode()).digest()


def once(
    session: Session, *, actor: str, operation: str, key: UUID, body: dict[str, Any], do: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """Run `do` once per idempotency key, in the caller's transaction; every retry gets the same answer, for ever.

    A key is unique for its `actor` and `operation`. Raises Invalid `idempotency_key_reused` when the key was used with
    another body.
    """
    body_hash = body_hash_of(body)
    inserted = INSERT_KEY.on(session, actor=actor, operation=operation, key=key, body_hash=body_hash).first()
    key_values = {"key_actor": actor, "key_operation": operation, "key_key": key}
    if inserted is None:
        stored = STORED_ANSWER.on(session, **key_values).one()
        if stored.body_hash != body_hash:
            raise KeyReused(field="id")
        return stored.answer or {}
    answer = do()
    STORE_ANSWER.with_commit(session, **key_values, answer=Jsonb(answer))
    return answer
