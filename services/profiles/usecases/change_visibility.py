from uuid import UUID

from pairwise.profiles.v1.events_pb2 import VisibilityChanged

from profiles.errors import ProfileNotThereYet
from profiles.storage import ProfilesUnit


def set_invisible(uow: ProfilesUnit, member_id: UUID, invisible: bool) -> None:
    """Show a member to conversation partners alone, or to all again, and announce the change."""
    with uow:
        change_visibility(uow, member_id, invisible=invisible)
        uow.commit()


def change_visibility(
    uow: ProfilesUnit, member_id: UUID, *, invisible: bool | None = None, hidden: bool | None = None
) -> None:
    """Set one or both in the caller's transaction: `invisible` by the member's choice, `hidden` by moderation."""
    current = uow.profiles.lock_restrictions(member_id)
    if current is None:
        raise ProfileNotThereYet()
    changed = (current[0] if invisible is None else invisible, current[1] if hidden is None else hidden)
    if changed == current:
        return
    uow.profiles.change(member_id, invisible=changed[0], hidden=changed[1])
    uow.search.refresh(member_id)
    uow.announce(VisibilityChanged(member_id=str(member_id), invisible=changed[0], hidden=changed[1]))
