from datetime import date, datetime
from uuid import UUID

from servicekit.storage import new_metadata
from servicekit.storage.privileges import APPEND_ONLY, NEVER_DELETED
from servicekit.storage.tables import AwareTime
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
    # What the account was before, for the way back.
    deleted_from: Mapped[str | None]
    terms_accepted_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # Billing's figures, as its events told them last.
    credits: Mapped[int] = mapped_column(server_default=text("0"))
    credits_version: Mapped[int] = mapped_column(server_default=text("0"))
    is_premium: Mapped[bool] = mapped_column(server_default=text("false"))
    is_staff: Mapped[bool] = mapped_column(server_default=text("false"))
    # Moderation's word, as its event told it last.
    is_suspended: Mapped[bool] = mapped_column(server_default=text("false"))
    moderation_version: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # Changes whenever sessions, links and requests made so far are revoked.
    credentials_version: Mapped[int] = mapped_column(server_default=text("0"))
    # Notifications' word: bounced, complained, unsubscribed; nothing while mail goes.
    mail_suppressed: Mapped[str | None]


class GreetingRow(Base):
    """A first message, kept until chat has posted it once the member's address is confirmed."""

    __tablename__ = "greetings"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    recipient_id: Mapped[UUID]
    text: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class LoginGuardRow(Base):
    """Wrong passwords as the previous release counted them, which still serves while this one starts."""

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
    # As coarse as people need to tell their own devices apart, and no finer.
    browser: Mapped[str | None]
    system: Mapped[str | None]
    used_on: Mapped[date] = mapped_column(server_default=func.current_date())
    second_factor_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # Of staff alone: when this session last got a token that opens the desk.
    desk_used_at: Mapped[datetime | None] = mapped_column(AwareTime)


class KnownDeviceRow(Base):
    """A browser in which this member has logged in before, by the hash of the secret its cookie holds."""

    __tablename__ = "known_devices"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    secret_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    used_on: Mapped[date] = mapped_column(server_default=func.current_date())


class AttemptsRow(Base):
    """How often something was tried in a row; what, is a hash of its name."""

    __tablename__ = "attempts"

    subject: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    count: Mapped[int]
    blocked_until: Mapped[datetime | None] = mapped_column(AwareTime)
    counted_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class AuthenticatorRow(Base):
    """The app that shows a member's one-time codes. It counts once the member has shown a first code."""

    __tablename__ = "authenticators"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    sealed_secret: Mapped[bytes] = mapped_column(LargeBinary)
    confirmed_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The thirty seconds whose code was used last: neither it nor an older one is taken again.
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
    """What a passkey has to sign; deleted as it is used."""

    __tablename__ = "challenges"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID | None] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    challenge: Mapped[bytes] = mapped_column(LargeBinary)
    expires_at: Mapped[datetime] = mapped_column(AwareTime, index=True)


class TokenRow(Base):
    """One row per member and purpose: a newer token takes the older one's place."""

    __tablename__ = "tokens"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    purpose: Mapped[str] = mapped_column(primary_key=True)
    secret_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(AwareTime)
    used_at: Mapped[datetime | None] = mapped_column(AwareTime)
    detail: Mapped[str | None]


class TombstoneRow(Base):
    """Where an account was. It lets the erasure be repeated when a backup brings something back.

    The hash of the address has a key and names nobody."""

    __tablename__ = "tombstones"
    __table_args__ = NEVER_DELETED

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    address_hash: Mapped[bytes] = mapped_column(LargeBinary)
    erased_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)
    told_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    times_told: Mapped[int] = mapped_column(server_default=text("1"))


class BanRow(Base):
    """A mailbox or a browser that no new account may come from, as a keyed hash, until a day."""

    __tablename__ = "bans"

    hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    cause: Mapped[str] = mapped_column(primary_key=True)  # moderation, own_wish
    # The member of the ban, to lift it by. No foreign key: the ban outlasts the account.
    member_id: Mapped[UUID | None] = mapped_column(index=True)
    until: Mapped[datetime] = mapped_column(AwareTime, index=True)


class ErasureReceiptRow(Base):
    """A service's word that it has erased a member. `rows` counts all it took, also when it was repeated."""

    __tablename__ = "erasure_receipts"
    __table_args__ = NEVER_DELETED

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    service: Mapped[str] = mapped_column(primary_key=True)
    rows: Mapped[int] = mapped_column(BigInteger)
    first_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    last_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ConsentRow(Base):
    """Append-only: a trigger refuses every change. The newest row of a kind says how it stands."""

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
    """A way in for one person. Its token is only in the link."""

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
    """The idempotency key a sign-up came with, and the id the server drew for its member.

    There may be no account: the address may have had one already. So there is no foreign key.
    """

    __tablename__ = "sign_ups"

    site: Mapped[str] = mapped_column(primary_key=True)
    key_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    body_hash: Mapped[bytes] = mapped_column(LargeBinary)
    member_id: Mapped[UUID] = mapped_column(index=True)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class OriginRow(Base):
    """What the address of the first visit said of where the member came from."""

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
    """A member's request for their own data: gathering, ready, fetched or failed."""

    __tablename__ = "exports"
    __table_args__ = (
        Index("ix_exports_member_id_requested_at", "member_id", "requested_at"),
        Index("ix_exports_gathering", "requested_at", postgresql_where=text("state = 'gathering'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    state: Mapped[str]
    # The services whose part is here, whole.
    delivered: Mapped[list[str]] = mapped_column(ARRAY(String))
    requested_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    told_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    ready_at: Mapped[datetime | None] = mapped_column(AwareTime)
    expires_at: Mapped[datetime | None] = mapped_column(AwareTime)


class ExportPartRow(Base):
    """A file of an export until all are here, sealed."""

    __tablename__ = "export_parts"

    export_id: Mapped[UUID] = mapped_column(ForeignKey("exports.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    sealed: Mapped[bytes] = mapped_column(LargeBinary)
