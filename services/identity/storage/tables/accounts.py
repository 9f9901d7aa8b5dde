"""Accounts, how they came about, and what they consented to."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import APPEND_ONLY, AwareTime
from sqlalchemy import BigInteger, ForeignKey, Identity, Index, LargeBinary, func, text
from sqlalchemy.orm import Mapped, mapped_column

from identity.storage.tables.base import Base

# The spelling-free form of an address, as `mailbox_of` makes it: an index expression, so nothing more is stored.
LOCAL = r"regexp_replace(split_part(email, '@', 1), '^([^+]+)\+.*$', '\1')"
DOMAIN = "split_part(email, '@', 2)"
MAILBOX = (
    f"(CASE WHEN {DOMAIN} IN ('gmail.com', 'googlemail.com') THEN replace({LOCAL}, '.', '') ELSE {LOCAL} END || '@' || "
    f"CASE {DOMAIN} WHEN 'googlemail.com' THEN 'gmail.com' WHEN 'pm.me' THEN 'proton.me' "
    f"WHEN 'protonmail.com' THEN 'proton.me' ELSE {DOMAIN} END)"
)


class AccountRow(Base):
    __tablename__ = "accounts"
    __table_args__ = (
        Index("uq_accounts_site_email", "site", "email", unique=True),
        Index("ix_accounts_mailbox", "site", text(MAILBOX)),
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
    is_support: Mapped[bool] = mapped_column(server_default=text("false"))
    is_lead: Mapped[bool] = mapped_column(server_default=text("false"))
    is_writer: Mapped[bool] = mapped_column(server_default=text("false"))
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
