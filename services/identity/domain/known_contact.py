"""People a member knows and hides from, by their email addresses.

All lists change once a day at the same time, and a removed entry goes on hiding for 30 days: the changes of one member
are few and far apart, so that nobody finds out by them who has which address (docs/decisions/0007-visibility.md).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from shared.mail_address import normal_address

from identity.domain.ban import mailbox_of
from identity.errors import ContactsChangedOften, EmailInvalid, TooManyContacts

MOST = 1000
STARTS_AT_HOUR = 3  # UTC
# Longer than any transaction: an address confirmed meanwhile is found by its own comparison or by that of the entry.
SHORTEST_WAIT = timedelta(hours=1)
HIDES_AFTER_REMOVAL = timedelta(days=30)
# Every day on which a list changes lets its member see who vanishes from search: of so many within 30 days.
MOST_CHANGES = 5


@dataclass(frozen=True)
class KnownContacts:
    """The size of a member's list: entries in it, and removed ones that still hide. `changes` are the days of the last
    30 and to come on which entries start or end, the first of which no longer counts at `changes_again_at`.
    """

    kept: int
    ending: int
    changes: int
    changes_again_at: datetime | None


def check_bounds(contacts: KnownContacts, now: datetime) -> None:
    """Raises TooManyContacts and ContactsChangedOften for a list as it would be after a change."""
    if contacts.kept + contacts.ending > MOST:
        raise TooManyContacts(field="addresses", limit=MOST)
    if contacts.changes > MOST_CHANGES and contacts.changes_again_at is not None:
        raise ContactsChangedOften(wait=contacts.changes_again_at - now)


def next_start(now: datetime) -> datetime:
    """The time at which entries added now are compared with the members."""
    day = now.astimezone(UTC).replace(hour=STARTS_AT_HOUR, minute=0, second=0, microsecond=0)
    while day < now + SHORTEST_WAIT:
        day += timedelta(days=1)
    return day


def end_of_hiding(now: datetime) -> datetime:
    return next_start(now + HIDES_AFTER_REMOVAL)


def mailboxes_of(addresses: Iterable[str]) -> set[str]:
    """The mailboxes of those that are addresses. Raises EmailInvalid if none is."""
    found = set()
    for each in addresses:
        try:
            found.add(mailbox_of(normal_address(each)))
        except ValueError:
            continue
    if not found:
        raise EmailInvalid(field="addresses")
    return found
