from datetime import date, datetime
from typing import Any
from uuid import UUID

from shared.kit.storage import new_metadata
from shared.kit.storage.privileges import APPEND_ONLY, READ_ONLY
from shared.kit.storage.tables import AwareTime
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
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

from profiles.domain.traits import ACCEPTED, MEASURES, TRAITS
from profiles.storage.search_words import WORD_COLUMNS

NO_EVIDENCE = text("'[]'::jsonb")
NO_TEXTS = text("'{}'::character varying[]")
PAGE_ORDER: tuple[Any, ...] = (desc("last_active"), desc("id"), "birth_date", "seeks", "has_image")
SEARCHED_IN_ROWS = [*WORD_COLUMNS, "interests", "town_id", "wants_from", "wants_to"]
SEARCHED_IN_FACTS = ["id", "has_image", *WORD_COLUMNS, "interests", "wants_from", "wants_to"]


class Base(DeclarativeBase):
    metadata = new_metadata()


class RegionRow(Base):
    __tablename__ = "regions"
    __table_args__ = READ_ONLY

    id: Mapped[str] = mapped_column(primary_key=True)
    country: Mapped[str] = mapped_column(index=True)
    name: Mapped[str]


class TownRow(Base):
    """A town: the finest location of a member. Its own coordinates are public."""

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
    # Free space on each page, so that an update of the activity is a HOT update.
    __table_args__ = (
        Index("ix_profiles_sanction_until", "sanction_until", postgresql_where=text("sanction_until IS NOT NULL")),
        {"postgresql_with": {"fillfactor": "85"}},
    )

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str]
    birth_date: Mapped[date]
    gender: Mapped[str]
    # When the member corrected each of them last. Earlier values are not kept.
    renamed_at: Mapped[datetime | None] = mapped_column(AwareTime)
    gender_corrected_at: Mapped[datetime | None] = mapped_column(AwareTime)
    birth_date_corrected_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The consent `sexuality`, from identity's event.
    sexuality_shown: Mapped[bool] = mapped_column(server_default=text("false"))
    # Special categories of data, stored only with the consent `matching`: without it `seeks` is empty, which stands for
    # "not said" and matches like both genders, and the trait `sexuality` is null.
    seeks: Mapped[list[str]] = mapped_column(ARRAY(String))
    # The ages one would like to meet.
    wants_from: Mapped[int] = mapped_column(SmallInteger, server_default=text("18"))
    wants_to: Mapped[int] = mapped_column(SmallInteger, server_default=text("120"))
    town_id: Mapped[int | None] = mapped_column(ForeignKey("towns.id"))
    country: Mapped[str]
    region: Mapped[str | None] = mapped_column(ForeignKey("regions.id"))
    about: Mapped[str | None]
    # The text has contact details, and only its member sees it.
    about_held: Mapped[bool] = mapped_column(server_default=text("false"))
    interests: Mapped[list[str]] = mapped_column(ARRAY(String), server_default=NO_TEXTS)
    fictional: Mapped[bool] = mapped_column(server_default=text("false"))
    demonstration: Mapped[bool] = mapped_column(server_default=text("false"))
    state: Mapped[str] = mapped_column(server_default="active")  # active, deleted
    # The member's own choice, and moderation's.
    invisible: Mapped[bool] = mapped_column(server_default=text("false"))
    hidden: Mapped[bool] = mapped_column(server_default=text("false"))
    # Why moderation hides them: hide or suspend, and until when; null for good.
    sanction: Mapped[str | None]
    sanction_until: Mapped[datetime | None] = mapped_column(AwareTime)
    # From billing's event.
    is_premium: Mapped[bool] = mapped_column(server_default=text("false"))
    language: Mapped[str]
    # The pool of sites. A number, because it is the first column of search's indexes and must be narrow.
    pool: Mapped[int] = mapped_column(SmallInteger, server_default=text("1"))
    last_active_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    joined_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


for name, trait in TRAITS.items():
    setattr(
        ProfileRow,
        name,
        mapped_column(name, ARRAY(String), nullable=False, server_default=NO_TEXTS)
        if trait.is_several
        else mapped_column(name, String, nullable=True),
    )
for name in MEASURES:
    setattr(ProfileRow, name, mapped_column(name, SmallInteger, nullable=True))
