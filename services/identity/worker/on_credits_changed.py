from collections.abc import Sequence
from uuid import UUID

from pairwise.billing.v1.events_pb2 import CreditsChanged

from identity.storage import IdentityUnit


def on_credits_changed(uow: IdentityUnit, events: Sequence[CreditsChanged]) -> None:
    newest = {event.member_id: event for event in sorted(events, key=lambda event: event.version)}
    for member_id, event in sorted(newest.items()):
        uow.accounts.copy_credits(UUID(member_id), event.balance, event.version)
