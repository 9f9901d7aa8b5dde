from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from shared.kit.core import AuthenticationRequired

from identity.domain.account import Account
from identity.domain.consent import RESTS_ON, WORDING, Consent, ConsentKind, version_of
from identity.errors import ConsentNeeded, ConsentOutdated, MatchingConsentNeeded
from identity.events.published import consent_changed
from identity.storage import IdentityUnit


@dataclass(frozen=True)
class ConsentState:
    """A kind of consent with its current version and the member's newest answer."""

    kind: ConsentKind
    current_version: str
    consent: Consent | None

    @property
    def is_given(self) -> bool:
        return self.consent is not None and self.consent.is_given

    @property
    def is_due(self) -> bool:
        """Whether to ask the member: it was given to an older version, or `matching` was never answered."""
        if self.consent is None:
            return self.kind is ConsentKind.MATCHING
        return self.consent.is_given and self.consent.version != self.current_version


def list_consents(uow: IdentityUnit, member_id: UUID, terms_at: datetime) -> list[ConsentState]:
    with uow:
        account = uow.accounts.get(member_id)
        if account is None:
            raise AuthenticationRequired()
        return _consent_states(uow, account, terms_at)


def give_consent(
    uow: IdentityUnit, member_id: UUID, terms_at: datetime, kind: ConsentKind, version: str, *, is_given: bool
) -> list[ConsentState]:
    """Record the member's answer. The same answer again changes nothing.

    Withdrawing a consent ends those that depend on it. Raises ConsentNeeded for withdrawing one that the account needs,
    and MatchingConsentNeeded for giving one that depends on a consent that is not given.
    """
    if kind.is_needed and not is_given:
        raise ConsentNeeded(field="given")
    if version != version_of(kind, terms_at):
        raise ConsentOutdated(field="version")
    with uow:
        # Locked: of two concurrent answers the later one is also the newer row.
        account = uow.accounts.lock(member_id)
        if account is None:
            raise AuthenticationRequired()
        states = {one.kind: one for one in _consent_states(uow, account, terms_at)}
        if is_given and kind in RESTS_ON and not states[RESTS_ON[kind]].is_given:
            raise MatchingConsentNeeded(field="kind")
        changed = [Consent(kind, version, is_given, _later(uow, states))]
        if not is_given:
            ending = [one for one in states.values() if RESTS_ON.get(one.kind) is kind and one.is_given]
            changed += [replace(changed[0], kind=one.kind, version=one.current_version) for one in ending]
        earlier = states[kind].consent
        if earlier is None or (earlier.is_given, earlier.version) != (is_given, version):
            for consent in changed:
                record_consent(uow, account, consent)
            uow.commit()
        return _consent_states(uow, account, terms_at)


def _later(uow: IdentityUnit, states: Mapping[ConsentKind, ConsentState]) -> datetime:
    """The time of this answer, later than that of every earlier answer.

    `now()` of Postgres is the start of the transaction, and this one may have started before the one whose lock it
    waited for. Other services order a member's answers by their time.
    """
    before = [one.consent.at for one in states.values() if one.consent is not None]
    return max([uow.now(), *(at + timedelta(microseconds=1) for at in before)])


def record_marketing_switch(
    uow: IdentityUnit, member_id: UUID, terms_at: datetime, *, wanted: bool, at: datetime
) -> None:
    """Record a switch of marketing emails as the answer to `marketing`. Runs in the caller's transaction.

    The same answer again adds nothing, and neither does a switch that is older than the newest answer.
    """
    account = uow.accounts.lock(member_id)
    if account is None:
        return
    kind = ConsentKind.MARKETING
    [state] = [one for one in _consent_states(uow, account, terms_at) if one.kind is kind]
    earlier = state.consent
    if earlier is not None and (earlier.at >= at or (earlier.is_given, earlier.version) == (wanted, WORDING[kind])):
        return
    if earlier is not None or wanted:
        record_consent(uow, account, Consent(kind, WORDING[kind], wanted, at), by_switch=True)


def record_consent(uow: IdentityUnit, account: Account, consent: Consent, *, by_switch: bool = False) -> None:
    """Store the answer and announce it, in the caller's transaction."""
    uow.consents.add(account.id, consent, account.locale)
    if consent.kind is ConsentKind.TERMS:
        account.terms_accepted_at = consent.at
        uow.accounts.save(account)
    if consent.kind is ConsentKind.MATCHING:
        account.matching_due = consent.is_given and consent.version != WORDING[ConsentKind.MATCHING]
        uow.accounts.save(account)
    uow.announce(consent_changed(account.id, consent, by_switch=by_switch))


def _consent_states(uow: IdentityUnit, account: Account, terms_at: datetime) -> list[ConsentState]:
    logged = uow.consents.newest(account.id)
    for kind in (ConsentKind.TERMS, ConsentKind.PRIVACY):
        if kind not in logged:
            # Members from before this log accepted the terms of the day of their sign-up.
            accepted_at = min(terms_at, account.signed_up_at)
            logged[kind] = Consent(kind, version_of(kind, accepted_at), True, account.signed_up_at)
    return [ConsentState(kind, version_of(kind, terms_at), logged.get(kind)) for kind in ConsentKind]
