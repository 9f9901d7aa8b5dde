"""What the use cases need from outside."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Protocol
from uuid import UUID

from servicekit.keys import SigningKeys
from servicekit.ports import Transaction
from sqlalchemy.orm import Session as DatabaseSession

from identity.domain.account import Account, Greeting
from identity.domain.attempts import Attempt
from identity.domain.ban import Cause
from identity.domain.consent import Consent
from identity.domain.consent import Kind as ConsentKind
from identity.domain.export import Export
from identity.domain.invite import Invite
from identity.domain.origin import Origin
from identity.domain.passkey import Passkey, Place
from identity.domain.session import Session
from identity.domain.sign_up_key import SignUpKey, UsedKey
from identity.domain.token import Purpose
from identity.domain.tombstone import Tombstone


class Accounts(Protocol):
    def add(self, account: Account) -> bool:
        """False when the address already has a living account on this site."""

    def get(self, member_id: UUID) -> Account | None: ...
    def lock(self, member_id: UUID) -> Account | None:
        """The account, locked for the rest of the transaction."""

    def find(self, site: str, email: str) -> Account | None:
        """The account of this address, locked for the rest of the transaction."""

    def look_up(self, site: str, email: str) -> Account | None:
        """The account of this address, as it stands."""

    def moderation_version(self, member_id: UUID) -> int | None: ...
    def note_moderation(self, member_id: UUID, suspended: bool, version: int) -> bool:
        """Keep moderation's word, unless a newer one is here already. Returns whether it was news."""

    def save(self, account: Account) -> None: ...
    def expired(self, limit: int) -> Sequence[Account]:
        """Deleted accounts that can no longer come back, locked; those another transaction holds are left to it."""

    def set_password(self, member_id: UUID, password_hash: str) -> None: ...
    def change_credentials_version(self, member_id: UUID) -> None:
        """Make requests void that wait in the queue."""

    def set_email(self, member_id: UUID, email: str) -> bool:
        """False when the address belongs to another account of the site."""


class Bans(Protocol):
    def add(
        self, cause: Cause, pool: int, email: str, devices: Iterable[bytes], until: datetime, member_id: UUID | None
    ) -> None: ...
    def lift(self, member_id: UUID, cause: Cause) -> None: ...
    def lift_address(self, cause: Cause, pool: int, email: str) -> bool: ...
    def stands(self, pool: int, email: str, devices: Iterable[bytes]) -> bool: ...


class Greetings(Protocol):
    def add(self, member_id: UUID, greeting: Greeting) -> None: ...
    def of(self, member_id: UUID) -> Greeting | None: ...


class Sessions(Protocol):
    def add(self, session: Session) -> None: ...
    def find(self, secret_hash: bytes) -> Session | None:
        """The living session of this secret."""

    def of(self, member_id: UUID) -> Sequence[Session]:
        """The member's living sessions, the newest first."""

    def note_use(self, session_id: UUID) -> None: ...
    def note_desk_use(self, session_id: UUID, at: datetime) -> None: ...
    def prove_second_factor(self, member_id: UUID, session_id: UUID, at: datetime) -> Session | None:
        """The session, with that in it; None when it is over."""

    def end(self, session_id: UUID) -> None: ...
    def end_one(self, member_id: UUID, session_id: UUID) -> bool:
        """False when the member has no such session."""

    def end_all(self, member_id: UUID, but: UUID | None = None) -> list[UUID]: ...
    def revoke(self, session_ids: Sequence[UUID], until: datetime) -> None:
        """Refuse the tokens of these sessions until then, here and wherever it is asked for."""

    def revoked(self, after: UUID | None, limit: int) -> Sequence[tuple[UUID, datetime]]:
        """Sessions whose tokens are refused now, and until when; in the order of their ids, from after this one."""


class SignUps(Protocol):
    """Idempotency keys of sign-ups."""

    def claim(self, site: str, key: SignUpKey, member_id: UUID) -> UsedKey | None:
        """Take the key for this member. Returns its earlier use, if there was one."""


