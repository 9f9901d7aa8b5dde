from datetime import date, datetime
from uuid import UUID

from shared.kit.storage import new_metadata
from shared.kit.storage.privileges import APPEND_ONLY, NEVER_DELETED
from shared.kit.storage.tables import AwareTime
from sqlalchemy import BigInteger, ForeignKey, Identity, Index, LargeBinary, String, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    metadata = new_metadata()


class AccountRow(Base):
    __tablename__ = "accounts"
    __table_args__ = (
        Index("uq_accounts_site_email", "site", "email", unique=True),
        Index("ix_accounts_deleted_at", "deleted_at", postgresql_where=text("status = 'deleted'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    email: Mapped[str]
    name: Mapped[str]
    password_hash: Mapped[str]
    status: Mapped[str]
    locale: Mapped[str]
    signed_up_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    deleted_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The last correction of the name by its member.
    renamed_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The status before the deletion, which a reactivation restores.
    deleted_from: Mapped[str | None]
    terms_accepted_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # Whether the member has not been asked for the consent `matching` yet. A sign-up stores the answer.
    matching_due: Mapped[bool] = mapped_column(server_default=text("true"))
    # Projection of billing's CreditsChanged and BecamePremium.
    credits: Mapped[int] = mapped_column(server_default=text("0"))
    credits_version: Mapped[int] = mapped_column(server_default=text("0"))
    is_premium: Mapped[bool] = mapped_column(server_default=text("false"))
    is_staff: Mapped[bool] = mapped_column(server_default=text("false"))
    is_marketer: Mapped[bool] = mapped_column(server_default=text("false"))
    # Projection of the sanctions of profiles (MemberModerated), with the number of the newest.
    is_suspended: Mapped[bool] = mapped_column(server_default=text("false"))
    moderation_version: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # Changes whenever sessions, links and requests made so far are revoked.
    credentials_version: Mapped[int] = mapped_column(server_default=text("0"))
    # Projection of notifications: bounced, complained or unsubscribed; null while mail is sent.
    mail_suppressed: Mapped[str | None]


class GreetingRow(Base):
    """A first message, kept until chat has posted it once the member's address is confirmed."""

    __tablename__ = "greetings"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    recipient_id: Mapped[UUID]
    text: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class LoginGuardRow(Base):
    """Wrong passwords as counted by the previous release, which still serves while this one starts."""

    __tablename__ = "login_guards"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    failures: Mapped[int]
    blocked_until: Mapped[datetime | None] = mapped_column(AwareTime)


class SessionRow(Base):
    __tablename__ = "sessions"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    secret_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(AwareTime)
    # Only as fine as members need to recognise their own devices.
    browser: Mapped[str | None]
    system: Mapped[str | None]
    used_on: Mapped[date] = mapped_column(server_default=func.current_date())
    second_factor_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # For staff and marketers only: the time at which this session last got a token that opens the desk.
    desk_used_at: Mapped[datetime | None] = mapped_column(AwareTime)


class KnownDeviceRow(Base):
    """A browser in which this member has logged in before, by the hash of the secret its cookie holds."""

    __tablename__ = "known_devices"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    secret_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    used_on: Mapped[date] = mapped_column(server_default=func.current_date())


class AttemptsRow(Base):
    """Attempts in a row by subject, a hash that does not reveal the account."""

    __tablename__ = "attempts"

    subject: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    count: Mapped[int]
    blocked_until: Mapped[datetime | None] = mapped_column(AwareTime)
    counted_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class AuthenticatorRow(Base):
    """A member's authenticator app. It is in use once `confirmed_at` is set, by a first right code."""

    __tablename__ = "authenticators"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    sealed_secret: Mapped[bytes] = mapped_column(LargeBinary)
    confirmed_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The time step of the code used last. Codes of it and of older steps are refused.
    last_step: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))


class RecoveryCodeRow(Base):
    __tablename__ = "recovery_codes"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    code_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    used_at: Mapped[datetime | None] = mapped_column(AwareTime)


class PasskeyRow(Base):
    __tablename__ = "passkeys"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    credential_id: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    used_on: Mapped[date | None]


class ChallengeRow(Base):
    """A WebAuthn challenge, deleted by its first use."""

    __tablename__ = "challenges"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID | None] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    challenge: Mapped[bytes] = mapped_column(LargeBinary)
    expires_at: Mapped[datetime] = mapped_column(AwareTime, index=True)


