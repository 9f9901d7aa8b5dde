from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select, text
from sqlalchemy.orm import Session

from chat.storage.tables import ReactionRow

# One statement: the content is in exactly one of the two tables at any moment.
SEAL = text(
    """
    WITH sealed AS (
        INSERT INTO retracted_contents (message_id, sender_id, text, hints, photo, voice)
        SELECT id, sender_id, text, hints, photo, voice FROM messages WHERE id = :id
    )
    UPDATE messages SET text = '', hints = '{}', photo = NULL, voice = NULL, retracted_at = now() WHERE id = :id
    """
)
# Its files go the way of all files that no message refers to.
DELETE_OF = text(
    """
    WITH gone AS (
        DELETE FROM retracted_contents WHERE sender_id = :member
        RETURNING coalesce(photo, voice) ->> 'media' AS media
    ),
    noted AS (INSERT INTO loose_media (media) SELECT media FROM gone WHERE media IS NOT NULL ON CONFLICT DO NOTHING)
    SELECT count(*) FROM gone
    """
)
# A photo or voice message that came to the desk stays as long as its complaint can be judged and appealed.
DELETE_OLD = text(
    """
    WITH old AS (
        SELECT message_id FROM retracted_contents
        WHERE retracted_at < now() - make_interval(days => :days)
            AND (retracted_at < now() - make_interval(days => :proof_days)
                OR NOT coalesce((coalesce(photo, voice) ->> 'is_proof')::boolean, false))
        ORDER BY retracted_at LIMIT :limit
    ), gone AS (
        DELETE FROM retracted_contents USING old WHERE retracted_contents.message_id = old.message_id
        RETURNING coalesce(photo, voice) ->> 'media' AS media
    ), noted AS (INSERT INTO loose_media (media) SELECT media FROM gone WHERE media IS NOT NULL ON CONFLICT DO NOTHING)
    SELECT count(*) FROM gone
    """
)


class RetractionRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def now(self) -> datetime:
        """The time of the database by its clock, also within a transaction that waited for a row lock."""
        now: datetime = self._session.scalars(select(func.clock_timestamp())).one()
        return now

    def retract(self, message_id: UUID) -> None:
        """Seal the content of a message that is not retracted yet, and delete the reactions to it.

        The row lock of the conversation is held, so this happens once.
        """
        self._session.execute(SEAL, {"id": message_id})
        self._session.execute(delete(ReactionRow).where(ReactionRow.message_id == message_id))

    def delete_old(self, days: int, proof_days: int, limit: int) -> int:
        """Delete contents sealed longer ago than `days`; photos and voice messages shown as evidence, `proof_days`."""
        given = {"days": days, "proof_days": proof_days, "limit": limit}
        return int(self._session.execute(DELETE_OLD, given).scalar_one())


def delete_of(session: Session, member_id: UUID) -> int:
    """Delete the sealed contents of a member, and note their files as unreferenced. Returns how many there were."""
    return int(session.execute(DELETE_OF, {"member": member_id}).scalar_one())
