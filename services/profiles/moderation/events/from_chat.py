"""Handlers of chat's events."""

from datetime import UTC
from uuid import UUID

from pairwise.chat.v1.events_pb2 import EvidenceViewed
from shared.kit.events import Subscriptions

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.staff_access import record_evidence_view
from profiles.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(EvidenceViewed)
def record_view(uow: ModerationUnit, event: EvidenceViewed, wiring: Wiring) -> None:
    desk = Desk(UUID(event.actor_id), event.pool, wiring.sites.of_pool(event.pool))
    record_evidence_view(uow, desk, UUID(event.message_id), event.viewed_at.ToDatetime(tzinfo=UTC))