for name in ACCEPTED.values():
    setattr(ProfileRow, name, mapped_column(name, ARRAY(String), nullable=False, server_default=NO_TEXTS))


class ConsentRow(Base):
    """Projection of identity's consents: the newest answer of each kind. Its member may be unknown yet."""

    __tablename__ = "consents"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    is_given: Mapped[bool]
    at: Mapped[datetime] = mapped_column(AwareTime)


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
    """A decision about a member or a photo. Append-only."""

    __tablename__ = "decisions"
    __table_args__ = APPEND_ONLY

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), unique=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    photo_id: Mapped[UUID | None]  # of `photos`, or the message of a chat whose picture was blocked
    complaint_id: Mapped[UUID | None]
    actor_id: Mapped[UUID | None]
    automated: Mapped[bool] = mapped_column(Computed("actor_id IS NULL", persisted=True))
    measure: Mapped[str]
    reason: Mapped[str | None]
    ground: Mapped[str | None]
    template: Mapped[str | None]  # of the reasons, in `domain/templates.py`
    facts: Mapped[str | None]
    until: Mapped[datetime | None] = mapped_column(AwareTime)
    decided_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ConfirmationRow(Base):
    """A decision that a second person at the desk confirms, or does not. A trigger lets a row be settled once."""

    __tablename__ = "confirmations"
    __table_args__ = (
        Index("ix_confirmations_open", "expires_at", postgresql_where=text("outcome IS NULL")),
        Index(
            "ix_confirmations_final_decision_id",
            "final_decision_id",
            postgresql_where=text("final_decision_id IS NOT NULL"),
        ),
        CheckConstraint("settled_by <> proposed_by", name="two_people"),
        CheckConstraint("outcome <> 'confirmed' OR settled_by IS NOT NULL", name="confirmed_by_a_person"),
    )

    decision_id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    photo_id: Mapped[UUID | None]
    proposed_by: Mapped[UUID]
    wanted_until: Mapped[datetime | None] = mapped_column(AwareTime)
    asked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(AwareTime)
    outcome: Mapped[str | None]  # confirmed, refused, lapsed, superseded; null while it waits
    settled_by: Mapped[UUID | None]
    settled_at: Mapped[datetime | None] = mapped_column(AwareTime)
    final_decision_id: Mapped[UUID | None]  # the decision of the second person


class QuarantinedPhotoRow(Base):
    """A photo rejected as illegal, until a second person has confirmed it. It has left `photos`, so that no query of
    members' photos can find it; once `released_at` is set, it waits in the desk's queue for a new decision."""

    __tablename__ = "quarantined_photos"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("profiles.member_id", ondelete="CASCADE"), index=True)
    decision_id: Mapped[UUID]
    thumbhash: Mapped[str]
    media: Mapped[str]
    fingerprint: Mapped[bytes | None]
    added_at: Mapped[datetime] = mapped_column(AwareTime)
    released_at: Mapped[datetime | None] = mapped_column(AwareTime)


class StaffActionRow(Base):
    """A staff access: the audit log of the desk. Append-only."""

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


class DeskLeaseRow(Base):
    """The person at the desk who has a case open, until `expires_at`. A case is a complaint or a photo."""

    __tablename__ = "desk_leases"

    case_id: Mapped[UUID] = mapped_column(primary_key=True)
    holder_id: Mapped[UUID]
    expires_at: Mapped[datetime] = mapped_column(AwareTime)


class DeskDecisionRow(Base):
    """A decision of the desk that can still be undone. The worker deletes the row when it has taken effect."""

    __tablename__ = "desk_decisions"

    case_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID]
    batch_id: Mapped[UUID] = mapped_column(index=True)
    actor_id: Mapped[UUID]
    pool: Mapped[int] = mapped_column(SmallInteger)
    member_id: Mapped[UUID | None]
    is_photo: Mapped[bool]
    measure: Mapped[str]
    reason: Mapped[str | None]
    ground: Mapped[str | None]
    template: Mapped[str | None]
    facts: Mapped[str | None]
    days: Mapped[int | None] = mapped_column(Integer)
    due_at: Mapped[datetime] = mapped_column(AwareTime, index=True)


