"""Handlers of identity's events."""

from datetime import UTC
from uuid import UUID

from pairwise.identity.v1.events_pb2 import (
    ConsentChanged,
    ExportRequested,
    MemberConfirmed,
    MemberErased,
    MemberSignedUp,
)
from shared.kit.events import Subscriptions
from shared.privacy import erase_and_report
from shared.privacy.deliver import deliver_export

from lander.domain.lead import Arrival, Campaign
from lander.domain.suspect_sign_up import sign_of
from lander.storage import LanderUnit
from lander.storage.data_inventory import DATA_INVENTORY
from lander.usecases.judge_hour import accept_evidence
from lander.usecases.queue_postbacks import queue_postbacks
from lander.usecases.record_sign_up import record_sign_up
from lander.wiring import Wiring

ATTRIBUTION = "attribution"

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(MemberSignedUp)
def record_lead(uow: LanderUnit, event: MemberSignedUp, wiring: Wiring) -> None:
    """Record where a member came from. A fictional profile came from nowhere and counts as no sign-up."""
    if event.fictional:
        return
    claimed, named = event.arrival, event.tracking
    arrival = Arrival(
        event.site,
        claimed.page,
        claimed.version,
        claimed.arm,
        claimed.network,
        event.locale,
        event.country,
        claimed.device,
        claimed.link,
    )
    at = event.signed_up_at.ToDatetime(UTC)
    page = (event.site, claimed.page, str(claimed.version), str(claimed.arm))
    opening = wiring.renderings.opening(claimed.opened, *page)
    clicked_at = opening.at if opening else None
    named_by = Campaign(named.ref, named.sub1, named.sub2, named.sub3, named.sub4, named.sub5, clicked_at)
    campaign = named_by if event.HasField("tracking") else None
    sign = sign_of(
        claimed.page,
        at,
        opening,
        carries_rendering=claimed.HasField("opened"),
        shares_mailbox=event.shares_mailbox,
    )
    record_sign_up(uow, UUID(event.member_id), arrival, at, campaign, named.network, sign)
    queue_postbacks(uow, member_id=UUID(event.member_id))


@subscriptions.on(MemberConfirmed)
def record_confirmation(uow: LanderUnit, event: MemberConfirmed, wiring: Wiring) -> None:
    uow.leads.confirm(UUID(event.member_id))
    accept_evidence(uow, UUID(event.member_id))
    queue_postbacks(uow, member_id=UUID(event.member_id))


@subscriptions.on(ConsentChanged)
def withdraw_attribution(uow: LanderUnit, event: ConsentChanged, wiring: Wiring) -> None:
    if event.kind == ATTRIBUTION and not event.given:
        uow.leads.withdraw(UUID(event.member_id))


@subscriptions.on(MemberErased, alone=True)
def erase_member(uow: LanderUnit, event: MemberErased, wiring: Wiring) -> None:
    erase_and_report("lander", DATA_INVENTORY, uow, event)


@subscriptions.on(ExportRequested, alone=True)
def export_member(uow: LanderUnit, event: ExportRequested, wiring: Wiring) -> None:
    deliver_export("lander", DATA_INVENTORY, uow, event, wiring.settings)
