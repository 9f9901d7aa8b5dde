from uuid import UUID

from pairwise.billing.v1.events_pb2 import CreditsChanged

from identity.storage import IdentityUnit


def on_credits_changed(uow: IdentityUnit, event: CreditsChanged) -> None:
    uow.accounts.copy_credits(UUID(event.member_id), event.balance, event.version)
