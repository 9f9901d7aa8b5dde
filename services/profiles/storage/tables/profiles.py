"""Profiles, their photos, and what members are to each other."""

from datetime import date, datetime
from uuid import UUID

from shared.kit.db import APPEND_ONLY, READ_ONLY, AwareTime
from sqlalchemy import ForeignKey, Index, Integer, LargeBinary, SmallInteger, String, Uuid, false, func, text, true
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from profiles.domain.fields import CONDITIONS, FIELDS, Number
from profiles.storage.tables.base import NO_TEXTS, Base


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
        Index("ix_profiles_sanction", "pool", "sanction", "joined_at", postgresql_where=text("sanction IS NOT NULL")),
        Index("ix_profiles_fictional", "pool", "joined_at", postgresql_where=text("fictional")),
        Index("ix_profiles_verified_at", "verified_at", postgresql_where=text("verified_at IS NOT NULL")),
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
    # A text has contact details: only the member sees those that are moderated.
    about_held: Mapped[bool] = mapped_column(server_default=text("false"))
    interests: Mapped[list[str]] = mapped_column(ARRAY(String), server_default=NO_TEXTS)
    # `PromptAnswer.row` of each, in the order shown.
    prompt_answers: Mapped[list[dict[str, str]]] = mapped_column(JSONB, server_default=text("'[]'::jsonb"))
    fictional: Mapped[bool] = mapped_column(server_default=text("false"))
    demonstration: Mapped[bool] = mapped_column(server_default=text("false"))
    state: Mapped[str] = mapped_column(server_default="active")  # active, deleted
    # The member's own choice, and what moderation or a missing proof of age demands.
    invisible: Mapped[bool] = mapped_column(server_default=text("false"))
    hidden: Mapped[bool] = mapped_column(server_default=text("false"))
    # While the member pauses, `invisible` is true, and this is what it becomes afterwards; null without a pause.
    invisible_after_pause: Mapped[bool | None]
    # The member's choices, both ways: without sharing theirs, they do not see that of others.
    shares_presence: Mapped[bool] = mapped_column(server_default=true())
    shares_reads: Mapped[bool] = mapped_column(server_default=true())
    shares_looks: Mapped[bool] = mapped_column(server_default=true())
    # From identity's event: the member has not shown their age.
    age_unproven: Mapped[bool] = mapped_column(server_default=text("false"))
    # Why moderation hides them: hide or suspend, and until when; null for good.
    sanction: Mapped[str | None]
    sanction_until: Mapped[datetime | None] = mapped_column(AwareTime)
    # The last verification, and the photos that it was compared with: with another main photo there is no badge.
    verified_at: Mapped[datetime | None] = mapped_column(AwareTime)
    verified_photos: Mapped[list[UUID] | None] = mapped_column(ARRAY(Uuid))
    # The desk asks for a new verification.
    verification_asked_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # From billing's event.
    is_premium: Mapped[bool] = mapped_column(server_default=text("false"))
    language: Mapped[str]
    # The pool of sites. A number, because it is the first column of search's indexes and must be narrow.
    pool: Mapped[int] = mapped_column(SmallInteger, server_default=text("1"))
    last_active_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    joined_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


for name, field in (FIELDS | CONDITIONS).items():
    setattr(
        ProfileRow,
        name,
        mapped_column(SmallInteger if isinstance(field, Number) else String, nullable=True)
        if field.unsaid is None
        else mapped_column(ARRAY(String), nullable=False, server_default=NO_TEXTS),
    )


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
        # Finds photos whose first hash is near another's: see 0026_duplicate_pictures.py.
        Index("ix_photos_picture_bands", text("picture_bands(fingerprint)"), postgresql_using="gin"),
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


class UnreferencedMediaRow(Base):
    """Unreferenced files: inserted before they are written, and when their photo is deleted. A job deletes the files of
    old rows."""

    __tablename__ = "loose_media"

    media: Mapped[str] = mapped_column(primary_key=True)
    since: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class BlockRow(Base):
    __tablename__ = "blocks"

    blocker_id: Mapped[UUID] = mapped_column(ForeignKey("profiles.member_id", ondelete="CASCADE"), primary_key=True)
    blocked_id: Mapped[UUID] = mapped_column(
        ForeignKey("profiles.member_id", ondelete="CASCADE"), primary_key=True, index=True
    )
    blocked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    # An `UnmatchReason`, where the member gave one.
    reason: Mapped[str | None]


