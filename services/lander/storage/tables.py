from datetime import date, datetime
from typing import Any
from uuid import UUID

from shared.kit.db import APPEND_ONLY, NEVER_DELETED, AwareTime
from sqlalchemy import (
    ARRAY,
    BigInteger,
    ForeignKey,
    Identity,
    Index,
    SmallInteger,
    String,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from lander.storage.base import Base as Base
from lander.storage.desk_tables import CostKeyRow as CostKeyRow
from lander.storage.desk_tables import DefaultViewRow as DefaultViewRow
from lander.storage.desk_tables import ReportViewRow as ReportViewRow
from lander.storage.link_tables import LinkViewRow as LinkViewRow
from lander.storage.link_tables import SmartLinkRow as SmartLinkRow
from lander.storage.picture_tables import PagePictureFileRow as PagePictureFileRow
from lander.storage.picture_tables import PagePictureRow as PagePictureRow
from lander.storage.postback_tables import PostbackRow as PostbackRow
from lander.storage.postback_tables import PostbackTestRow as PostbackTestRow
from lander.storage.sign_up_tables import SignUpHourRow as SignUpHourRow

EMPTY = text("''")
HAS_SUB_IDS = " OR ".join(f"sub{number} <> ''" for number in range(1, 6))
# In `view_classes`, for views that were counted before hours were.
NO_HOUR = -1


class ViewRow(Base):
    """A counter: the views of a page on one day, and those after which the visitor went on. It has no id of anybody."""

    __tablename__ = "views"

    day: Mapped[date] = mapped_column(primary_key=True)
    site: Mapped[str] = mapped_column(primary_key=True)
    page: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    arm: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    network: Mapped[str] = mapped_column(primary_key=True)
    locale: Mapped[str] = mapped_column(primary_key=True)
    is_suspect: Mapped[bool] = mapped_column(primary_key=True)
    views: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    went_on: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))


class ViewClassRow(Base):
    """A counter: the same views once more, by hour (UTC), country and class of device. It has no id of anybody.

    Apart from `views`, whose key the previous release counts by, and because reports without these are read more often.
    """

    __tablename__ = "view_classes"

    day: Mapped[date] = mapped_column(primary_key=True)
    site: Mapped[str] = mapped_column(primary_key=True)
    page: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    arm: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    network: Mapped[str] = mapped_column(primary_key=True)
    locale: Mapped[str] = mapped_column(primary_key=True)
    hour: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    country: Mapped[str] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(primary_key=True)
    is_suspect: Mapped[bool] = mapped_column(primary_key=True)
    views: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    went_on: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))


class SuspicionRow(Base):
    """A counter: the suspect views of a page on one day, by the reason of the suspicion. It has no id of anybody."""

    __tablename__ = "suspicions"

    day: Mapped[date] = mapped_column(primary_key=True)
    site: Mapped[str] = mapped_column(primary_key=True)
    page: Mapped[str] = mapped_column(primary_key=True)
    network: Mapped[str] = mapped_column(primary_key=True)
    reason: Mapped[str] = mapped_column(primary_key=True)
    views: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))


class NetworkRow(Base):
    """A network a site works with. Its name is counted; other names are counted as `other`."""

    __tablename__ = "networks"
    __table_args__ = (Index("uq_networks_view_key_hash", "view_key_hash", unique=True),)

    site: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    added_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    # The goal a network is paid for: lead, confirmed, sale, share, or empty for none. A share is in hundredths of a
    # percent of net revenue.
    payout_goal: Mapped[str] = mapped_column(server_default=EMPTY)
    payout_minor: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    payout_currency: Mapped[str] = mapped_column(server_default=EMPTY)
    payout_share: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # The sign-ups a day it declared; 0 for none.
    expected_daily: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # Postbacks: hosts they may go to, a template for each goal, days that payments are held, and since when.
    hosts: Mapped[list[str]] = mapped_column(ARRAY(String), server_default=text("'{}'"))
    templates: Mapped[dict[str, str]] = mapped_column(JSONB, server_default=text("'{}'"))
    hold_days: Mapped[int] = mapped_column(server_default=text("0"))
    posts_since: Mapped[datetime | None] = mapped_column(AwareTime)
    method: Mapped[str] = mapped_column(server_default=text("'GET'"))
    # Made with the first template; without it postbacks are not signed.
    signing_key: Mapped[str | None]
    # Queued postbacks wait while it is set.
    paused_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The hash of the key that shows the network its own figures; NULL without a link.
    view_key_hash: Mapped[bytes | None]
    shared_at: Mapped[datetime | None] = mapped_column(AwareTime)


