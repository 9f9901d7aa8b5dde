from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType
from uuid import UUID

from profiles.domain.presence import unshared_moment
from profiles.errors import ProfileMissing, ProfileNotThereYet
from profiles.events.published import visibility_changed
from profiles.storage import ProfilesUnit

NO_CHOICES: Mapping[str, bool] = MappingProxyType({})


def change_privacy(uow: ProfilesUnit, member_id: UUID, choices: Mapping[str, bool]) -> None:
    """Change the member's own choices, by their names in `Restrictions.changed`, and announce what others follow."""
    with uow:
        change_visibility(uow, member_id, choices)
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
    uow: ProfilesUnit, member_id: UUID, choices: Mapping[str, bool] = NO_CHOICES, *, sanctioned: bool | None = None
) -> None:
    """Apply the member's restrictions in the caller's transaction: their own choices, and hidden by a sanction or
    because their age is not shown.
    """
    current = uow.profiles.lock_restrictions(member_id)
    if current is None:
        raise ProfileNotThereYet()
    is_sanctioned = current.is_sanctioned if sanctioned is None else sanctioned
    changed = replace(current.changed(choices), is_hidden=is_sanctioned or current.is_age_unproven)
    if changed == current:
        return
    uow.profiles.change(
        member_id,
        invisible=changed.is_invisible,
        invisible_after_pause=changed.invisible_after_pause,
        hidden=changed.is_hidden,
        shares_presence=changed.shares_presence,
        shares_reads=changed.shares_reads,
        shares_looks=changed.shares_looks,
    )
    if current.shares_presence and not changed.shares_presence:
        uow.profiles.change(member_id, last_active_at=unshared_moment(datetime.now(UTC)))
    uow.search.refresh(member_id)
    if changed.told != current.told:
        uow.announce(visibility_changed(member_id, changed))
