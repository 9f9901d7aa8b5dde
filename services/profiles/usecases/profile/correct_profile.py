from datetime import datetime
from typing import Any
from uuid import UUID

from profiles.domain.correction import checked_birth_date
from profiles.domain.traits import sexuality_of
from profiles.errors import ProfileMissing
from profiles.events.published import profile_changed
from profiles.storage import ProfilesUnit


def corrected(uow: ProfilesUnit, member_id: UUID, changes: dict[str, Any], min_age: int) -> dict[str, Any]:
    """The columns that a correction of gender or birth date changes, the sexuality that follows among them.

    Locks the profile, so that of two corrections at once the second one sees the first. A value that is the same
    already is no correction. Raises ChangedLately, BirthDateInvalid or BirthDateTooYoung.
    """
    now, before = uow.now(), uow.profiles.lock_correctable(member_id)
    values: dict[str, Any] = {}
    if (text := changes.get("date_of_birth")) is not None:
        born = checked_birth_date(text, now.date(), min_age)
        if born != before.birth_date:
            before.check_birth_date(now)
            values |= {"birth_date": born, "birth_date_corrected_at": now}
    if (gender := changes.get("gender")) is not None and gender != before.gender:
        before.check_gender(now)
        sexuality = sexuality_of(gender, changes.get("seeks", before.seeks))
        values |= {"gender": gender, "gender_corrected_at": now, "sexuality": sexuality}
    return values


def rename_profile(uow: ProfilesUnit, member_id: UUID, name: str, at: datetime) -> None:
    """Give a profile the corrected name of its account, in the caller's transaction.

    Raises ProfileMissing for a member without a profile, so that the event is redelivered after the sign-up's.
    """
    found = uow.profiles.lock_name(member_id)
    if found is None:
        if uow.profiles.is_erased(member_id):
            return
        raise ProfileMissing()
    former_name, fictional = found
    if former_name != name:
        uow.profiles.change(member_id, name=name, renamed_at=at)
        uow.announce(profile_changed(member_id, name, fictional=fictional))