class LeadRow(Base):
    """A sign-up, and the page that led to it. After the member's erasure it names nobody and is a figure.

    `ref` and `sub1` to `sub5` are empty without the consent `attribution`.
    """

    __tablename__ = "leads"
    __table_args__ = (
        Index("ix_leads_visit_id", "visit_id"),
        Index("ix_leads_site_signed_up_at", "site", "signed_up_at"),
        Index(
            "ix_leads_suspects",
            "site",
            "network",
            "signed_up_at",
            postgresql_where=text("suspicion IS NOT NULL AND decision IS NULL"),
        ),
        Index("ix_leads_any_sub_id", "signed_up_at", postgresql_where=text(HAS_SUB_IDS)),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    member_id: Mapped[UUID | None] = mapped_column(unique=True)
    site: Mapped[str] = mapped_column(server_default=EMPTY)
    page: Mapped[str] = mapped_column(server_default=EMPTY)
    version: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    arm: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    network: Mapped[str] = mapped_column(server_default=EMPTY)
    locale: Mapped[str] = mapped_column(server_default=EMPTY)
    ref: Mapped[str] = mapped_column(server_default=EMPTY)
    sub1: Mapped[str] = mapped_column(server_default=EMPTY)
    sub2: Mapped[str] = mapped_column(server_default=EMPTY)
    sub3: Mapped[str] = mapped_column(server_default=EMPTY)
    sub4: Mapped[str] = mapped_column(server_default=EMPTY)
    sub5: Mapped[str] = mapped_column(server_default=EMPTY)
    # Coarse, and of every sign-up: the country that the member named, and phone, tablet or desktop.
    country: Mapped[str] = mapped_column(server_default=EMPTY)
    device: Mapped[str] = mapped_column(server_default=EMPTY)
    link: Mapped[str] = mapped_column(server_default=EMPTY)
    # NULL until MemberSignedUp is handled: another event of the member may come first.
    signed_up_at: Mapped[datetime | None] = mapped_column(AwareTime)
    confirmed_at: Mapped[datetime | None] = mapped_column(AwareTime)
    first_paid_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # When the first page was rendered; with the consent `attribution` alone.
    clicked_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The first sign that the sign-up is suspect, and a marketer's decision: genuine or fraud.
    suspicion: Mapped[str | None]
    decision: Mapped[str | None]
    decided_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The yes was taken back: a campaign that arrives later is not stored.
    withdrawn_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # Of the previous release, which wrote the visit here; dropped by the next one.
    visit_id: Mapped[UUID | None] = mapped_column()
    attributed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ReceiptRow(Base):
    """Money of one purchase. It names a member through its lead alone, until their erasure."""

    __tablename__ = "receipts"
    __table_args__ = (Index("ix_receipts_site_completed_at", "site", "completed_at"), NEVER_DELETED)

    payment_id: Mapped[UUID] = mapped_column(primary_key=True)
    # NULL for money that came after the member's erasure.
    lead_id: Mapped[int | None] = mapped_column(ForeignKey("leads.id"), index=True)
    site: Mapped[str]
    currency: Mapped[str]
    minor: Mapped[int] = mapped_column(BigInteger)
    vat_minor: Mapped[int] = mapped_column(BigInteger)
    discount_minor: Mapped[int] = mapped_column(BigInteger)
    completed_at: Mapped[datetime] = mapped_column(AwareTime)
    # Empty without one, and for a payment that the release before announced.
    code: Mapped[str] = mapped_column(server_default=EMPTY)


class ReversalRow(Base):
    """Money of a purchase that went back, or below zero came again (reason `restored`). It may precede its receipt."""

    __tablename__ = "reversals"
    __table_args__ = NEVER_DELETED

    id: Mapped[UUID] = mapped_column(primary_key=True)
    payment_id: Mapped[UUID] = mapped_column(index=True)
    minor: Mapped[int] = mapped_column(BigInteger)
    vat_minor: Mapped[int] = mapped_column(BigInteger)
    reason: Mapped[str]
    reversed_at: Mapped[datetime] = mapped_column(AwareTime)


class CostRow(Base):
    """Money a site paid a network for one day, as a marketer entered it."""

    __tablename__ = "costs"

    site: Mapped[str] = mapped_column(primary_key=True)
    network: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    currency: Mapped[str] = mapped_column(primary_key=True)
    minor: Mapped[int] = mapped_column(BigInteger)
    entered_by: Mapped[str]
    entered_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class RevenueCheckRow(Base):
    """One night's comparison with billing: the days it covered, and on how many sums differed."""

    __tablename__ = "revenue_checks"

    day: Mapped[date] = mapped_column(primary_key=True)
    checked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    first: Mapped[date]
    after: Mapped[date]
    differences: Mapped[int] = mapped_column(BigInteger)


class MarketingActionRow(Base):
    """A change made at the marketing desk: its audit log. Append-only."""

    __tablename__ = "marketing_actions"
    __table_args__ = (
        Index("ix_marketing_actions_site_id", "site", "id"),
        Index("ix_marketing_actions_at", "at"),
        APPEND_ONLY,
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    site: Mapped[str]
    actor_id: Mapped[UUID] = mapped_column(index=True)
    action: Mapped[str]
    subject: Mapped[str]
    before: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    after: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class PageRow(Base):
    """A page of a marketer. Its row is locked while a version, a publication or an experiment is added."""

    __tablename__ = "pages"
    __table_args__ = (UniqueConstraint("site", "slug"), NEVER_DELETED)

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    site: Mapped[str]
    slug: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class PageVersionRow(Base):
    """One version of a page's document. Append-only."""

    __tablename__ = "page_versions"
    __table_args__ = APPEND_ONLY

    page_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("pages.id"), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    document: Mapped[dict[str, Any]] = mapped_column(JSONB)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class PageDraftRow(Base):
    """A document that is being written: it is shown by its preview link, and forgotten after a day."""

    __tablename__ = "page_drafts"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    document: Mapped[dict[str, Any]] = mapped_column(JSONB)
    kept_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class PublicationRow(Base):
    """From `starts_at` on this version is live, once approved and unless withdrawn; without one the page is retired.

    The latest one that has begun counts, so a schedule needs no job and going back is another row.
    """

    __tablename__ = "publications"
    __table_args__ = NEVER_DELETED

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    page_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("pages.id"), index=True)
    version: Mapped[int | None] = mapped_column(BigInteger)
    starts_at: Mapped[datetime] = mapped_column(AwareTime)
    asked_by: Mapped[UUID] = mapped_column(index=True)
    asked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    approved_at: Mapped[datetime | None] = mapped_column(AwareTime)
    withdrawn_at: Mapped[datetime | None] = mapped_column(AwareTime)


class ExperimentRow(Base):
    """A split of a page's visitors between versions, judged by one goal that is named before it starts."""

    __tablename__ = "experiments"
    __table_args__ = (
        Index("uq_experiments_running", "page_id", unique=True, postgresql_where=text("ended_at IS NULL")),
        NEVER_DELETED,
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    page_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("pages.id"), index=True)
    goal: Mapped[str]
    started_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    ended_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # While it is paused nobody is drawn: every visitor sees the live version, and is in no arm.
    paused_at: Mapped[datetime | None] = mapped_column(AwareTime)
    note: Mapped[str] = mapped_column(server_default="")


class ArmRow(Base):
    """One version in an experiment. Weights never change: another split is another experiment."""

    __tablename__ = "arms"
    __table_args__ = APPEND_ONLY

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    experiment_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("experiments.id"), index=True)
    version: Mapped[int] = mapped_column(BigInteger)
    weight: Mapped[float]
    # The slug of the page that the version was copied from; empty for one of the experiment's own page.
    copied_from: Mapped[str] = mapped_column(server_default=EMPTY)


class VisitRow(Base):
    """Empty: a trigger discards the inserts of the previous release. The next release drops it."""

    __tablename__ = "visits"
    __table_args__ = (Index("ix_visits_first_at", "first_at"),)

    visit_id: Mapped[UUID] = mapped_column(primary_key=True)
    path: Mapped[str]
    network: Mapped[str] = mapped_column(server_default=EMPTY)
    ref: Mapped[str] = mapped_column(server_default=EMPTY)
    sub1: Mapped[str] = mapped_column(server_default=EMPTY)
    sub2: Mapped[str] = mapped_column(server_default=EMPTY)
    sub3: Mapped[str] = mapped_column(server_default=EMPTY)
    lb: Mapped[str] = mapped_column(server_default=EMPTY)
    first_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    went_on_at: Mapped[datetime | None] = mapped_column(AwareTime)
