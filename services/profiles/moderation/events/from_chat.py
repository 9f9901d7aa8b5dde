"""Handlers of chat's events."""

from datetime import UTC
from uuid import UUID

from pairwise.chat.v1.events_pb2 import EvidenceViewed, FictionalWritten
from shared.kit.events import Subscriptions

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.staff_access import record_action, record_evidence_view
from profiles.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(EvidenceViewed)
def record_view(uow: ModerationUnit, event: EvidenceViewed, wiring: Wiring) -> None:
    desk = Desk(UUID(event.actor_id), event.pool, wiring.sites.of_pool(event.pool))
    record_evidence_view(uow, desk, UUID(event.message_id), event.viewed_at.ToDatetime(tzinfo=UTC))


@subscriptions.on(FictionalWritten)
def record_writing(uow: ModerationUnit, event: FictionalWritten, wiring: Wiring) -> None:
    """Record that a writer opened or answered a conversation with a fictional profile."""
    action = StaffAction.WRITE_AS_FICTIONAL if event.message_id else StaffAction.OPEN_FICTIONAL
    about = UUID(event.message_id or event.conversation_id)
    at = event.at.ToDatetime(tzinfo=UTC)
    record_action(uow, StaffRecord(UUID(event.actor_id), action, UUID(event.member_id), about, at=at))
