from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from shared.gazetteer.time_zones import time_zone_of
from shared.kit.db import rows_of
from sqlalchemy import CursorResult, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.domain.correction import NEW_NAME_MARKED, Correctable
from profiles.domain.fields import ACCEPTED, FIELDS, SEXUALITY, TEXTS
from profiles.domain.presence import some_time_that_day
from profiles.domain.profile import NewProfile, Profile, Viewer
from profiles.domain.prompt_answers import PromptAnswer, answers_of
from profiles.domain.traits import Gender
from profiles.domain.visibility import Restrictions, Visibility
from profiles.storage.activity import Activity
from profiles.storage.cards import CARD_COLUMNS, CARD_SOURCES, VIEWER_SHARES, card_of, for_viewer
from profiles.storage.tables import AcquaintanceRow, ErasedRow, ProfileRow
from profiles.storage.visibility import not_known_contact, same_pool

VIEWER = f"""
    SELECT member_id, gender, seeks, birth_date, interests, town_id, is_premium, state, pool, shares_presence,
           now() AS at,
           {", ".join((*ACCEPTED, *ACCEPTED.values()))},
           last_active_at < date_trunc('day', now()) AS is_quiet
    FROM profiles WHERE member_id = %(member)s
"""  # noqa: S608
SHOWN_IF = {SEXUALITY: "p.sexuality_shown"} | {name: "NOT p.about_held" for name in TEXTS if TEXTS[name].is_moderated}
FIELD_COLUMNS = ", ".join(
    f"CASE WHEN {SHOWN_IF[name]} OR p.member_id = %(viewer)s THEN p.{name} END AS {name}"
    if name in SHOWN_IF
    else f"p.{name}"
    for name in FIELDS
)
KNOWN = "SELECT member_id FROM profiles WHERE member_id = ANY(%(members)s)"
WHOLE = f"""
    SELECT {CARD_COLUMNS}, {VIEWER_SHARES}, p.state, p.interests, p.about_held,
           {FIELD_COLUMNS},
           CASE WHEN NOT p.about_held OR p.member_id = %(viewer)s THEN p.prompt_answers ELSE '[]' END AS prompt_answers,
           {", ".join(f"p.{name}" for name in ACCEPTED.values())},
           p.seeks, p.wants_from, p.wants_to, p.hidden, p.shares_presence AS is_presence_shared,
           coalesce(p.renamed_at > now() - make_interval(days => {NEW_NAME_MARKED.days}), false) AS is_renamed,
           NOT {same_pool("p")} AS is_elsewhere,
           EXISTS (SELECT FROM acquaintances WHERE member_id = p.member_id AND other_id = %(viewer)s) AS is_acquainted,
           NOT {not_known_contact("p.member_id")} AS is_known_contact,
           EXISTS (SELECT FROM blocks WHERE blocker_id = p.member_id AND blocked_id = %(viewer)s) AS blocks_viewer,
           EXISTS (SELECT FROM blocks WHERE blocker_id = %(viewer)s AND blocked_id = p.member_id) AS is_blocked
    FROM {CARD_SOURCES} WHERE p.member_id = %(member)s
"""  # noqa: S608
RESTRICTIONS = select(
    ProfileRow.invisible,
    ProfileRow.hidden,
    ProfileRow.sanction.is_not(None),
    ProfileRow.age_unproven,
    ProfileRow.invisible_after_pause,
    ProfileRow.shares_presence,
    ProfileRow.shares_reads,
    ProfileRow.shares_looks,
)


