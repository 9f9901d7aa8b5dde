"""Request and response models of the people a member hides from."""

from typing import Annotated

from pydantic import Field
from shared.kit.http import Input, Output

from identity.domain.known_contact import HIDES_AFTER_REMOVAL, MOST, KnownContacts

LONGEST = 320
Addresses = Annotated[list[Annotated[str, Field(max_length=LONGEST)]], Field(min_length=1, max_length=MOST)]


class AddContacts(Input):
    addresses: Addresses = Field(description="Email addresses of people the caller knows; others are left out")


class RemoveContacts(Input):
    addresses: Addresses | None = Field(None, description="Null: all")


class KnownContactsAnswer(Output):
    """Says nothing of the members who have these addresses, nor whether there are any."""

    count: int = Field(description="Entries in the caller's list")
    ending: int = Field(description="Removed entries, which go on hiding for 30 days")
    most: int = MOST
    days_after_removal: int = HIDES_AFTER_REMOVAL.days

    @staticmethod
    def of(contacts: KnownContacts) -> "KnownContactsAnswer":
        return KnownContactsAnswer(count=contacts.kept, ending=contacts.ending)
