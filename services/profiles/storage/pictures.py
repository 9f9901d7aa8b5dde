from uuid import UUID

from shared.pictures import NEAR, hashes_of
from shared.pictures.fingerprint import HASH_BYTES
from sqlalchemy import ColumnElement, LargeBinary, SQLColumnExpression, delete, func, literal, select
from sqlalchemy.dialects.postgresql import BIT, insert
from sqlalchemy.orm import Session

from profiles.storage.tables import BlockedPictureRow, PhotoRow


class BlockedPictureRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def block(self, decision_id: UUID, fingerprint: bytes) -> None:
        """Store the hashes of this picture, whole and with its edges cut."""
        rows = [{"hash": one, "decision_id": decision_id} for one in sorted(set(hashes_of(fingerprint)))]
        self._session.execute(insert(BlockedPictureRow).values(rows).on_conflict_do_nothing())

    def unblock(self, decision_id: UUID) -> None:
        self._session.execute(delete(BlockedPictureRow).where(BlockedPictureRow.decision_id == decision_id))

    def find(self, fingerprint: bytes) -> UUID | None:
        """The decision that blocked the most similar picture, if one is near enough."""
        hashes = hashes_of(fingerprint)
        if not hashes:
            return None
        distance = func.bit_count(bits(BlockedPictureRow.hash).op("#")(bits(literal(hashes[0], LargeBinary))))
        near = select(BlockedPictureRow.decision_id).where(distance <= NEAR).order_by(distance).limit(1)
        return self._session.execute(near).scalar_one_or_none()

    def fingerprint_of(self, photo_id: UUID) -> bytes | None:
        return self._session.execute(select(PhotoRow.fingerprint).where(PhotoRow.id == photo_id)).scalar_one_or_none()


def bits(one: SQLColumnExpression[bytes]) -> ColumnElement[str]:
    """Bytes as bits: PostgreSQL compares bit strings, and casts to them from hexadecimal text only."""
    return func.concat("x", func.encode(one, "hex")).cast(BIT(HASH_BYTES * 8))
