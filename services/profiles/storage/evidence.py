"""Hash lists, and evidence of uploads that are on one."""

from collections.abc import Iterable, Sequence
from itertools import islice
from uuid import UUID

from shared.kit.core import new_id
from shared.kit.db import without_timeouts
from shared.pictures import NEAR, hashes_of
from sqlalchemy import LargeBinary, delete, func, literal, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.domain.hash_list import Evidence, HashKind, HashList
from profiles.storage.pictures import bits
from profiles.storage.tables import EvidenceActRow, HashListRow, ListedHashRow, SealedEvidenceRow

AT_A_TIME = 5_000
# Imports of one name at once are one after the other.
LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended('hash_list:' || :name, 0))")


class HashListRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, digests: Sequence[bytes], fingerprint: bytes) -> str | None:
        """The name of a list that has this file, or a picture that looks like it."""
        return self._with_file(digests) or self._with_picture(fingerprint)

    def _with_file(self, digests: Sequence[bytes]) -> str | None:
        # The kind tells a list of MD5 from a perceptual one, whose hashes are as long.
        exact = select(HashListRow.name).join(ListedHashRow, ListedHashRow.list_id == HashListRow.id)
        found = exact.where(ListedHashRow.hash.in_(digests), HashListRow.kind != HashKind.PERCEPTUAL.value)
        return self._session.scalar(found.order_by(HashListRow.name).limit(1)) if digests else None

    def _with_picture(self, fingerprint: bytes) -> str | None:
        hashes = hashes_of(fingerprint)
        if not hashes:
            return None
        # First the lists, because others have millions of hashes, which no plan may compare one by one.
        lists = dict(
            self._session.execute(
                select(HashListRow.id, HashListRow.name).where(HashListRow.kind == HashKind.PERCEPTUAL.value)
            ).all()
        )
        distance = func.bit_count(bits(ListedHashRow.hash).op("#")(bits(literal(hashes[0], LargeBinary))))
        near = select(ListedHashRow.list_id).where(ListedHashRow.list_id.in_(lists), distance <= NEAR)
        found = self._session.scalar(near.order_by(distance).limit(1)) if lists else None
        return lists[found] if found else None

    def all(self) -> list[HashListRow]:
        return list(self._session.scalars(select(HashListRow).order_by(HashListRow.name)))

    def replace(self, name: str, source: str, kind: HashKind, hashes: Iterable[bytes]) -> Iterable[int]:
        """Put a whole list in the place of the one with this name, if there is one. Yields the hashes read so far."""
        without_timeouts(self._session)
        self._session.execute(LOCK, {"name": name})
        self.remove(name)
        list_id = new_id()
        self._session.add(HashListRow(id=list_id, name=name, source=source, kind=kind.value, hashes=0))
        self._session.flush()
        read, waiting = 0, iter(hashes)
        while part := list(islice(waiting, AT_A_TIME)):
            rows = [{"list_id": list_id, "hash": each} for each in part]
            self._session.execute(insert(ListedHashRow).on_conflict_do_nothing(), rows)
            read += len(part)
            yield read
        stored = select(func.count()).where(ListedHashRow.list_id == list_id).scalar_subquery()
        self._session.execute(update(HashListRow).where(HashListRow.id == list_id).values(hashes=stored))

    def get(self, name: str) -> HashList | None:
        row = self._session.scalar(select(HashListRow).where(HashListRow.name == name))
        return HashList(row.name, row.source, HashKind(row.kind), row.hashes) if row else None

    def remove(self, name: str) -> int | None:
        """Returns the number of its hashes; None when there is no list of this name."""
        without_timeouts(self._session)
        gone = delete(HashListRow).where(HashListRow.name == name).returning(HashListRow.hashes)
        return self._session.scalar(gone)


class EvidenceRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, evidence: Evidence) -> int | None:
        """Store evidence. Returns its number; None for a file of this member that is stored already."""
        values = {
            "id": new_id(),
            "member_id": evidence.member_id,
            "site": evidence.site,
            "place": evidence.place.value,
            "list_name": evidence.list_name,
            "digest": evidence.digest,
            "sealed": evidence.sealed,
            "kept_until": func.now() + func.make_interval(0, 0, 0, evidence.days),
        }
        added = insert(SealedEvidenceRow).values(values).on_conflict_do_nothing()
        return self._session.scalar(added.returning(SealedEvidenceRow.number))

    def all(self) -> list[SealedEvidenceRow]:
        return list(self._session.scalars(select(SealedEvidenceRow).order_by(SealedEvidenceRow.number)))

    def count_of(self, member_id: UUID) -> int:
        count = select(func.count()).where(SealedEvidenceRow.member_id == member_id)
        return self._session.execute(count).scalar_one()

    def open(self, number: int) -> bytes | None:
        """The sealed bytes."""
        return self._session.scalar(select(SealedEvidenceRow.sealed).where(SealedEvidenceRow.number == number))

    def note_report(self, number: int) -> bool:
        """Whether there is evidence of this number."""
        noted = update(SealedEvidenceRow).where(SealedEvidenceRow.number == number).values(reported_at=func.now())
        return self._session.scalar(noted.returning(SealedEvidenceRow.number)) is not None

    def record(self, act: str, subject: str, by: str, second: str | None = None, note: str | None = None) -> None:
        """Write an operator's act to the log."""
        row = EvidenceActRow(act=act, subject=subject, by_name=by, second_name=second, note=note)
        self._session.add(row)
        self._session.flush()
