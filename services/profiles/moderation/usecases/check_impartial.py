from uuid import UUID

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.errors import OwnCase
from profiles.moderation.storage.unit import ModerationUnit


def check_impartial(uow: ModerationUnit, desk: Desk, *parties: UUID | None) -> None:
    """Raise OwnCase when a person at the desk decides about a case with these parties and is involved in it.

    Involved is a party, and a member with an open complaint by or about a party: otherwise the complaint could be
    decided by another action of the desk.
    """
    if not (desk.own_ids | uow.complaints.opponents(desk.own_ids)).isdisjoint(parties):
        raise OwnCase()
