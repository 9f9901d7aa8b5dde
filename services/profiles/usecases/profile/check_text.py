"""Contact details in a profile's text: the member is notified, the desk gets a case, and the site may hold the text."""

from dataclasses import dataclass
from uuid import UUID

from shared.contact_details import ContactDetail, contact_details_in

from profiles.domain.notices import TextChanged
from profiles.storage import ProfilesUnit


@dataclass(frozen=True, slots=True)
class TextRules:
    """Where the desk reads about a text, and whether it is shown meanwhile."""

    site: str
    holds: bool


def check_text(uow: ProfilesUnit, member_id: UUID, about: str | None, rules: TextRules) -> tuple[ContactDetail, ...]:
    """Store whether a new text is held, in the transaction that changes it, and return its contact details.

    A text without any is shown. One that did not change keeps its state.
    """
    before = uow.profiles.lock_about(member_id)
    if before == about:
        return ()
    found = contact_details_in(about or "")
    is_held = bool(found) and rules.holds
    uow.profiles.change(member_id, about_held=is_held)
    uow.tell(TextChanged(rules.site, member_id, found, is_held))
    return found