class PendingSuspensionRow(Base):
    """A suspension, or its end, until identity has confirmed it; one row a member, of the last decision."""

    __tablename__ = "pending_suspensions"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    suspended: Mapped[bool]
    version: Mapped[int] = mapped_column(BigInteger)  # the number of the decision
    decided_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ComplaintRow(Base):
    """A complaint with its evidence. An appeal is a complaint about a decision."""

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


class UnreferencedMediaRow(Base):
    """Unreferenced files: inserted before they are written, and when their photo is deleted. A job deletes the files of
    old rows."""

    __tablename__ = "loose_media"

    media: Mapped[str] = mapped_column(primary_key=True)
    since: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class BlockedPictureRow(Base):
    """A perceptual hash of a picture that was rejected as illegal, or blocked as evidence. Not the picture itself."""

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
    """Projection of chat's conversations, one row for each direction: `member_id` is shown to `other_id` even when
    invisible."""

    __tablename__ = "acquaintances"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    other_id: Mapped[UUID] = mapped_column(primary_key=True, index=True)


class ErasedRow(Base):
    """Tombstone of an erased member, so that no late event creates the profile again."""

    __tablename__ = "erased_members"
    __table_args__ = APPEND_ONLY

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    erased_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class SearchRow(Base):
    """A member whom search can find, with the columns it filters by. Written from `profiles`, in the transaction that
    changes one. `gender` and `seeks` are bits (male 1, female 2), so that one test matches both ways; `traits` and
    `interests` are bit masks (`domain/bit_masks.py`)."""

    __tablename__ = "search_rows"
    # In page order, with the filters as further columns: a page is one scan of one index, with any filters.
    __table_args__ = (
        Index("ix_search_rows_pool_anywhere", "pool", "gender", *PAGE_ORDER, postgresql_include=SEARCHED_IN_ROWS),
        Index(
            "ix_search_rows_pool_country", "pool", "gender", "country", *PAGE_ORDER, postgresql_include=SEARCHED_IN_ROWS
        ),
        Index(
            "ix_search_rows_pool_region", "pool", "gender", "region", *PAGE_ORDER, postgresql_include=SEARCHED_IN_ROWS
        ),
        # Small: of the members who joined lately alone.
        Index("ix_search_rows_joined", "pool", "gender", "joined_on", postgresql_where=text("joined_on IS NOT NULL")),
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
    traits_2: Mapped[int | None] = mapped_column(BigInteger)
    traits_3: Mapped[int | None] = mapped_column(BigInteger)
    traits_4: Mapped[int | None] = mapped_column(BigInteger)
    traits_5: Mapped[int | None] = mapped_column(BigInteger)
    interests: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    town_id: Mapped[int | None] = mapped_column(Integer)
    wants_from: Mapped[int] = mapped_column(SmallInteger, server_default=text("18"))
    wants_to: Mapped[int] = mapped_column(SmallInteger, server_default=text("120"))
    # The day of the sign-up while the member is new; a job sets it to null after a week.
    joined_on: Mapped[date | None]


class FactRow(Base):
    """The columns of `search_rows` that change seldom, a row for each gender a member seeks (`sought`, a bit). Written
    by a trigger on `search_rows` alone. For counting, and for rare combinations, which a scan in the order of activity
    would find too late."""

    __tablename__ = "search_facts"
    __table_args__ = (
        Index(
            "ix_search_facts_anywhere", "pool", "gender", "sought", "birth_date", postgresql_include=SEARCHED_IN_FACTS
        ),
        Index(
            "ix_search_facts_country",
            "pool",
            "gender",
            "sought",
            "country",
            "birth_date",
            postgresql_include=SEARCHED_IN_FACTS,
        ),
        Index(
            "ix_search_facts_region",
            "pool",
            "gender",
            "sought",
            "region",
            "birth_date",
            postgresql_include=SEARCHED_IN_FACTS,
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
    traits_2: Mapped[int | None] = mapped_column(BigInteger)
    traits_3: Mapped[int | None] = mapped_column(BigInteger)
    traits_4: Mapped[int | None] = mapped_column(BigInteger)
    traits_5: Mapped[int | None] = mapped_column(BigInteger)
    interests: Mapped[int] = mapped_column(BigInteger)
    wants_from: Mapped[int] = mapped_column(SmallInteger)
    wants_to: Mapped[int] = mapped_column(SmallInteger)
