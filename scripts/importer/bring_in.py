"""Writes newcomers where signing up would: the account and its news in identity, the profile in profiles.

Everything else, the wallet for one, is made by the services that hear the news. No mail is asked for.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from secrets import token_urlsafe
from uuid import UUID

from google.protobuf.timestamp_pb2 import Timestamp
from identity.domain.account import Account, Status
from identity.domain.consent import Consent, ConsentKind
from identity.passwords import Argon2Passwords
from identity.storage import IdentityUnit
from identity.usecases.give_consent import record_consent
from pairwise.identity.v1.events_pb2 import MemberConfirmed, MemberSignedUp
from profiles.domain.profile import NewProfile
from profiles.storage import ProfilesUnit
from profiles.usecases.make_profile import make_profile

from importer.rows import Newcomer

ERASED = "this member was erased and is not brought back"
# The version of a consent given to other words than ours: the member is asked again at the next visit.
ELSEWHERE = "imported"
TAKEN = "this address has another account already"


class Outcome(StrEnum):
    NEW = "new"
    KNOWN = "known"


class Refused(Exception):
    """A well-formed line that cannot become a member; the message has the reason."""


class MemberWriter:
    """Writes imported members into the databases of identity and profiles, for one site."""

    def __init__(
        self, site_key: str, pool: int, identity: Callable[[], IdentityUnit], profiles: Callable[[], ProfilesUnit]
    ) -> None:
        self._site_key, self._pool, self._identity, self._profiles = site_key, pool, identity, profiles
        # A hash of a random password: members imported without one set theirs by the link in a mail.
        self._locked = Argon2Passwords().hash(token_urlsafe(32))

    def write(self, newcomers: Sequence[Newcomer]) -> list[Outcome]:
        """Write all of them or none. Existing members stay unchanged. Raises Refused."""
        with self._profiles() as there, self._identity() as here:
            outcomes = [self._one(here, there, newcomer) for newcomer in newcomers]
            # The profile first: if the machine stops between the two, the next run adds the rest, and
            # until then there is nobody who could log in to half a membership.
            there.commit()
            here.commit()
        return outcomes

    def refusals(self, newcomers: Sequence[Newcomer]) -> dict[UUID, str]:
        """The reasons for refusing some of these, by id. Nothing is written."""
        with self._profiles().reading() as there, self._identity().reading() as here:
            found = ((newcomer.member_id, self._reason(here, there, newcomer)) for newcomer in newcomers)
            return {member_id: reason for member_id, reason in found if reason}

    def _reason(self, here: IdentityUnit, there: ProfilesUnit, newcomer: Newcomer) -> str | None:
        if there.profiles.is_erased(newcomer.member_id):
            return ERASED
        known = here.accounts.find(self._site_key, newcomer.email)
        if known is None:
            # An imported member who has changed their address since is found by the new one.
            return TAKEN if here.accounts.get(newcomer.member_id) else None
        return None if known.id == newcomer.member_id else TAKEN

    def _one(self, here: IdentityUnit, there: ProfilesUnit, newcomer: Newcomer) -> Outcome:
        if there.profiles.is_erased(newcomer.member_id):
            raise Refused(ERASED)
        if not here.accounts.add(self._account(newcomer)):
            known = here.accounts.find(self._site_key, newcomer.email)
            if known is None or known.id != newcomer.member_id:
                raise Refused(TAKEN)
            return Outcome.KNOWN
        make_profile(there, self._profile(newcomer))
        said = {**newcomer.said, "last_active_at": newcomer.last_active_at}
        there.profiles.change(newcomer.member_id, **said)
        there.search.refresh(newcomer.member_id)
        here.announce(self._signed_up(newcomer))
        if newcomer.matching_consent is not None:
            agreed = Consent(ConsentKind.MATCHING, ELSEWHERE, True, newcomer.matching_consent)
            record_consent(here, self._account(newcomer), agreed)
        here.announce(MemberConfirmed(member_id=str(newcomer.member_id)))
        return Outcome.NEW

    def _account(self, newcomer: Newcomer) -> Account:
        return Account(
            newcomer.member_id,
            self._site_key,
            newcomer.email,
            newcomer.name,
            newcomer.password_hash or self._locked,
            Status.ACTIVE,
            newcomer.locale,
            newcomer.joined_at,
        )

    def _profile(self, newcomer: Newcomer) -> NewProfile:
        return NewProfile(
            member_id=newcomer.member_id,
            name=newcomer.name,
            birth_date=newcomer.birth_date,
            gender=newcomer.gender,
            seeks=newcomer.seeks,
            town_id=newcomer.town.id if newcomer.town else None,
            country=newcomer.country,
            language=newcomer.locale,
            joined_at=newcomer.joined_at,
            pool=self._pool,
        )

    def _signed_up(self, newcomer: Newcomer) -> MemberSignedUp:
        at = Timestamp()
        at.FromDatetime(newcomer.joined_at)
        return MemberSignedUp(
            member_id=str(newcomer.member_id),
            site=self._site_key,
            locale=newcomer.locale,
            name=newcomer.name,
            birth_date=newcomer.birth_date.isoformat(),
            gender=newcomer.gender,
            seeks=newcomer.seeks,
            town_id=newcomer.town.id if newcomer.town else 0,
            country=newcomer.country,
            signed_up_at=at,
        )
