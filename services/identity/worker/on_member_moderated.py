from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberModerated
from sites import SiteDirectory

from identity.storage import IdentityUnit
from identity.usecases.note_moderation import note_moderation

CHANGES = {"suspend": True, "hide": False, "lift": False}


def on_member_moderated(sites: SiteDirectory) -> Callable[[IdentityUnit, MemberModerated], None]:
    def hear(uow: IdentityUnit, event: MemberModerated) -> None:
        account = uow.accounts.get(UUID(event.member_id))
        if event.measure in CHANGES and account is not None:
            note_moderation(
                uow,
                account.id,
                sites.pool_of(account.site),
                suspended=CHANGES[event.measure],
                version=event.number,
                until=datetime.fromisoformat(event.until) if event.until else None,
            )

    return hear
