from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from shared.pictures import UnreferencedFiles
from sqlalchemy import func, select, text
from sqlalchemy.dialects.postgresql import JSONB

from chat.domain.message import Message
from chat.storage.shown import shown, shown_message_of
from chat.storage.tables import MemberRow, MessageRow, ParticipationRow, RetractedContentRow
from chat.storage.visibility import is_visible

# By the member's conversations: no index is by the sender.
DROP = text(
    """
    WITH gone AS (
        UPDATE messages SET photo = NULL, voice = NULL
        WHERE conversation_id IN (SELECT conversation_id FROM participations WHERE member_id = :member)
            AND sender_id = :member AND (photo IS NOT NULL OR voice IS NOT NULL)
        RETURNING coalesce(old.photo, old.voice) ->> 'media' AS media
    )
    INSERT INTO loose_media (media) SELECT media FROM gone ON CONFLICT DO NOTHING
    """
)
OPEN = text("UPDATE messages SET photo = photo || '{\"is_veiled\": false}' WHERE id = :id AND photo IS NOT NULL")
# The moderation desk may look at it, or listen to it, from now on. Null stays null.
SHOW = text(
    """
    WITH sealed AS (
        UPDATE retracted_contents SET photo = photo || '{"is_proof": true}', voice = voice || '{"is_proof": true}'
        WHERE message_id = ANY(:ids)
    )
    UPDATE messages SET photo = photo || '{"is_proof": true}', voice = voice || '{"is_proof": true}'
    WHERE id = ANY(:ids) AND (photo IS NOT NULL OR voice IS NOT NULL)
    """
)


class PhotoRepository(UnreferencedFiles):
    """Photos and voice messages: what they have in common is their files."""

    def seen_by(self, viewer_id: UUID, message_id: UUID) -> tuple[Message, datetime] | None:
        """The message of a file visible to the viewer, and the database's time; a block hides it at once."""
        query = (
            select(*MessageRow.__table__.columns, func.now().label("at"))
            .join(ParticipationRow, ParticipationRow.conversation_id == MessageRow.conversation_id)
            .where(
                MessageRow.id == message_id,
                func.coalesce(MessageRow.photo, MessageRow.voice).is_not(None),
                ParticipationRow.member_id == viewer_id,
                MessageRow.seq > ParticipationRow.removed_before_seq,
                (MessageRow.sender_id == viewer_id) | is_visible(viewer_id, MessageRow.sender_id),
            )
        )
        row = self._session.execute(shown(query, ParticipationRow.removed_before_seq)).one_or_none()
        return (shown_message_of(row), row.at) if row else None

    def shown_as_proof(self, message_id: UUID, pool: int, own_ids: Collection[UUID] = ()) -> str | None:
        """The files of a photo or recording that was part of a complaint, when its sender is of this pool of sites,
        and the person at the desk takes no part in the conversation."""
        attached = func.coalesce(
            MessageRow.photo, MessageRow.voice, RetractedContentRow.photo, RetractedContentRow.voice, type_=JSONB
        )
        found: str | None = self._session.scalar(
            select(attached["media"].astext)
            .join(MemberRow, MemberRow.member_id == MessageRow.sender_id)
            .outerjoin(RetractedContentRow, RetractedContentRow.message_id == MessageRow.id)
            .where(
                MessageRow.id == message_id,
                attached["is_proof"].as_boolean(),
                MemberRow.pool == pool,
                MessageRow.conversation_id.not_in(
                    select(ParticipationRow.conversation_id).where(ParticipationRow.member_id.in_(own_ids))
                ),
            )
        )
        return found

    def open(self, message_id: UUID) -> None:
        self._session.execute(OPEN, {"id": message_id})

    def show_as_proof(self, message_ids: list[UUID]) -> None:
        self._session.execute(SHOW, {"ids": message_ids})

    def drop_all(self, member_id: UUID) -> None:
        """Take the files from the messages this member sent: they become unreferenced and are deleted."""
        self._session.execute(DROP, {"member": member_id})

    def files_of(self, member_id: UUID) -> list[str]:
        """The names of the files of all photos this member sent, with those taken back."""
        return self._files(member_id, func.coalesce(MessageRow.photo, RetractedContentRow.photo, type_=JSONB))

    def sounds_of(self, member_id: UUID) -> list[str]:
        """The names of the files of all voice messages this member sent, with those taken back."""
        return self._files(member_id, func.coalesce(MessageRow.voice, RetractedContentRow.voice, type_=JSONB))

    def _files(self, member_id: UUID, attached: Any) -> list[str]:
        query = (
            select(attached["media"].astext)
            .join(ParticipationRow, ParticipationRow.conversation_id == MessageRow.conversation_id)
            .outerjoin(RetractedContentRow, RetractedContentRow.message_id == MessageRow.id)
            .where(ParticipationRow.member_id == member_id, MessageRow.sender_id == member_id, attached.is_not(None))
        )
        return list(self._session.scalars(query.order_by(MessageRow.sent_at, MessageRow.id)))

    def has_written(self, conversation_id: UUID, member_id: UUID) -> bool:
        """Whether the member has sent a message in this conversation."""
        said = select(MessageRow.id).where(
            MessageRow.conversation_id == conversation_id, MessageRow.sender_id == member_id
        )
        return self._session.scalar(select(said.exists())) is True
