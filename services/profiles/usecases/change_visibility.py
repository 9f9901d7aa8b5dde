from uuid import UUID

from pairwise.profiles.v1.events_pb2 import VisibilityChanged

from profiles.errors import ProfileNotThereYet
from profiles.ports import ProfilesUnitOfWork


def set_invisible(uow: ProfilesUnitOfWork, member_id: UUID, invisible: bool) -> None:
    """Whether only those see the member who have a conversation with them. Told to the others when it changes."""
    with uow:
        change_visibility(uow, member_id, invisible=invisible)
        uow.commit()


def change_visibility(
    uow: ProfilesUnitOfWork, member_id: UUID, *, invisible: bool | None = None, hidden: bool | None = None
) -> None:
    """Set what is given, in the caller's transaction: `invisible` is the member's choice, `hidden` is moderation's."""
    held = uow.profiles.visibility(member_id)
    if held is None:
        raise ProfileNotThereYet()
    wanted = (held[0] if invisible is None else invisible, held[1] if hidden is None else hidden)
    if wanted == held:
        return
    uow.profiles.change(member_id, invisible=wanted[0], hidden=wanted[1])
    uow.search.refresh(member_id)
    uow.announce(VisibilityChanged(member_id=str(member_id), invisible=wanted[0], hidden=wanted[1]))
