"""Writes newcomers where signing up would: the account and its news in identity, the profile in profiles.

Everything else, the wallet for one, is made by the services that consume its events. No mail is asked for.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from secrets import token_urlsafe
from uuid import UUID

import psycopg
from identity.domain.account import Account, Status
from identity.domain.consent import Consent, ConsentKind
from identity.events.published import consent_changed
from identity.passwords import Argon2Passwords
from identity.storage import IdentityUnit
from identity.storage.bulk import BulkAccounts
from pairwise.identity.v1.events_pb2 import MemberConfirmed, MemberSignedUp
from pairwise.profiles.v1.events_pb2 import ProfileChanged
from profiles.domain.consent import Consent as ProfileConsent
from profiles.domain.consent import ConsentKind as ProfileConsentKind
from profiles.domain.profile import NewProfile
from profiles.storage import ProfilesUnit
from profiles.storage.bulk import BulkProfile, BulkProfiles
from profiles.usecases.profile.check_text import TextRules, check_imported_text
from shared.kit.core import faults
from shared.kit.db.copying import without_timeouts

from importer.rows import Newcomer

ERASED = "this member was erased and is not brought back"
# The version of a consent given to other words than ours: the member is asked again at the next visit.
ELSEWHERE = "imported"
TAKEN = "this address has another account already"
REFUSED = "the database refuses this line"


class Outcome(StrEnum):
    NEW = "new"
    KNOWN = "known"


@dataclass
class Known:
    """The state of the databases before a batch: accounts by address, ids that have one, members that were erased."""

    owners: Mapping[str, UUID]
    existing: Collection[UUID]
    erased: Collection[UUID]
    refusals: dict[UUID, str] = field(default_factory=dict)

    def refusal_of(self, newcomer: Newcomer) -> str | None:
        if newcomer.member_id in self.erased:
            return ERASED
        owner = self.owners.get(newcomer.email)
        if owner is None:
            # An imported member who has changed their address since is found by the new one.
            return TAKEN if newcomer.member_id in self.existing else None
        return None if owner == newcomer.member_id else TAKEN


@dataclass
class Written:
    """How many members are new or known, and the reasons for refusing the others, by id."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    refusals: dict[UUID, str] = field(default_factory=dict)

    def add(self, other: "Written") -> None:
        self.outcomes.update(other.outcomes)
        self.refusals.update(other.refusals)