class ProfileRepository:
    def __init__(self, session: Session, activity: Activity) -> None:
        self._session, self._activity = session, activity

    def add(self, profile: NewProfile, region: str | None) -> bool:
        """Insert a profile. False when the member has one already."""
        added = self._session.execute(
            insert(ProfileRow)
            .values(
                member_id=profile.member_id,
                name=profile.name,
                birth_date=profile.birth_date,
                gender=profile.gender,
                sexuality=profile.sexuality,
                seeks=list(profile.seeks),
                town_id=profile.town_id,
                country=profile.country,
                region=region,
                language=profile.language,
                joined_at=profile.joined_at,
                last_active_at=some_time_that_day(profile.joined_at),
                pool=profile.pool,
                fictional=profile.fictional,
                about=profile.about or None,
            )
            .on_conflict_do_nothing()
            .returning(ProfileRow.member_id)
        )
        return added.first() is not None

    def fictional(self, pool: int, limit: int, member_id: UUID | None = None) -> dict[UUID, str]:
        """The texts of the fictional profiles of a pool that are not deleted, or of this one, the newest first."""
        found = select(ProfileRow.member_id, ProfileRow.__table__.c.about).where(
            ProfileRow.fictional, ProfileRow.pool == pool, ProfileRow.state == "active"
        )
        if member_id is not None:
            found = found.where(ProfileRow.member_id == member_id)
        rows = self._session.execute(found.order_by(ProfileRow.joined_at.desc()).limit(limit))
        return {row.member_id: row.about or "" for row in rows}

    def missing(self, member_ids: Collection[UUID]) -> set[UUID]:
        """Those of the members without a row here: their sign-up has not arrived."""
        if not member_ids:
            return set()
        found = rows_of(self._session, KNOWN, {"members": list(member_ids)})
        return set(member_ids) - {row.member_id for row in found}

    def in_segment(
        self,
        member_ids: Collection[UUID],
        *,
        countries: Collection[str],
        genders: Collection[str],
        age_from: int | None,
        age_to: int | None,
    ) -> dict[UUID, str]:
        """Those of these members who may get campaigns and fit, with their time zones; ages in whole years, today."""
        age = func.date_part("year", func.age(func.current_date(), ProfileRow.birth_date))
        conditions = [
            ProfileRow.member_id.in_(member_ids),
            ProfileRow.state == "active",
            ~ProfileRow.fictional,
            ProfileRow.invisible_after_pause.is_(None),
        ]
        if countries:
            conditions.append(ProfileRow.country.in_(countries))
        if genders:
            conditions.append(ProfileRow.gender.in_(genders))
        if age_from is not None:
            conditions.append(age >= age_from)
        if age_to is not None:
            conditions.append(age <= age_to)
        found = select(ProfileRow.member_id, ProfileRow.country, ProfileRow.region).where(*conditions)
        return {row.member_id: time_zone_of(row.country, row.region) for row in self._session.execute(found)}

    def viewer(self, member_id: UUID) -> Viewer | None:
        found = rows_of(self._session, VIEWER, {"member": member_id})
        if not found:
            return None
        (row,) = found
        return Viewer(
            member_id=row.member_id,
            gender=Gender(row.gender),
            seeks=tuple(Gender(gender) for gender in row.seeks) or tuple(Gender),
            birth_date=row.birth_date,
            interests=tuple(row.interests),
            town_id=row.town_id,
            is_premium=row.is_premium,
            is_deleted=row.state != "active",
            is_quiet=row.is_quiet,
            shares_presence=row.shares_presence,
            at=row.at,
            pool=row.pool,
            says={name: _values(getattr(row, name)) for name in ACCEPTED},
            accepts={name: tuple(getattr(row, column)) for name, column in ACCEPTED.items()},
        )

    def find(self, viewer_id: UUID, member_id: UUID) -> Profile | None:
        """Return a profile without photos, with its visibility to the viewer; None for an unknown id."""
        values = {"viewer": viewer_id, "member": member_id}
        found = rows_of(self._session, WHOLE, values)
        if not found:
            return None
        (row,) = found
        return Profile(
            card=for_viewer([card_of(row)], found)[0],
            visibility=Visibility(
                is_self=viewer_id == member_id,
                is_deleted=row.state != "active",
                is_hidden=row.hidden,
                is_elsewhere=row.is_elsewhere,
                is_invisible=row.invisible,
                is_acquainted=row.is_acquainted,
                blocks_viewer=row.blocks_viewer,
                is_blocked_by_viewer=row.is_blocked,
                is_known_contact=row.is_known_contact,
            ),
            is_about_held=row.about_held,
            interests=tuple(row.interests),
            said={name: getattr(row, name) for name in FIELDS},
            answers=answers_of(row.prompt_answers),
            accepts={name: tuple(getattr(row, column)) for name, column in ACCEPTED.items()},
            seeks=tuple(row.seeks),
            wants_from=row.wants_from,
            wants_to=row.wants_to,
            is_renamed=row.is_renamed,
            shares_presence=row.is_presence_shared,
        )

    def touch(self, member_id: UUID) -> None:
        """Record that the member is active today; written within half an hour, once a day."""
        self._activity.note(member_id)

    def change(self, member_id: UUID, **values: Any) -> bool:
        """Set these columns and lock the row. False when there is no such profile."""
        changed = self._session.execute(update(ProfileRow).where(ProfileRow.member_id == member_id).values(**values))
        return isinstance(changed, CursorResult) and changed.rowcount > 0

    def restrictions(self, member_id: UUID) -> Restrictions | None:
        """Returns the member's restrictions; None without a profile."""
        return self._restrictions(member_id, locks=False)

    def lock_restrictions(self, member_id: UUID) -> Restrictions | None:
        """Lock the row. Returns the member's restrictions; None without a profile."""
        return self._restrictions(member_id, locks=True)

    def _restrictions(self, member_id: UUID, *, locks: bool) -> Restrictions | None:
        own = RESTRICTIONS.where(ProfileRow.member_id == member_id)
        row = self._session.execute(own.with_for_update() if locks else own).one_or_none()
        return Restrictions(*row) if row else None

    def sanction(self, member_id: UUID) -> tuple[str | None, datetime | None] | None:
        row = self._session.execute(
            select(ProfileRow.sanction, ProfileRow.sanction_until).where(ProfileRow.member_id == member_id)
        ).one_or_none()
        return (row.sanction, row.sanction_until) if row else None

    def ended_sanctions(self, limit: int) -> list[UUID]:
        ended = select(ProfileRow.member_id).where(ProfileRow.sanction_until <= func.now()).limit(limit)
        return list(self._session.scalars(ended))

    def lock_texts(self, member_id: UUID) -> tuple[Mapping[str, str | None], tuple[PromptAnswer, ...]]:
        """Lock the row. Returns the texts of the profile, and its answers to prompts."""
        columns = (ProfileRow.__table__.c[name] for name in TEXTS)
        locked = select(ProfileRow.prompt_answers, *columns).where(ProfileRow.member_id == member_id)
        texts = dict(self._session.execute(locked.with_for_update()).mappings().one_or_none() or {})
        return texts, answers_of(texts.pop("prompt_answers", ()))

    def answers_of(
        self, member_ids: Collection[UUID], own_id: UUID | None = None
    ) -> dict[UUID, tuple[PromptAnswer, ...]]:
        """The answers to prompts that others may read, of those members who have any; all those of `own_id`."""
        found = select(ProfileRow.member_id, ProfileRow.prompt_answers).where(
            ProfileRow.member_id.in_(member_ids),
            or_(~ProfileRow.about_held, ProfileRow.member_id == own_id),
            ProfileRow.prompt_answers != [],
        )
        return {row.member_id: answers_of(row.prompt_answers) for row in self._session.execute(found)}

    def lock_correctable(self, member_id: UUID) -> Correctable:
        """Lock the row. Returns what the member can correct; the member must have a profile."""
        row = self._session.execute(
            select(
                ProfileRow.gender,
                ProfileRow.birth_date,
                ProfileRow.seeks,
                ProfileRow.gender_corrected_at,
                ProfileRow.birth_date_corrected_at,
            )
            .where(ProfileRow.member_id == member_id)
            .with_for_update()
        ).one()
        return Correctable(
            Gender(row.gender),
            row.birth_date,
            tuple(Gender(gender) for gender in row.seeks),
            row.gender_corrected_at,
            row.birth_date_corrected_at,
        )

    def lock_name(self, member_id: UUID) -> tuple[str, bool] | None:
        """Lock the row. Returns the name, and whether the profile is fictional; None without a profile."""
        locked = select(ProfileRow.name, ProfileRow.fictional).where(ProfileRow.member_id == member_id)
        row = self._session.execute(locked.with_for_update()).one_or_none()
        return (row.name, row.fictional) if row else None

    def acquaint(self, one: UUID, other: UUID) -> None:
        """Store that two members have a conversation."""
        pairs = [{"member_id": one, "other_id": other}, {"member_id": other, "other_id": one}]
        self._session.execute(insert(AcquaintanceRow).values(pairs).on_conflict_do_nothing())

    def lock(self, member_id: UUID) -> bool:
        """Lock the row against other writes to the profile and its photos. False without an active profile."""
        locked = (
            select(ProfileRow.member_id)
            .where(ProfileRow.member_id == member_id, ProfileRow.state == "active")
            .with_for_update(key_share=True)
        )
        return self._session.execute(locked).first() is not None

    def lock_shared(self, member_id: UUID) -> bool:
        """Lock the row against deletion (shared). False without an active profile."""
        locked = (
            select(ProfileRow.member_id)
            .where(ProfileRow.member_id == member_id, ProfileRow.state == "active")
            .with_for_update(read=True, key_share=True)
        )
        return self._session.execute(locked).first() is not None

    def pool(self, member_id: UUID) -> int | None:
        """Return the pool of a member; None without a profile."""
        return self._session.scalars(select(ProfileRow.pool).where(ProfileRow.member_id == member_id)).one_or_none()

    def note_erased(self, member_id: UUID) -> None:
        """Store the tombstone of an erased member."""
        self._session.execute(insert(ErasedRow).values(member_id=member_id).on_conflict_do_nothing())

    def is_erased(self, member_id: UUID) -> bool:
        return self._session.get(ErasedRow, member_id) is not None


def _values(value: str | list[str] | None) -> tuple[str, ...]:
    """The values of a trait, whether it has one or several."""
    return (value,) if isinstance(value, str) else tuple(value or ())