class HiddenContactRow(Base):
    """Projection of identity's ContactVisibilityChanged: neither finds the other, unless they have a conversation."""

    __tablename__ = "hidden_contacts"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    contact_id: Mapped[UUID] = mapped_column(primary_key=True, index=True)


class BlockSuspicionRow(Base):
    """An account offered to a member as perhaps the new one of a person they blocked. Not which signs they share."""

    __tablename__ = "block_suspicions"

    blocker_id: Mapped[UUID] = mapped_column(primary_key=True)
    suspect_id: Mapped[UUID] = mapped_column(primary_key=True, index=True)
    blocked_id: Mapped[UUID] = mapped_column(index=True)
    is_answered: Mapped[bool] = mapped_column(server_default=false())
    found_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class AcquaintanceRow(Base):
    """Projection of chat's conversations, one row for each direction: `member_id` is shown to `other_id` even when
    invisible."""

    __tablename__ = "acquaintances"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    other_id: Mapped[UUID] = mapped_column(primary_key=True, index=True)


class LookRow(Base):
    """A member opened another's profile on a day of UTC. Without a time: the list of a day never changes within it."""

    __tablename__ = "profile_looks"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    viewer_id: Mapped[UUID] = mapped_column(primary_key=True, index=True)
    day: Mapped[date] = mapped_column(primary_key=True, index=True)


class DatePlanRow(Base):
    """A plan of a date, which the member shares by a link. The link's secret is stored as a hash."""

    __tablename__ = "date_plans"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    partner_id: Mapped[UUID] = mapped_column(index=True)
    # As the member knew them when they made the plan.
    partner_name: Mapped[str]
    place: Mapped[str]
    meets_at: Mapped[datetime] = mapped_column(AwareTime, index=True)
    note: Mapped[str]
    secret_hash: Mapped[bytes | None] = mapped_column(LargeBinary, unique=True)
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class DateCheckInRow(Base):
    """Whether the member of a plan is asked if they are all right, and the person told without an answer.

    `state` is waiting, asked, answered, told or refused. The person is encrypted (`sealed`).
    """

    __tablename__ = "date_check_ins"
    __table_args__ = (
        Index("ix_date_check_ins_ask_at", "ask_at", postgresql_where=text("state = 'waiting'")),
        Index("ix_date_check_ins_tell_at", "tell_at", postgresql_where=text("state = 'asked'")),
        Index("ix_date_check_ins_address_hash", "address_hash", postgresql_where=text("state IN ('waiting', 'asked')")),
    )

    plan_id: Mapped[UUID] = mapped_column(ForeignKey("date_plans.id", ondelete="CASCADE"), primary_key=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    state: Mapped[str] = mapped_column(server_default="waiting")
    ask_at: Mapped[datetime] = mapped_column(AwareTime)
    grace_minutes: Mapped[int] = mapped_column(SmallInteger)
    tell_at: Mapped[datetime | None] = mapped_column(AwareTime)
    settled_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The email or text message about it did not arrive.
    unreached_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # After the person was told, the member had them know that all is well.
    fine_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # Of the chosen person's own link to the plan, which works after the email.
    secret_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    address_hash: Mapped[bytes] = mapped_column(LargeBinary)
    sealed: Mapped[bytes] = mapped_column(LargeBinary)


class DateContactRow(Base):
    """A person named for a plan within the last day; counted, so that members cannot send mails to many strangers."""

    __tablename__ = "date_contacts"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    plan_id: Mapped[UUID] = mapped_column(primary_key=True)
    address_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    # By telephone number, of which a site allows fewer.
    is_texted: Mapped[bool] = mapped_column(server_default=text("false"))
    named_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class ToldContactRow(Base):
    """The keyed hash of an address with a message about a missed check-in within the last week; outlives the plan."""

    __tablename__ = "told_contacts"

    plan_id: Mapped[UUID] = mapped_column(primary_key=True)
    address_hash: Mapped[bytes] = mapped_column(LargeBinary, index=True)
    told_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class RefusedContactRow(Base):
    """The keyed hash of an address or a telephone number whose owner wants no messages about plans of dates."""

    __tablename__ = "refused_contacts"

    address_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    refused_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ErasedRow(Base):
    """Tombstone of an erased member, so that no late event creates the profile again."""

    __tablename__ = "erased_members"
    __table_args__ = APPEND_ONLY

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    erased_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
