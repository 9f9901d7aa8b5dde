"""Handlers of identity's events."""

from collections.abc import Sequence
from datetime import UTC
from uuid import UUID

from pairwise.identity.v1.events_pb2 import ExportRequested, MemberErased, MemberInvited, MemberSignedUp
from shared.kit.events import Subscriptions
from shared.privacy import erase_and_report
from shared.privacy.deliver import deliver_export

from billing.domain.wallet import SignUp
from billing.storage import BillingUnit
from billing.storage.data_inventory import DATA_INVENTORY
from billing.usecases.open_wallet import open_wallets
from billing.usecases.reward_invitations import record_invitation
from billing.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on_batch(MemberSignedUp)
def open_new_wallets(uow: BillingUnit, events: Sequence[MemberSignedUp], wiring: Wiring) -> None:
    """Open the wallets of new members. A fictional profile has none: nobody spends for it."""
    open_wallets(uow, [_sign_up(event, wiring) for event in events if not event.fictional])


@subscriptions.on(MemberInvited)
def record_inviter(uow: BillingUnit, event: MemberInvited, wiring: Wiring) -> None:
    member_id, inviter_id = UUID(event.member_id), UUID(event.inviter_id)
    record_invitation(uow, wiring.sites.get(event.site), member_id, inviter_id, same_device=event.same_device)


@subscriptions.on(MemberErased, alone=True)
def erase_member(uow: BillingUnit, event: MemberErased, wiring: Wiring) -> None:
    erase_and_report("billing", DATA_INVENTORY, uow, event)


@subscriptions.on(ExportRequested, alone=True)
def export_member(uow: BillingUnit, event: ExportRequested, wiring: Wiring) -> None:
    deliver_export("billing", DATA_INVENTORY, uow, event, wiring.settings)


def _sign_up(event: MemberSignedUp, wiring: Wiring) -> SignUp:
    at = event.signed_up_at.ToDatetime(UTC) if event.HasField("signed_up_at") else None
    return SignUp(UUID(event.member_id), wiring.sites.get(event.site), at, event.country or None)
