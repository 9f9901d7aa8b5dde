"""Handlers of notifications' events."""

import json
from datetime import UTC
from uuid import UUID

from pairwise.notifications.v1.events_pb2 import CampaignChanged
from shared.kit.events import Subscriptions

from lander.domain.marketing_action import Marketer, MarketingAction
from lander.storage import LanderUnit
from lander.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(CampaignChanged)
def record_campaign_change(uow: LanderUnit, event: CampaignChanged, wiring: Wiring) -> None:
    """Notifications changed a campaign mail; the desk has one trail. The inbox makes it one entry for each event."""
    before, after = (json.loads(values) if values else None for values in (event.before, event.after))
    action = MarketingAction(f"campaign.{event.change}", event.subject, before, after)
    uow.actions.record(Marketer(UUID(event.marketer_id), event.site), action, event.changed_at.ToDatetime(UTC))