class TokenRow(Base):
    """One row per member and purpose: a newer token replaces the older one."""

    __tablename__ = "tokens"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    purpose: Mapped[str] = mapped_column(primary_key=True)
    secret_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(AwareTime)
    used_at: Mapped[datetime | None] = mapped_column(AwareTime)
    detail: Mapped[str | None]


class TombstoneRow(Base):
    """The tombstone of an erased account, for repeating the erasure after a restored backup.

    The hash of the address is keyed, so it identifies nobody. `told_at` and `times_told` count the announcements.
    """

    __tablename__ = "tombstones"
    __table_args__ = NEVER_DELETED

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    address_hash: Mapped[bytes] = mapped_column(LargeBinary)
    erased_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)
    told_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    times_told: Mapped[int] = mapped_column(server_default=text("1"))


class BanRow(Base):
    """A banned mailbox or browser, as a keyed hash, with the end of the ban."""

    __tablename__ = "bans"

    hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    cause: Mapped[str] = mapped_column(primary_key=True)  # moderation, own_wish
    # The banned member, for lifting the ban. No foreign key, because the ban outlasts the account.
    member_id: Mapped[UUID | None] = mapped_column(index=True)
    until: Mapped[datetime] = mapped_column(AwareTime, index=True)


class ErasureReceiptRow(Base):
    """A service's confirmation of an erasure. `rows` sums the erased rows over all repetitions."""

    __tablename__ = "erasure_receipts"
    __table_args__ = NEVER_DELETED

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    service: Mapped[str] = mapped_column(primary_key=True)
    rows: Mapped[int] = mapped_column(BigInteger)
    first_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    last_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ConsentRow(Base):
    """Append-only: a trigger refuses every change. The newest row of a kind is in force."""

    __tablename__ = "consents"
    __table_args__ = (Index("ix_consents_member_id_kind_id", "member_id", "kind", "id"), APPEND_ONLY)

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    kind: Mapped[str]
    version: Mapped[str]
    is_given: Mapped[bool]
    locale: Mapped[str]
    at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class InviteRow(Base):
    """An invite for one person. Its token is in the link alone; the table has its hash."""

    __tablename__ = "invites"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    name: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(AwareTime)
    revoked_at: Mapped[datetime | None] = mapped_column(AwareTime)
    used_at: Mapped[datetime | None] = mapped_column(AwareTime)
    used_by: Mapped[UUID | None] = mapped_column(index=True)


class SignUpRow(Base):
    """The idempotency key of a sign-up, and the member id that the server generated for it.

    There is no foreign key: if the address was taken, no account was created.
    """

    __tablename__ = "sign_ups"

    site: Mapped[str] = mapped_column(primary_key=True)
    key_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    body_hash: Mapped[bytes] = mapped_column(LargeBinary)
    member_id: Mapped[UUID] = mapped_column(index=True)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class OriginRow(Base):
    """Empty: a trigger discards the rows that the previous release inserts. The next release drops the table."""

    __tablename__ = "origins"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    network: Mapped[str]
    ref: Mapped[str]
    sub1: Mapped[str]
    sub2: Mapped[str]
    sub3: Mapped[str]
    lb: Mapped[str]
    visit_id: Mapped[UUID | None]


class ExportRow(Base):
    """A member's request for their own data. States: gathering, ready, fetched, expired."""

    __tablename__ = "exports"
    __table_args__ = (
        Index("ix_exports_member_id_requested_at", "member_id", "requested_at"),
        Index("ix_exports_gathering", "requested_at", postgresql_where=text("state = 'gathering'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    state: Mapped[str]
    # The services that have delivered all their files. `told_at`: the last announcement of ExportRequested.
    delivered: Mapped[list[str]] = mapped_column(ARRAY(String))
    requested_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    told_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    ready_at: Mapped[datetime | None] = mapped_column(AwareTime)
    expires_at: Mapped[datetime | None] = mapped_column(AwareTime)


class ExportPartRow(Base):
    """A sealed file of an export, kept until all services have delivered theirs."""

    __tablename__ = "export_parts"

    export_id: Mapped[UUID] = mapped_column(ForeignKey("exports.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    sealed: Mapped[bytes] = mapped_column(LargeBinary)
