from flask import Blueprint
from shared.kit.http import caller, endpoint

from identity.usecases.hide_from_contacts import add_contacts, count_contacts, remove_contacts
from identity.web.context import current_site, wiring
from identity.web.models.known_contacts import AddContacts, KnownContactsAnswer, RemoveContacts

known_contacts = Blueprint("known_contacts", __name__, url_prefix="/api")


@known_contacts.get("/known-contacts.php")
@endpoint()
def get_known_contacts() -> KnownContactsAnswer:
    """The size of the caller's list of people they know. No answer has its entries: they are stored as keyed hashes."""
    return KnownContactsAnswer.of(count_contacts(wiring().unit_of_work(), caller().member_id))


@known_contacts.post("/known-contacts.php")
@endpoint()
def post_known_contacts(body: AddContacts) -> KnownContactsAnswer:
    """Add addresses. From the next day the caller and members with these addresses do not find each other."""
    return KnownContactsAnswer.of(
        add_contacts(wiring().unit_of_work(), current_site(), caller().member_id, body.addresses)
    )


@known_contacts.delete("/known-contacts.php")
@endpoint()
def delete_known_contacts(body: RemoveContacts) -> KnownContactsAnswer:
    """Remove addresses, or all. They go on hiding for 30 days."""
    return KnownContactsAnswer.of(remove_contacts(wiring().unit_of_work(), caller().member_id, body.addresses))
