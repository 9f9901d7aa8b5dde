from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.identity.v1.events_pb2 import ConsentChanged
from servicekit.errors import AuthenticationRequired

from identity.domain.account import Account
from identity.domain.consent import Consent, Kind, version_of
from identity.errors import ConsentNeeded, ConsentOutdated
from identity.ports import IdentityUnitOfWork


@dataclass(frozen=True)
class Standing:
    kind: Kind
    current_version: str
    consent: Consent | None

    @property
    def is_given(self) -> bool:
        return self.consent is not None and self.consent.is_given

    @property
    def is_due(self) -> bool:
        """Whether the member has to be asked again: it was given to an older version."""
        return self.is_given and self.consent is not None and self.consent.version != self.current_version


def list_consents(uow: IdentityUnitOfWork, member_id: UUID, terms_at: datetime) -> list[Standing]:
    with uow:
        account = uow.accounts.get(member_id)
        if account is None:
            raise AuthenticationRequired()
        return _standing(uow, account, terms_at)


def give_consent(
    uow: IdentityUnitOfWork, member_id: UUID, terms_at: datetime, kind: Kind, version: str, *, is_given: bool
) -> list[Standing]:
    """Note what the member says now. Saying the same again changes nothing."""
    if kind.is_needed and not is_given:
        raise ConsentNeeded(field="given")
    if version != version_of(kind, terms_at):
        raise ConsentOutdated(field="version")
    with uow:
        # Locked, so that of two at once the later one is also the newer row.
        account = uow.accounts.lock(member_id)
        if account is None:
            raise AuthenticationRequired()
        now = uow.now()
        earlier = next((one.consent for one in _standing(uow, account, terms_at) if one.kind is kind), None)
        if earlier is None or (earlier.is_given, earlier.version) != (is_given, version):
            record_consent(uow, account, Consent(kind, version, is_given, now))
            uow.commit()
        return _standing(uow, account, terms_at)


def record_consent(uow: IdentityUnitOfWork, account: Account, consent: Consent) -> None:
    """Write it to the log and tell the others, in the caller's transaction."""
    uow.consents.add(account.id, consent, account.locale)
    if consent.kind is Kind.TERMS:
        account.terms_accepted_at = consent.at
        uow.accounts.save(account)
    at = Timestamp()
    at.FromDatetime(consent.at)
    uow.announce(
        ConsentChanged(
            member_id=str(account.id),
            kind=consent.kind,
            version=consent.version,
            given=consent.is_given,
            at=at,
        )
    )


def _standing(uow: IdentityUnitOfWork, account: Account, terms_at: datetime) -> list[Standing]:
    logged = uow.consents.standing(account.id)
    for kind in (Kind.TERMS, Kind.PRIVACY):
        if kind not in logged:
            # Who signed up before there was a log agreed to what held on that day.
            held = min(terms_at, account.signed_up_at)
            logged[kind] = Consent(kind, version_of(kind, held), True, account.signed_up_at)
    return [Standing(kind, version_of(kind, terms_at), logged.get(kind)) for kind in Kind]
