from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberModerated
from sites import SiteDirectory

from identity.storage import IdentityUnit
from identity.usecases.ban_suspended import ban_suspended
from identity.usecases.note_moderation import note_moderation

CHANGES = {"suspend": True, "hide": False, "lift": False}


def on_member_moderated(sites: SiteDirectory) -> Callable[[IdentityUnit, MemberModerated], None]:
    def hear(uow: IdentityUnit, event: MemberModerated) -> None:
        account = uow.accounts.get(UUID(event.member_id))
        if event.measure not in CHANGES or account is None:
            return
        suspended, version = CHANGES[event.measure], event.number
        until = datetime.fromisoformat(event.until) if event.until else None
        note_moderation(uow, account.id, suspended=suspended, version=version)
        pool = sites.pool_of(account.site)
        ban_suspended(uow, account.id, pool, suspended=suspended, version=version, until=until)

    return hear