class MemberWriter:
    """Writes imported members into the databases of identity and profiles, for one site."""

    def __init__(
        self, texts: TextRules, pool: int, identity: Callable[[], IdentityUnit], profiles: Callable[[], ProfilesUnit]
    ) -> None:
        self._texts, self._pool, self._identity, self._profiles = texts, pool, identity, profiles
        # A hash of a random password: members imported without one set theirs by the link in a mail.
        self._locked = Argon2Passwords().hash(token_urlsafe(32))

    def write(self, newcomers: Sequence[Newcomer]) -> Written:
        """Write all that can become members, together. Existing members stay unchanged.

        COPY fails as a whole where one row fails: an address that a sign-up took at the same moment, or a value that
        the database refuses. Then each half is written by itself, until the row is found that is the cause.
        """
        try:
            return self._write(newcomers)
        except (psycopg.IntegrityError, psycopg.DataError) as error:
            if len(newcomers) > 1:
                middle = len(newcomers) // 2
                written = self.write(newcomers[:middle])
                written.add(self.write(newcomers[middle:]))
                return written
            if not isinstance(error, psycopg.errors.UniqueViolation):
                return Written(refusals={newcomers[0].member_id: f"{REFUSED} ({type(error).__name__})"})
            # Without a reason to refuse it, another run of the same file was faster.
            refusals = self.refusals(newcomers)
            return Written(refusals=refusals) if refusals else Written(Counter([Outcome.KNOWN]))

    def write_all(self, newcomers: Sequence[Newcomer], at_once: int) -> Written:
        """Write all of them in one transaction, or none: with a refusal nothing is written."""
        with self._profiles() as there, self._identity() as here:
            written = Written()
            for start in range(0, len(newcomers), at_once):
                written.add(self._add(here, there, newcomers[start : start + at_once]))
            if not written.refusals:
                there.commit()
                here.commit()
            return written

    def refusals(self, newcomers: Sequence[Newcomer]) -> dict[UUID, str]:
        """The reasons for refusing some of these, by id. Nothing is written."""
        with self._profiles().reading() as there, self._identity().reading() as here:
            return self._look_up(here, there, newcomers).refusals

    def _write(self, newcomers: Sequence[Newcomer]) -> Written:
        with self._profiles() as there, self._identity() as here:
            written = self._add(here, there, newcomers)
            # The profile first: if the machine stops between the two, the next run adds the rest, and
            # until then there is nobody who could log in to half a membership.
            there.commit()
            faults.fault_point("import.batch.profiles_committed")
            here.commit()
        return written

    def _look_up(self, here: IdentityUnit, there: ProfilesUnit, newcomers: Sequence[Newcomer]) -> Known:
        accounts, ids = BulkAccounts(here.session), [newcomer.member_id for newcomer in newcomers]
        owners = accounts.owners(self._texts.site, [newcomer.email for newcomer in newcomers])
        known = Known(owners, accounts.existing(ids), BulkProfiles(there.session).erased(ids))
        known.refusals = {
            newcomer.member_id: reason for newcomer in newcomers if (reason := known.refusal_of(newcomer)) is not None
        }
        return known

    def _add(self, here: IdentityUnit, there: ProfilesUnit, newcomers: Sequence[Newcomer]) -> Written:
        for session in (here.session, there.session):
            without_timeouts(session)
        known = self._look_up(here, there, newcomers)
        fitting = [newcomer for newcomer in newcomers if newcomer.member_id not in known.refusals]
        new = [newcomer for newcomer in fitting if newcomer.email not in known.owners]
        if new:
            self._add_profiles(there, new)
            self._add_accounts(here, new)
        counts = {Outcome.NEW: len(new), Outcome.KNOWN: len(fitting) - len(new)}
        return Written(Counter({outcome: count for outcome, count in counts.items() if count}), known.refusals)

    def _add_profiles(self, there: ProfilesUnit, newcomers: Sequence[Newcomer]) -> None:
        profiles = BulkProfiles(there.session)
        # Those of a run that stopped between the two commits are whole.
        made = profiles.existing([newcomer.member_id for newcomer in newcomers])
        missing = [newcomer for newcomer in newcomers if newcomer.member_id not in made]
        profiles.add([self._profile(newcomer) for newcomer in missing])
        for newcomer in missing:
            there.announce(
                ProfileChanged(member_id=str(newcomer.member_id), name=newcomer.name, fictional=newcomer.fictional)
            )
            check_imported_text(there, newcomer.member_id, newcomer.text, self._texts)

    def _add_accounts(self, here: IdentityUnit, newcomers: Sequence[Newcomer]) -> None:
        """Events of one type stand together, so that their consumers handle many at once."""
        consents = {newcomer.member_id: _consents(newcomer) for newcomer in newcomers}
        accounts = [(self._account(newcomer), consents[newcomer.member_id]) for newcomer in newcomers]
        BulkAccounts(here.session).add(accounts)
        for newcomer in newcomers:
            here.announce(self._signed_up(newcomer))
        for member_id, given in consents.items():
            for consent in given:
                here.announce(consent_changed(member_id, consent))
        for newcomer in newcomers:
            # A fictional profile has no address to confirm.
            if not newcomer.fictional:
                here.announce(MemberConfirmed(member_id=str(newcomer.member_id)))

    def _account(self, newcomer: Newcomer) -> Account:
        return Account(
            newcomer.member_id,
            self._texts.site,
            newcomer.email,
            newcomer.name,
            newcomer.password_hash or self._locked,
            Status.ACTIVE,
            newcomer.locale,
            newcomer.joined_at,
        )

    def _profile(self, newcomer: Newcomer) -> BulkProfile:
        profile = NewProfile(
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
            fictional=newcomer.fictional,
        )
        # As a sign-up does: `seeks` is the answer of its time, and a later event has the time of the consent.
        answers = [ProfileConsent(ProfileConsentKind.MATCHING, bool(newcomer.seeks), newcomer.joined_at)]
        if newcomer.religion_consent is not None:
            answers.append(ProfileConsent(ProfileConsentKind.RELIGION, True, newcomer.religion_consent))
        return BulkProfile(profile, newcomer.last_active_at, answers, newcomer.said, newcomer.answers)

    def _signed_up(self, newcomer: Newcomer) -> MemberSignedUp:
        return MemberSignedUp(
            member_id=str(newcomer.member_id),
            site=self._texts.site,
            locale=newcomer.locale,
            name=newcomer.name,
            birth_date=newcomer.birth_date.isoformat(),
            gender=newcomer.gender,
            seeks=newcomer.seeks,
            town_id=newcomer.town.id if newcomer.town else 0,
            country=newcomer.country,
            signed_up_at=newcomer.joined_at,
            fictional=newcomer.fictional,
        )


def _consents(newcomer: Newcomer) -> list[Consent]:
    given = ((ConsentKind.MATCHING, newcomer.matching_consent), (ConsentKind.RELIGION, newcomer.religion_consent))
    return [Consent(kind, ELSEWHERE, True, at) for kind, at in given if at is not None]
