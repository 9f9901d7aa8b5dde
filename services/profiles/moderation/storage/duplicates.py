"""The same picture on the accounts of several members."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shared.pictures import NEAR, hashes_of
from sqlalchemy import ColumnElement, LargeBinary, SQLColumnExpression, exists, func, literal, or_, select, union_all
from sqlalchemy.dialects.postgresql import distinct_on, insert
from sqlalchemy.orm import Session, aliased

from profiles.moderation.storage.tables import DuplicatePairRow
from profiles.storage.pictures import bits
from profiles.storage.tables import PhotoRow, ProfileRow

# Separates this advisory lock from others; the pool is the second key.
LOCK = 7_326
HASH_BYTES = 16


@dataclass(frozen=True, slots=True)
class DuplicatePhoto:
    """A photo of a pair, with its member; without `thumbhash` the photo was deleted since, without `name` the account
    was erased."""

    member_id: UUID
    name: str | None
    photo_id: UUID
    thumbhash: str | None
    joined_at: datetime | None = None
    is_verified: bool = False


class DuplicateRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def lock(self, pool: int) -> None:
        """Serialise the search for duplicates in a pool until the transaction ends.

        Of two uploads of one picture at once the second then finds the first; otherwise neither would see the other's
        row before its commit.
        """
        self._session.execute(select(func.pg_advisory_xact_lock(LOCK, pool)))

    def near(self, member_id: UUID, pool: int, fingerprint: bytes, limit: int) -> list[tuple[UUID, UUID]]:
        """The nearest photos of other members with this picture: member and photo, one for each member.

        Bands are an index lookup (`ix_photos_picture_bands`); the distance of the few rows found decides.
        """
        hash_ = literal(hashes_of(fingerprint)[0], LargeBinary)
        distance = func.bit_count(bits(func.substring(PhotoRow.fingerprint, 1, HASH_BYTES)).op("#")(bits(hash_)))
        found = (
            select(PhotoRow.member_id, PhotoRow.id, distance.label("distance"))
            .join(ProfileRow, ProfileRow.member_id == PhotoRow.member_id)
            .where(
                func.picture_bands(PhotoRow.fingerprint).op("&&")(func.picture_bands(hash_)),
                distance <= NEAR,
                PhotoRow.member_id != member_id,
                ProfileRow.pool == pool,
                ProfileRow.fictional.is_(False),
                ProfileRow.demonstration.is_(False),
            )
            .ext(distinct_on(PhotoRow.member_id))
            .order_by(PhotoRow.member_id, distance)
            .subquery()
        )
        rows = self._session.execute(select(found.c.member_id, found.c.id).order_by(found.c.distance).limit(limit))
        return [(row.member_id, row.id) for row in rows]

    def add(self, complaint_id: UUID, one: tuple[UUID, UUID], other: tuple[UUID, UUID]) -> bool:
        """Store a pair of members, each with a photo. False when these two are a pair already."""
        first, second = sorted((one, other))
        added = insert(DuplicatePairRow).values(
            first_id=first[0],
            second_id=second[0],
            first_photo_id=first[1],
            second_photo_id=second[1],
            complaint_id=complaint_id,
        )
        once = added.on_conflict_do_nothing().returning(DuplicatePairRow.complaint_id)
        return self._session.execute(once).first() is not None

    def members_of(self, complaint_id: UUID) -> list[UUID]:
        """The members with the picture that a case is about; empty for any other case."""
        return [each.member_id for each in self.of([complaint_id]).get(complaint_id, [])]

    def of(self, complaint_ids: Sequence[UUID]) -> dict[UUID, list[DuplicatePhoto]]:
        """The photos by case, for those cases that are about a picture of several members: one of each, the oldest
        account first."""
        if not complaint_ids:
            return {}
        pair = DuplicatePairRow
        sides = union_all(
            *(
                select(pair.complaint_id, member.label("member_id"), photo.label("photo_id")).where(
                    pair.complaint_id.in_(complaint_ids)
                )
                for member, photo in ((pair.first_id, pair.first_photo_id), (pair.second_id, pair.second_photo_id))
            )
        ).subquery()
        rows = self._session.execute(
            select(sides, ProfileRow.name, ProfileRow.joined_at, ProfileRow.verified_at, PhotoRow.thumbhash)
            .distinct()
            .outerjoin(ProfileRow, ProfileRow.member_id == sides.c.member_id)
            .outerjoin(PhotoRow, PhotoRow.id == sides.c.photo_id)
            .order_by(ProfileRow.joined_at.nulls_last(), sides.c.member_id)
        )
        found: dict[UUID, list[DuplicatePhoto]] = {}
        for row in rows:
            is_verified = row.verified_at is not None
            shown = DuplicatePhoto(row.member_id, row.name, row.photo_id, row.thumbhash, row.joined_at, is_verified)
            found.setdefault(row.complaint_id, []).append(shown)
        return found


def is_in_pair(member_ids: Collection[UUID], complaint_id: SQLColumnExpression[UUID]) -> ColumnElement[bool]:
    """Whether a case is about a pair with one of these members."""
    found = select(DuplicatePairRow.complaint_id).where(
        DuplicatePairRow.complaint_id == complaint_id,
        or_(DuplicatePairRow.first_id.in_(member_ids), DuplicatePairRow.second_id.in_(member_ids)),
    )
    return exists(found)


def shares_picture(of: Collection[UUID], complaint_id: SQLColumnExpression[UUID]) -> ColumnElement[bool]:
    """Whether a case is about a photo that one of these cases is about."""
    mine, other = aliased(DuplicatePairRow), aliased(DuplicatePairRow)
    photos = (other.first_photo_id, other.second_photo_id)
    found = select(other.complaint_id).where(
        other.complaint_id == complaint_id,
        mine.complaint_id.in_(of),
        or_(mine.first_photo_id.in_(photos), mine.second_photo_id.in_(photos)),
    )
    return exists(found)
