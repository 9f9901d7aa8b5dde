"""Handlers of profiles' events."""

from datetime import datetime
from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberModerated, ProfileChanged
from shared.kit.events import Subscriptions

from identity.storage import IdentityUnit
from identity.usecases.ban_suspended import ban_suspended
from identity.usecases.record_moderation import record_moderation
from identity.usecases.require_age import require_age
from identity.wiring import Wiring

# Whether a sanction suspends the account. The others leave it as it is.
SUSPENDS = {"suspend": True, "hide": False, "lift": False}

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(MemberModerated)
def moderate_account(uow: IdentityUnit, event: MemberModerated, wiring: Wiring) -> None:
    account = uow.accounts.get(UUID(event.member_id))
    if event.measure not in SUSPENDS or account is None:
        return
    suspended, version = SUSPENDS[event.measure], event.number
    until = datetime.fromisoformat(event.until) if event.until else None
    record_moderation(uow, account.id, suspended=suspended, version=version)
    pool = wiring.sites.pool_of(account.site)
    ban_suspended(uow, account.id, pool, suspended=suspended, version=version, until=until)


@subscriptions.on(ProfileChanged)
def follow_country(uow: IdentityUnit, event: ProfileChanged, wiring: Wiring) -> None:
    account = uow.accounts.lock(UUID(event.member_id)) if event.country else None
    if account is not None:
        require_age(uow, wiring.sites.get(account.site), account.id, event.country)
