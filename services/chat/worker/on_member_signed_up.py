from collections.abc import Callable
from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberSignedUp
from sites import SiteDirectory

from chat.storage import ChatUnit


def on_member_signed_up(sites: SiteDirectory) -> Callable[[ChatUnit, MemberSignedUp], None]:
    def handle(uow: ChatUnit, event: MemberSignedUp) -> None:
        uow.members.sign_up(UUID(event.member_id), event.name, sites.pool_of(event.site))

    return handle
