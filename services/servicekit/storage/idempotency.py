import hashlib
import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from servicekit.errors import Invalid
from servicekit.storage.tables import AnswerRow


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
    # A concurrent insert of the same key makes this wait for it, then skip.
    claimed = session.execute(
        insert(AnswerRow)
        .values(actor=actor, operation=operation, key=key, body_hash=body_hash)
        .on_conflict_do_nothing()
        .returning(AnswerRow.key)
    ).first()
    mine = (AnswerRow.actor == actor, AnswerRow.operation == operation, AnswerRow.key == key)
    if claimed is None:
        earlier = session.execute(select(AnswerRow.body_hash, AnswerRow.answer).where(*mine)).one()
        if earlier.body_hash != body_hash:
            raise Invalid("idempotency_key_reused", field="id")
        return earlier.answer or {}
    answer = do()
    session.execute(update(AnswerRow).where(*mine).values(answer=answer))
    return answer
