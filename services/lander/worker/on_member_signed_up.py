from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberSignedUp

from lander.storage import LanderUnit
from lander.usecases.attribute_lead import attribute_lead


def on_member_signed_up(uow: LanderUnit, event: MemberSignedUp) -> None:
    if event.visit_id:
        attribute_lead(uow, UUID(event.visit_id), UUID(event.member_id))
