"""Search in one conversation. Words are compared without capitals and accents, by PostgreSQL alone."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from shared.kit.db import Statement
from sqlalchemy import BigInteger, ColumnElement, Integer, Select, String, Uuid, bindparam, func, literal_column, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from chat.domain.conversation import Participant
from chat.storage.messages import BEYOND, is_within_history
from chat.storage.tables import MessageRow

# Messages that one request reads, the newest first, so that a search for a rare word stays as cheap as one for "the".
SCANNED = 5_000
# Letters that no decomposition takes apart, and typographic quotes.
APART, PLAIN = "øłđıħ’‘“”„", 'oldih\'\'"""'


@dataclass(frozen=True)
class Hit:
    """A message with the words."""

    id: UUID
    seq: int


class FoundMessages:
    def __init__(self, session: Session) -> None:
        self._session = session

    def page(
        self, participant: Participant, months: int, words: str, before: int | None, limit: int
    ) -> tuple[list[Hit], int | None]:
        """The newest messages with these words that the participant sees, and the seq before which the next page
        begins; None at the end."""
        row = SEARCH.on(
            self._session,
            conversation_id=participant.conversation_id,
            removed_before_seq=participant.removed_before_seq,
            months=months,
            words=words,
            before=before or BEYOND,
            limit=limit,
        ).one()
        hits = [Hit(UUID(found["id"]), found["seq"]) for found in row.hits or []]
        if len(hits) == limit:
            return hits, hits[-1].seq
        return hits, row.oldest if row.scanned == SCANNED else None


def folded(words: ColumnElement[str] | InstrumentedAttribute[str]) -> ColumnElement[str]:
    """The words in lower case and without accents."""
    # Lower case twice: the decomposition of some signs has capitals.
    apart = func.normalize(func.lower(words), literal_column("NFKD"))
    plain = func.lower(func.regexp_replace(apart, "[\u0300-\u036f]", "", "g"))
    pairs = (("ß", "ss"), ("æ", "ae"), ("œ", "oe"))
    for letter, letters in pairs:
        plain = func.replace(plain, letter, letters)
    return func.translate(plain, APART, PLAIN)


def _search() -> Select[Any]:
    scanned = (
        select(MessageRow.id, MessageRow.seq, MessageRow.text)
        .where(
            MessageRow.conversation_id == bindparam("conversation_id", type_=Uuid),
            MessageRow.seq > bindparam("removed_before_seq", type_=BigInteger),
            MessageRow.seq < bindparam("before", type_=BigInteger),
            is_within_history(bindparam("months", type_=Integer)),
        )
        .order_by(MessageRow.seq.desc())
        .limit(SCANNED)
        .cte("scanned")
    )
    wanted = select(folded(bindparam("words", type_=String)).label("words")).cte("wanted")
    # A message that was taken back has no text, so it is not found.
    hits = (
        select(scanned.c.id, scanned.c.seq)
        .join(wanted, wanted.c.words != "")
        .where(func.strpos(folded(scanned.c.text), wanted.c.words) > 0)
        .order_by(scanned.c.seq.desc())
        .limit(bindparam("limit", type_=Integer))
        .subquery("hits")
    )
    found = func.jsonb_build_object("id", hits.c.id, "seq", hits.c.seq)
    return select(
        select(func.jsonb_agg(found)).scalar_subquery().label("hits"),
        select(func.min(scanned.c.seq)).scalar_subquery().label("oldest"),
        select(func.count()).select_from(scanned).scalar_subquery().label("scanned"),
    )


SEARCH = Statement(_search())