class Tokens(Protocol):
    """One-time tokens: one purpose, one use, an end, and only the newest counts."""

    def replace(
        self, member_id: UUID, purpose: Purpose, secret_hash: bytes, expires_at: datetime, detail: str | None = None
    ) -> None: ...
    def use(self, purpose: Purpose, secret_hash: bytes) -> tuple[UUID, str | None] | None:
        """Whose it was and what it was made for; None when it is unknown, used or expired."""

    def whose(self, purpose: Purpose, secret_hash: bytes) -> UUID | None:
        """Whose this token is, good or not, without using it."""

    def is_good(self, purpose: Purpose, secret_hash: bytes) -> bool: ...
    def has_good(self, member_id: UUID, purpose: Purpose) -> bool:
        """Whether the member holds a token of this purpose that still works."""

    def drop_all(self, member_id: UUID, but: Collection[Purpose]) -> None: ...
    def made_at(self, member_id: UUID, purpose: Purpose) -> datetime | None: ...


class Attempts(Protocol):
    """What may be tried a few times only. Kept in the database, so neither a restart nor a lost cache resets it."""

    def take(self, subject: bytes, limit: int, minutes: int) -> Attempt:
        """Count an attempt before it is made; it is not allowed while a block lasts."""

    def clear(self, subject: bytes) -> None: ...


class Devices(Protocol):
    """The browsers members have logged in with before."""

    def knows(self, member_id: UUID, secret_hash: bytes) -> bool: ...
    def is_anyones(self, secret_hash: bytes) -> bool: ...
    def remember(self, member_id: UUID, secret_hash: bytes) -> bool:
        """Returns whether the member is new to this device."""

    def secret_hashes(self, member_id: UUID) -> list[bytes]: ...
    def forget_all(self, member_id: UUID) -> None: ...


class Authenticators(Protocol):
    """The apps that show one-time codes, and the recovery codes for when such an app is lost."""

    def begin(self, member_id: UUID, sealed_secret: bytes) -> bool:
        """False when the member has a confirmed one already."""

    def sealed_secret(self, member_id: UUID, *, confirmed: bool) -> bytes | None: ...
    def confirm(self, member_id: UUID) -> bool: ...
    def drop_begun(self, member_id: UUID) -> None:
        """Drop an app that was begun and has not shown a code yet."""

    def use_step(self, member_id: UUID, step: int) -> bool:
        """False when the code of this step, or of a later one, was used before."""

    def remove(self, member_id: UUID) -> bool: ...
    def replace_recovery_codes(self, member_id: UUID, hashes: Sequence[bytes]) -> None: ...
    def use_recovery_code(self, member_id: UUID, code_hash: bytes) -> bool: ...
    def recovery_codes_left(self, member_id: UUID) -> int: ...


class Passkeys(Protocol):
    def of(self, member_id: UUID) -> Sequence[Passkey]: ...
    def find(self, credential_id: bytes) -> Passkey | None: ...
    def add(self, passkey: Passkey) -> bool: ...
    def use(self, passkey: Passkey, sign_count: int) -> bool: ...
    def rename(self, member_id: UUID, passkey_id: UUID, name: str) -> bool: ...
    def remove(self, member_id: UUID, passkey_id: UUID) -> bool: ...
    def add_challenge(
        self, challenge_id: UUID, challenge: bytes, expires_at: datetime, member_id: UUID | None
    ) -> None: ...
    def drop_challenges(self, member_id: UUID) -> None: ...
    def take_challenge(self, challenge_id: UUID, member_id: UUID | None) -> bytes | None:
        """What was to be signed, once."""


class Consents(Protocol):
    """The log of what members agreed to; it only grows."""

    def add(self, member_id: UUID, consent: Consent, locale: str) -> None: ...
    def standing(self, member_id: UUID) -> dict[ConsentKind, Consent]:
        """The newest word of each kind."""


class Invites(Protocol):
    def find(self, site: str, token_hash: bytes) -> Invite | None:
        """The invite of this token, while it can be used."""

    def is_good_for(self, site: str, token_hash: bytes, member_id: UUID) -> bool:
        """Whether this member can use it, or has."""

    def use(self, site: str, token_hash: bytes, member_id: UUID) -> bool:
        """False when it cannot be used, or someone else has."""


class Origins(Protocol):
    def keep(self, member_id: UUID, origin: Origin) -> None: ...


class Exports(Protocol):
    def add(self, export_id: UUID, member_id: UUID) -> None: ...
    def newest(self, member_id: UUID) -> Export | None: ...
    def of(self, member_id: UUID) -> Sequence[UUID]: ...
    def deliver(self, export_id: UUID, service: str, parts: Sequence[tuple[str, bytes]], *, is_last: bool) -> bool:
        """False when nobody waits for them."""

    def claim_complete(self, services: Collection[str]) -> Export | None:
        """One whose parts are all here, locked for this worker."""

    def parts(self, export_id: UUID) -> Iterable[tuple[str, bytes]]: ...
    def finish(self, export_id: UUID, lasts: timedelta) -> None: ...
    def fetch(self, member_id: UUID) -> UUID | None:
        """The one that is ready and not yet fetched; from now on it is."""

    def end_ready(self, member_id: UUID) -> None:
        """Revoke the link of one that waits to be fetched."""

    def ended(self) -> Sequence[UUID]: ...
    def to_ask_again(self) -> Sequence[Export]: ...


