import hashlib
import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from servicekit.errors import Invalid
from servicekit.storage.statement import Statement
from servicekit.storage.tables import AnswerRow

WHOSE = (
    AnswerRow.actor == bindparam("whose_actor"),
    AnswerRow.operation == bindparam("whose_operation"),
    AnswerRow.key == bindparam("whose_key"),
)
# A concurrent insert of the same key makes this wait for it, then skip.
CLAIM = Statement(
    insert(AnswerRow)
    .values({name: bindparam(name) for name in ("actor", "operation", "key", "body_hash")})
    .on_conflict_do_nothing()
    .returning(AnswerRow.key)
)
EARLIER = Statement(select(AnswerRow.body_hash, AnswerRow.answer).where(*WHOSE))
KEEP = Statement(update(AnswerRow).where(*WHOSE).values(answer=bindparam("answer")))


def fingerprint(body: dict[str, Any]) -> bytes:
    """The same for the same body, whatever the order of its fields."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, default=str).encode()).digest()


def once(
    session: Session, *, actor: str, operation: str, key: UUID, body: dict[str, Any], do: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """Do this once for its key, in the caller's transaction, and give every retry the same answer for ever.

    Raises Invalid `idempotency_key_reused` when the key came with another body before.
    """
    body_hash = fingerprint(body)
    claimed = CLAIM.on(session, actor=actor, operation=operation, key=key, body_hash=body_hash).first()
    whose = {"whose_actor": actor, "whose_operation": operation, "whose_key": key}
    if claimed is None:
        earlier = EARLIER.on(session, **whose).one()
        if earlier.body_hash != body_hash:
            raise Invalid("idempotency_key_reused", field="id")
        return earlier.answer or {}
    answer = do()
    KEEP.with_commit(session, **whose, answer=Jsonb(answer))
    return answer
