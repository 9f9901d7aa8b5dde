from datetime import datetime
from uuid import UUID

from profiles.errors import ProfileMissing, ProfileNotThereYet
from profiles.events.published import visibility_changed
from profiles.storage import ProfilesUnit


def set_invisible(uow: ProfilesUnit, member_id: UUID, invisible: bool) -> None:
    """Show a member to conversation partners alone, or to all again, and announce the change."""
    with uow:
        change_visibility(uow, member_id, invisible=invisible)
        uow.commit()


def withhold_for_age(uow: ProfilesUnit, member_id: UUID, *, unproven: bool) -> None:
    """Hide a member until they have shown their age, in the caller's transaction. Events about the erased are ignored.

    Raises ProfileMissing for a member without a profile, so that the event is redelivered after the sign-up's.
    """
    if uow.profiles.lock_restrictions(member_id) is None:
        if uow.profiles.is_erased(member_id):
            return
        raise ProfileMissing()
    uow.profiles.change(member_id, age_unproven=unproven)
    change_visibility(uow, member_id)


def apply_sanction(uow: ProfilesUnit, member_id: UUID, sanction: str | None, until: datetime | None = None) -> None:
    """Hide a member by a measure of moderation, or end it with None, in the caller's transaction."""
    uow.profiles.change(member_id, sanction=sanction, sanction_until=until)
    change_visibility(uow, member_id, sanctioned=sanction is not None)


def change_visibility(
    uow: ProfilesUnit, member_id: UUID, *, invisible: bool | None = None, sanctioned: bool | None = None
) -> None:
    """Apply the member's restrictions in the caller's transaction: `invisible` by their own choice, hidden by a
    sanction or because their age is not shown.
    """
    current = uow.profiles.lock_restrictions(member_id)
    if current is None:
        raise ProfileNotThereYet()
    is_sanctioned = current.is_sanctioned if sanctioned is None else sanctioned
    changed = (current.is_invisible if invisible is None else invisible, is_sanctioned or current.is_age_unproven)
    if changed == (current.is_invisible, current.is_hidden):
        return
    uow.profiles.change(member_id, invisible=changed[0], hidden=changed[1])
    uow.search.refresh(member_id)
    uow.announce(visibility_changed(member_id, invisible=changed[0], hidden=changed[1]))
