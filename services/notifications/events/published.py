"""Events that notifications publishes."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from pairwise.notifications.v1.events_pb2 import (
    CampaignChanged,
    DateContactUnreached,
    MailResumed,
    MailSuppressed,
    MarketingSwitched,
    PushSubscribed,
)

from notifications.domain.campaign import Marketer


def push_subscribed(member_id: UUID) -> PushSubscribed:
    return PushSubscribed(member_id=str(member_id))


def mail_suppressed(member_id: UUID, reason: str) -> MailSuppressed:
    return MailSuppressed(member_id=str(member_id), reason=reason)


def mail_resumed(member_id: UUID) -> MailResumed:
    return MailResumed(member_id=str(member_id))


def marketing_switched(member_id: UUID, at: datetime, *, wanted: bool) -> MarketingSwitched:
    return MarketingSwitched(member_id=str(member_id), wanted=wanted, at=at)


def desk_changed(
    marketer: Marketer,
    changed_id: UUID,
    change: str,
    name: str,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
    at: datetime,
) -> CampaignChanged:
    return CampaignChanged(
        campaign_id=str(changed_id),
        change=change,
        subject=name,
        site=marketer.site,
        marketer_id=str(marketer.member_id),
        changed_at=at,
        before="" if before is None else json.dumps(before),
        after="" if after is None else json.dumps(after),
    )


def date_contact_unreached(plan_id: UUID, member_id: UUID) -> DateContactUnreached:
    return DateContactUnreached(plan_id=str(plan_id), member_id=str(member_id))
