from uuid import UUID

from pairwise.billing.v1.events_pb2 import BecamePremium

from identity.storage import IdentityUnit


def on_became_premium(uow: IdentityUnit, event: BecamePremium) -> None:
    uow.accounts.mark_premium(UUID(event.member_id))
