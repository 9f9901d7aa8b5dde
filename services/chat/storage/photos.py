from datetime import datetime
from uuid import UUID

from shared.pictures import UnreferencedFiles
from sqlalchemy import func, select, text
from sqlalchemy.dialects.postgresql import JSONB

from chat.domain.message import Message
from chat.storage.shown import shown, shown_message_of
from chat.storage.tables import MemberRow, MessageRow, ParticipationRow, RetractedContentRow
from chat.storage.visibility import is_visible

DROP = text(
    """
    WITH gone AS (
        UPDATE messages SET photo = NULL WHERE sender_id = :member AND photo IS NOT NULL
        RETURNING old.photo ->> 'media' AS media
    )
    INSERT INTO loose_media (media) SELECT media FROM gone ON CONFLICT DO NOTHING
    """
)
OPEN = text("UPDATE messages SET photo = photo || '{\"is_veiled\": false}' WHERE id = :id AND photo IS NOT NULL")
# The moderation desk may look at it from now on.
SHOW = text(
    """
    WITH sealed AS (
        UPDATE retracted_contents SET photo = photo || '{"is_proof": true}'
        WHERE message_id = ANY(:ids) AND photo IS NOT NULL
    )
    UPDATE messages SET photo = photo || '{"is_proof": true}' WHERE id = ANY(:ids) AND photo IS NOT NULL
    """
)


class PhotoRepository(UnreferencedFiles):
    def seen_by(self, viewer_id: UUID, message_id: UUID) -> tuple[Message, datetime] | None:
        """The message of a photo visible to the viewer, and the database's time; a block hides it at once."""
        query = (
            select(*MessageRow.__table__.columns, func.now().label("at"))
            .join(ParticipationRow, ParticipationRow.conversation_id == MessageRow.conversation_id)
            .where(
                MessageRow.id == message_id,
                MessageRow.photo.is_not(None),
                ParticipationRow.member_id == viewer_id,
                MessageRow.seq > ParticipationRow.removed_before_seq,
                (MessageRow.sender_id == viewer_id) | is_visible(viewer_id, MessageRow.sender_id),
            )
        )
        row = self._session.execute(shown(query, ParticipationRow.removed_before_seq)).one_or_none()
        return (shown_message_of(row), row.at) if row else None

    def shown_as_proof(self, message_id: UUID, pool: int) -> str | None:
        """The files of a photo that was part of a complaint, when its sender is of this pool of sites."""
        photo = func.coalesce(MessageRow.photo, RetractedContentRow.photo, type_=JSONB)
        found: str | None = self._session.scalar(
            select(photo["media"].astext)
            .join(MemberRow, MemberRow.member_id == MessageRow.sender_id)
            .outerjoin(RetractedContentRow, RetractedContentRow.message_id == MessageRow.id)
            .where(MessageRow.id == message_id, photo["is_proof"].as_boolean(), MemberRow.pool == pool)
        )
        return found

    def open(self, message_id: UUID) -> None:
        self._session.execute(OPEN, {"id": message_id})

    def show_as_proof(self, message_ids: list[UUID]) -> None:
        self._session.execute(SHOW, {"ids": message_ids})

    def drop_all(self, member_id: UUID) -> None:
        """Take the photos from the messages this member sent; their files become unreferenced and are deleted."""
        self._session.execute(DROP, {"member": member_id})

    def files_of(self, member_id: UUID) -> list[str]:
        """The names of the files of all photos this member sent, with those taken back."""
        photo = func.coalesce(MessageRow.photo, RetractedContentRow.photo, type_=JSONB)
        query = (
            select(photo["media"].astext)
            .outerjoin(RetractedContentRow, RetractedContentRow.message_id == MessageRow.id)
            .where(MessageRow.sender_id == member_id, photo.is_not(None))
        )
        return list(self._session.scalars(query.order_by(MessageRow.sent_at, MessageRow.id)))

    def has_written(self, conversation_id: UUID, member_id: UUID) -> bool:
        """Whether the member has sent a message in this conversation."""
        said = select(MessageRow.id).where(
            MessageRow.conversation_id == conversation_id, MessageRow.sender_id == member_id
        )
        return self._session.scalar(select(said.exists())) is True
