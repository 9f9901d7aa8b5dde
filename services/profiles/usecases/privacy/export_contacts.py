import json
from collections.abc import Iterator
from dataclasses import asdict
from uuid import UUID

from cryptography.fernet import InvalidToken
from shared.privacy.export import File

from profiles.date_contacts import DateContacts
from profiles.storage import ProfilesUnit


def export_contacts(uow: ProfilesUnit, contacts: DateContacts, member_id: UUID) -> Iterator[File]:
    """Yield the people that a member has chosen for check-ins of dates, for their export.

    Reads in the caller's transaction.
    """
    people = []
    for plan_id, check_in in uow.check_ins.of(member_id).items():
        try:
            people.append({"plan_id": str(plan_id), **asdict(contacts.open(check_in.sealed).person)})
        except InvalidToken:
            continue  # sealed under a key that was lost
    yield File("profiles/date_check_in_people.json", json.dumps(people, ensure_ascii=False, indent=2).encode())
