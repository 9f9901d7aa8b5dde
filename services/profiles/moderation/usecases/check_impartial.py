from uuid import UUID

from profiles.moderation.errors import OwnCase
from profiles.moderation.storage.unit import ModerationUnit


def check_impartial(uow: ModerationUnit, actor_id: UUID, *parties: UUID | None) -> None:
    """Raise OwnCase when a person at the desk decides about a case with these parties and is involved in it.

    Involved is a party, and a member with an open complaint by or about a party: otherwise the complaint could be
    decided by another action of the desk.
    """
    if actor_id in parties or not uow.complaints.opponents(actor_id).isdisjoint(parties):
        raise OwnCase()
