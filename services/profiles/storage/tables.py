from datetime import date, datetime
from typing import Any
from uuid import UUID

from servicekit.storage import new_metadata
from servicekit.storage.privileges import APPEND_ONLY, READ_ONLY
from servicekit.storage.tables import AwareTime
from sqlalchemy import (
    BigInteger,
    Computed,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    desc,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NO_EVIDENCE = text("'[]'::jsonb")
NO_TEXTS = text("'{}'::character varying[]")
PAGE_ORDER: tuple[Any, ...] = (desc("last_active"), desc("id"), "birth_date", "seeks", "has_image")
ASKED_OF_ROWS = ["traits", "interests", "town_id", "wants_from", "wants_to"]
ASKED_OF_FACTS = ["id", "has_image", "traits", "interests", "wants_from", "wants_to"]


class Base(DeclarativeBase):
    metadata = new_metadata()


class RegionRow(Base):
    __tablename__ = "regions"
    __table_args__ = READ_ONLY

    id: Mapped[str] = mapped_column(primary_key=True)
    country: Mapped[str] = mapped_column(index=True)
    name: Mapped[str]


class TownRow(Base):
    """The finest place a member can be at. Where a town lies is known; where a member is, nobody knows."""

    __tablename__ = "towns"
    __table_args__ = READ_ONLY

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    name: Mapped[str]
    country: Mapped[str]
    region: Mapped[str] = mapped_column(ForeignKey("regions.id"))
    latitude: Mapped[float]
    longitude: Mapped[float]
    population: Mapped[int]


class ProfileRow(Base):
    __tablename__ = "profiles"
    # Room on each page, so that noting activity rewrites a row in place.
    __table_args__ = (
        Index("ix_profiles_sanction_until", "sanction_until", postgresql_where=text("sanction_until IS NOT NULL")),
        {"postgresql_with": {"fillfactor": "85"}},
    )

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str]
    birth_date: Mapped[date]
    gender: Mapped[str]
    sexuality: Mapped[str]
    # Their own, separate consent, as identity told it.
    sexuality_shown: Mapped[bool] = mapped_column(server_default=text("false"))
    seeks: Mapped[list[str]] = mapped_column(ARRAY(String))
    # The ages one would like to meet.
    wants_from: Mapped[int] = mapped_column(SmallInteger, server_default=text("18"))
    wants_to: Mapped[int] = mapped_column(SmallInteger, server_default=text("120"))
    town_id: Mapped[int | None] = mapped_column(ForeignKey("towns.id"))
    country: Mapped[str]
    region: Mapped[str | None] = mapped_column(ForeignKey("regions.id"))
    about: Mapped[str | None]
    interests: Mapped[list[str]] = mapped_column(ARRAY(String), server_default=NO_TEXTS)
    relationship_status: Mapped[str | None]
    hair_colour: Mapped[str | None]
    eye_colour: Mapped[str | None]
    body_type: Mapped[str | None]
    tattoos: Mapped[str | None]
    fictional: Mapped[bool] = mapped_column(server_default=text("false"))
    demonstration: Mapped[bool] = mapped_column(server_default=text("false"))
    state: Mapped[str] = mapped_column(server_default="active")  # active, deleted
    # The member's own choice, and moderation's.
    invisible: Mapped[bool] = mapped_column(server_default=text("false"))
    hidden: Mapped[bool] = mapped_column(server_default=text("false"))
    # Why moderation hides them: hide or suspend, and until when; null for good.
    sanction: Mapped[str | None]
    sanction_until: Mapped[datetime | None] = mapped_column(AwareTime)
    # Billing's word, as its event told it.
    is_premium: Mapped[bool] = mapped_column(server_default=text("false"))
    language: Mapped[str]
    # The sites whose members meet this one. A number, because it leads search's indexes and must not make them wider.
    pool: Mapped[int] = mapped_column(SmallInteger, server_default=text("1"))
    last_active_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    joined_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class PhotoRow(Base):
    """A photo of a profile. `media` names its files in the media store, without size and ending."""

    __tablename__ = "photos"
    __table_args__ = (
        Index("uq_photos_member_id_position", "member_id", "position", unique=True),
        Index("ix_photos_waiting", "added_at", "id", postgresql_where=text("status = 'pending'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("profiles.member_id", ondelete="CASCADE"))
    position: Mapped[int] = mapped_column(SmallInteger)
    status: Mapped[str]  # pending, active (everyone may see it), rejected; before it is active only its member sees it
    reason: Mapped[str | None]  # why it was rejected
    thumbhash: Mapped[str]
    media: Mapped[str]
    fingerprint: Mapped[bytes | None]  # perceptual hashes; of photos from before they were made, none
    added_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class DecisionRow(Base):
    """What was decided about a member or a photo, by whom and why. Rows are only ever added."""

    __tablename__ = "decisions"
    __table_args__ = APPEND_ONLY

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), unique=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    photo_id: Mapped[UUID | None]
    complaint_id: Mapped[UUID | None]
    actor_id: Mapped[UUID | None]
    automated: Mapped[bool] = mapped_column(Computed("actor_id IS NULL", persisted=True))
    measure: Mapped[str]
    reason: Mapped[str | None]
    ground: Mapped[str | None]
    facts: Mapped[str | None]
    until: Mapped[datetime | None] = mapped_column(AwareTime)
    decided_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class StaffActionRow(Base):
    """What a person at the desk looked at, and why. Rows are only ever added."""

    __tablename__ = "staff_actions"
    __table_args__ = (
        Index("ix_staff_actions_actor_id_at", "actor_id", "at"),
        Index("ix_staff_actions_member_id", "member_id"),
        APPEND_ONLY,
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    actor_id: Mapped[UUID]
    action: Mapped[str]
    member_id: Mapped[UUID | None]
    case_id: Mapped[UUID | None]
    reason: Mapped[str | None]
    at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class PendingSuspensionRow(Base):
    """A suspension, or its end, until identity has confirmed it; of each member only what was decided last."""

    __tablename__ = "pending_suspensions"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    suspended: Mapped[bool]
    version: Mapped[int] = mapped_column(BigInteger)  # the number of the decision
    decided_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ComplaintRow(Base):
    """What someone says is wrong, with the proof they gave. An appeal is a complaint about a decision."""

    __tablename__ = "complaints"
    __table_args__ = (
        Index("ix_complaints_open", "made_at", "id", postgresql_where=text("decided_at IS NULL")),
        Index(
            "uq_complaints_decision_id", "decision_id", unique=True, postgresql_where=text("decision_id IS NOT NULL")
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), unique=True)
    kind: Mapped[str]
    reporter_id: Mapped[UUID | None] = mapped_column(index=True)
    reporter_email: Mapped[str | None]
    about_id: Mapped[UUID | None] = mapped_column(index=True)
    decision_id: Mapped[UUID | None]
    reason: Mapped[str]
    text: Mapped[str]
    evidence: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=NO_EVIDENCE)
    locale: Mapped[str]
    site: Mapped[str]
    # The keyed hash of the network a visitor's complaint came from, until it is decided: two that come from one network
    # are one voice.
    source: Mapped[str | None]
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    decided_at: Mapped[datetime | None] = mapped_column(AwareTime)
    outcome: Mapped[str | None]


class LooseMediaRow(Base):
    """Files that no photo holds, or not yet: noted before they are written, and when their photo is deleted. What
    stays here for long is cleared away."""

    __tablename__ = "loose_media"

    media: Mapped[str] = mapped_column(primary_key=True)
    since: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class BlockedPictureRow(Base):
    """A perceptual hash of a picture that was rejected as illegal. The picture itself is gone."""

    __tablename__ = "blocked_pictures"

    hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    decision_id: Mapped[UUID] = mapped_column(primary_key=True)
    blocked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class BlockRow(Base):
    __tablename__ = "blocks"

    blocker_id: Mapped[UUID] = mapped_column(ForeignKey("profiles.member_id", ondelete="CASCADE"), primary_key=True)
    blocked_id: Mapped[UUID] = mapped_column(
        ForeignKey("profiles.member_id", ondelete="CASCADE"), primary_key=True, index=True
    )
    blocked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class AcquaintanceRow(Base):
    """Two who have a conversation, once for each of them, as chat told it: to `other_id` the member is shown even when
    invisible."""

    __tablename__ = "acquaintances"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    other_id: Mapped[UUID] = mapped_column(primary_key=True, index=True)


class ErasedRow(Base):
    """A member who was erased. Only their id is kept, so that no event told late makes them a profile again."""

    __tablename__ = "erased_members"
    __table_args__ = APPEND_ONLY

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    erased_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class SearchRow(Base):
    """Whom search can find, and all that it asks about them: no row, not found. Made from `profiles`, in the
    transaction that changes one. `gender` and `seeks` are bits (male 1, female 2), so that one test says who fits;
    `traits` and `interests` are sets of bits (`domain/marks.py`)."""

    __tablename__ = "search_rows"
    # In the order of the page, with the cheap filters inside: a page is one walk along one index, whatever is asked.
    __table_args__ = (
        Index("ix_search_rows_pool_anywhere", "pool", "gender", *PAGE_ORDER, postgresql_include=ASKED_OF_ROWS),
        Index(
            "ix_search_rows_pool_country", "pool", "gender", "country", *PAGE_ORDER, postgresql_include=ASKED_OF_ROWS
        ),
        Index("ix_search_rows_pool_region", "pool", "gender", "region", *PAGE_ORDER, postgresql_include=ASKED_OF_ROWS),
    )

    id: Mapped[UUID] = mapped_column(ForeignKey("profiles.member_id", ondelete="CASCADE"), primary_key=True)
    pool: Mapped[int] = mapped_column(SmallInteger, server_default=text("1"))
    gender: Mapped[int] = mapped_column(SmallInteger)
    seeks: Mapped[int] = mapped_column(SmallInteger)
    country: Mapped[str]
    region: Mapped[str | None]
    birth_date: Mapped[date]
    has_image: Mapped[bool]
    last_active: Mapped[datetime] = mapped_column(AwareTime)
    traits: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    interests: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    town_id: Mapped[int | None] = mapped_column(Integer)
    wants_from: Mapped[int] = mapped_column(SmallInteger, server_default=text("18"))
    wants_to: Mapped[int] = mapped_column(SmallInteger, server_default=text("120"))


class FactRow(Base):
    """What is asked of whom search can find, and changes seldom: a row for each gender a member seeks (`sought`, a
    bit). A trigger keeps it in step with `search_rows`; nothing else writes it. It is for counting, and for finding
    the few among very many, which a walk in the order of activity would meet too late."""

    __tablename__ = "search_facts"
    __table_args__ = (
        Index("ix_search_facts_anywhere", "pool", "gender", "sought", "birth_date", postgresql_include=ASKED_OF_FACTS),
        Index(
            "ix_search_facts_country",
            "pool",
            "gender",
            "sought",
            "country",
            "birth_date",
            postgresql_include=ASKED_OF_FACTS,
        ),
        Index(
            "ix_search_facts_region",
            "pool",
            "gender",
            "sought",
            "region",
            "birth_date",
            postgresql_include=ASKED_OF_FACTS,
        ),
        Index("ix_search_facts_town", "town_id", "pool", "gender", "sought", "birth_date"),
        Index(
            "ix_search_facts_tokens",
            text("search_tokens(pool, gender, sought, traits, interests)"),
            postgresql_using="gin",
            postgresql_with={"fastupdate": "off"},
        ),
    )

    id: Mapped[UUID] = mapped_column(ForeignKey("search_rows.id", ondelete="CASCADE"), primary_key=True)
    sought: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    pool: Mapped[int] = mapped_column(SmallInteger)
    gender: Mapped[int] = mapped_column(SmallInteger)
    country: Mapped[str]
    region: Mapped[str | None]
    town_id: Mapped[int | None] = mapped_column(Integer)
    birth_date: Mapped[date]
    has_image: Mapped[bool]
    traits: Mapped[int] = mapped_column(BigInteger)
    interests: Mapped[int] = mapped_column(BigInteger)
    wants_from: Mapped[int] = mapped_column(SmallInteger)
    wants_to: Mapped[int] = mapped_column(SmallInteger)
