"""Accounts that may be a blocked person's new one, for the member who blocked the old one."""

from collections.abc import Collection, Sequence
from uuid import UUID

from shared.pictures import NEAR
from shared.pictures.fingerprint import HASH_BYTES
from sqlalchemy import String, and_, column, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from profiles.domain.photo import PhotoStatus
from profiles.storage.pictures import bits
from profiles.storage.tables import BlockRow, BlockSuspicionRow, PhotoRow, ProfileRow

Suspect, Blocked = aliased(ProfileRow), aliased(ProfileRow)
Theirs, Old = aliased(PhotoRow), aliased(PhotoRow)
COMPARED = 200


class SuspicionRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def blocked_before(self, blocker_id: UUID, suspect_id: UUID) -> list[UUID]:
        """Return the members blocked by `blocker_id` before the suspect joined, the newest blocks first; none if the
        suspect is already blocked, fictional or a demo member."""
        is_blocked = exists().where(BlockRow.blocker_id == blocker_id, BlockRow.blocked_id == suspect_id)
        found = (
            select(BlockRow.blocked_id)
            .join(Suspect, and_(Suspect.member_id == suspect_id, Suspect.joined_at > BlockRow.blocked_at))
            .where(BlockRow.blocker_id == blocker_id, ~Suspect.fictional, ~Suspect.demonstration, ~is_blocked)
        )
        return list(self._session.scalars(found.order_by(BlockRow.blocked_at.desc()).limit(COMPARED)))

    def with_same_photo(self, suspect_id: UUID, blocked_ids: Sequence[UUID]) -> set[UUID]:
        hashes = [bits(func.substring(row.fingerprint, 1, HASH_BYTES)) for row in (Theirs, Old)]
        found = (
            select(Old.member_id)
            .distinct()
            .join(Theirs, func.bit_count(hashes[0].op("#")(hashes[1])) <= NEAR)
            .where(
                Theirs.member_id == suspect_id,
                Theirs.status == PhotoStatus.ACTIVE.value,
                Old.member_id.in_(blocked_ids),
                Old.status == PhotoStatus.ACTIVE.value,
                func.length(Theirs.fingerprint) >= HASH_BYTES,
                func.length(Old.fingerprint) >= HASH_BYTES,
            )
        )
        return set(self._session.scalars(found))

    def texts(self, member_ids: Collection[UUID]) -> dict[UUID, str]:
        rows = self._session.execute(
            select(ProfileRow.member_id, column("about", String)).where(ProfileRow.member_id.in_(member_ids))
        )
        return {row.member_id: row.about for row in rows}

    def add(self, blocker_id: UUID, suspect_id: UUID, blocked_id: UUID) -> None:
        """Store an offer, once for each blocker and suspect: an answered one does not come back."""
        row = {"blocker_id": blocker_id, "suspect_id": suspect_id, "blocked_id": blocked_id}
        self._session.execute(insert(BlockSuspicionRow).values(row).on_conflict_do_nothing())

    def open(self, blocker_id: UUID) -> list[tuple[UUID, UUID, str]]:
        """Return suspect, blocked member and the latter's name, the newest first; without those blocked since."""
        is_blocked = exists().where(
            BlockRow.blocker_id == BlockSuspicionRow.blocker_id, BlockRow.blocked_id == BlockSuspicionRow.suspect_id
        )
        still = exists().where(
            BlockRow.blocker_id == BlockSuspicionRow.blocker_id, BlockRow.blocked_id == BlockSuspicionRow.blocked_id
        )
        rows = self._session.execute(
            select(BlockSuspicionRow.suspect_id, BlockSuspicionRow.blocked_id, Blocked.name)
            .join(Blocked, Blocked.member_id == BlockSuspicionRow.blocked_id)
            .where(BlockSuspicionRow.blocker_id == blocker_id, ~BlockSuspicionRow.is_answered, ~is_blocked, still)
            .order_by(BlockSuspicionRow.found_at.desc())
            .limit(100)
        )
        return [(row.suspect_id, row.blocked_id, row.name) for row in rows]

    def answer(self, blocker_id: UUID, suspect_id: UUID) -> None:
        """Store that the blocker knows it is someone else."""
        self._session.execute(
            update(BlockSuspicionRow)
            .where(BlockSuspicionRow.blocker_id == blocker_id, BlockSuspicionRow.suspect_id == suspect_id)
            .values(is_answered=True)
        )