class Tombstones(Protocol):
    def add(self, stones: Sequence[Tombstone]) -> Sequence[UUID]:
        """Returns those that were not here yet."""

    def to_tell_again(self, services: Collection[str], limit: int) -> Sequence[UUID]: ...
    def younger_than(self, age: timedelta) -> Sequence[UUID]: ...


class IdentityUnitOfWork(Transaction, Protocol):
    @property
    def session(self) -> DatabaseSession:
        """The transaction, for rate limits that are counted within it."""

    @property
    def consents(self) -> Consents: ...
    @property
    def exports(self) -> Exports: ...
    @property
    def invites(self) -> Invites: ...
    @property
    def origins(self) -> Origins: ...
    @property
    def tombstones(self) -> Tombstones: ...
    def erase(self, member_id: UUID) -> int:
        """Take away all that identity's tables hold of a member."""

    @property
    def bans(self) -> Bans: ...
    @property
    def accounts(self) -> Accounts: ...
    @property
    def greetings(self) -> Greetings: ...
    @property
    def sessions(self) -> Sessions: ...
    @property
    def sign_ups(self) -> SignUps: ...
    @property
    def tokens(self) -> Tokens: ...
    @property
    def attempts(self) -> Attempts: ...
    @property
    def devices(self) -> Devices: ...
    @property
    def authenticators(self) -> Authenticators: ...
    @property
    def passkeys(self) -> Passkeys: ...


class Passwords(Protocol):
    def hash(self, password: str) -> str: ...
    def fits(self, password: str, password_hash: str | None) -> bool:
        """Takes as long for no hash as for a wrong one, so that time tells nobody which addresses are known."""


class Seal(Protocol):
    def close(self, content: dict[str, str]) -> bytes: ...
    def open(self, sealed: bytes) -> dict[str, str]: ...


class Codes(Protocol):
    """The codes of authenticator apps."""

    def new_secret(self) -> bytes: ...
    def close(self, secret: bytes) -> bytes: ...
    def open(self, sealed: bytes) -> bytes: ...
    def step_of(self, secret: bytes, code: str, at: datetime) -> int | None:
        """Which thirty seconds this is the code of, or None when it is of none near `at`."""

    def address(self, secret: bytes, account: str, issuer: str) -> str: ...
    def written(self, secret: bytes) -> str: ...


class PasskeyCheck(Protocol):
    """What browsers and authenticators say about passkeys, made and read."""

    def offer_registration(
        self, place: Place, account: Account, challenge: bytes, known: Sequence[Passkey]
    ) -> dict[str, Any]: ...
    def registered(
        self, place: Place, challenge: bytes, credential: dict[str, Any], passkey_id: UUID, member_id: UUID, name: str
    ) -> Passkey:
        """The passkey a browser has made. Raises PasskeyRefused."""

    def offer_login(self, place: Place, challenge: bytes, known: Sequence[Passkey] = ()) -> dict[str, Any]:
        """For one of these passkeys, or for any the browser has when none is named."""

    def credential_id(self, credential: dict[str, Any]) -> bytes: ...
    def new_count(self, place: Place, challenge: bytes, credential: dict[str, Any], passkey: Passkey) -> int:
        """How often the passkey has signed by now. Raises PasskeyRefused unless it has signed the challenge."""


class Store(Protocol):
    """Identity's own files."""

    def keep_tombstones(self, stones: Sequence[Tombstone]) -> None: ...
    def tombstones_since(self, day: date) -> Iterator[Tombstone]: ...
    def keep_export(self, export_id: UUID, content: bytes) -> None: ...
    def read_export(self, export_id: UUID) -> bytes | None: ...
    def forget_export(self, export_id: UUID) -> None: ...
    def reseal_exports(self) -> int: ...
    def seal(self, content: bytes) -> bytes: ...
    def unseal(self, content: bytes) -> bytes: ...


@dataclass(frozen=True)
class Erasers:
    """What erasing needs besides the database: the files, and the keys that hash addresses."""

    store: Store
    address_keys: SigningKeys
