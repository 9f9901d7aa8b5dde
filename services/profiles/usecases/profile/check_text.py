"""Contact details in a profile's text: the member is notified, the desk gets a case, and the site may hold the text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from shared.contact_details import ContactDetail, contact_details_in

from profiles.domain.fields import moderated_text
from profiles.domain.notices import TextChanged
from profiles.domain.prompt_answers import PromptAnswer
from profiles.storage import ProfilesUnit


@dataclass(frozen=True, slots=True)
class TextRules:
    """Where the desk reads about a text, and whether it is shown meanwhile."""

    site: str
    holds: bool


def check_text(
    uow: ProfilesUnit,
    member_id: UUID,
    texts: Mapping[str, str | None],
    answers: Sequence[PromptAnswer] | None,
    rules: TextRules,
) -> tuple[ContactDetail, ...]:
    """Store whether new texts are held, in the transaction that changes it, and return their contact details.

    A text without any is shown. One that did not change keeps its state. None for `answers`: they do not change.
    """
    before, answered = uow.profiles.lock_texts(member_id)
    text = moderated_text({**before, **texts}, _words(answered if answers is None else answers))
    if text == moderated_text(before, _words(answered)):
        return ()
    found = contact_details_in(text)
    _note(uow, member_id, text, found, rules)
    return found


def check_imported_text(uow: ProfilesUnit, member_id: UUID, text: str, rules: TextRules) -> None:
    """Do the same for the text of a new profile that was brought in. One without contact details is not told: members
    are brought in by the thousand."""
    if found := contact_details_in(text):
        _note(uow, member_id, text, found, rules)


def _note(uow: ProfilesUnit, member_id: UUID, text: str, found: tuple[ContactDetail, ...], rules: TextRules) -> None:
    is_held = bool(found) and rules.holds
    uow.profiles.change(member_id, about_held=is_held)
    uow.tell(TextChanged(rules.site, member_id, text, found, is_held))


def _words(answers: Sequence[PromptAnswer]) -> list[str]:
    return [answer.text for answer in answers]
