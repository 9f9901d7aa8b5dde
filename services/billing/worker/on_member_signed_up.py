from collections.abc import Callable
from datetime import UTC
from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberSignedUp
from sites import SiteDirectory

from billing.storage import BillingUnit
from billing.usecases.open_wallet import open_wallet


def on_member_signed_up(sites: SiteDirectory) -> Callable[[BillingUnit, MemberSignedUp], None]:
    def handle(uow: BillingUnit, event: MemberSignedUp) -> None:
        member_id = UUID(event.member_id)
        open_wallet(uow, member_id, event.site, sites.get(event.site))
        # A call that came before this news knew neither the member's site nor when they came.
        signed_up_at = event.signed_up_at.ToDatetime(UTC) if event.HasField("signed_up_at") else None
        uow.wallets.know_member(member_id, event.site, signed_up_at, event.country or None)

    return handle
