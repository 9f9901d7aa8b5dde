"""Identity's files: tombstones, which outlive a restored database, and the exports of members' data."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4

from shared.kit.core import ObjectStore, SealingKeys

from identity.domain.tombstone import Tombstone

# An export has photos. Whether the store answers at all is known before.
EXPORT_SECONDS = 60.0


class FileStore:
    """A folder or a bucket. Exports are sealed; tombstones hold a random id, a day and a keyed hash."""

    def __init__(self, url: str, keys: SealingKeys) -> None:
        self._store = ObjectStore(url)
        self._keys = keys

    def save_tombstones(self, tombstones: Sequence[Tombstone]) -> None:
        """Write one file for this batch, in the folder of the day of the erasure."""
        lines = [
            {
                "member_id": str(tombstone.member_id),
                "site": tombstone.site,
                "address_hash": tombstone.address_hash.hex(),
                "erased_at": tombstone.erased_at.isoformat(),
            }
            for tombstone in tombstones
        ]
        self._write(f"tombstones/{tombstones[0].erased_at:%Y-%m-%d}/{uuid4()}.json", json.dumps(lines).encode())

    def tombstones_since(self, day: date) -> Iterator[Tombstone]:
        for folder in self._list("tombstones"):
            if folder.rpartition("/")[2] < day.isoformat():
                continue
            for file in self._list(f"tombstones/{folder.rpartition('/')[2]}"):
                for line in json.loads(self._read(file)):
                    yield Tombstone(
                        member_id=UUID(line["member_id"]),
                        site=line["site"],
                        address_hash=bytes.fromhex(line["address_hash"]),
                        erased_at=datetime.fromisoformat(line["erased_at"]),
                    )

    def save_export(self, export_id: UUID, content: bytes) -> None:
        self._write(f"exports/{export_id}", self._keys.seal(content))

    def read_export(self, export_id: UUID) -> bytes | None:
        try:
            sealed = self._read(f"{self._store.root}/exports/{export_id}")
        except FileNotFoundError:
            return None
        return self._keys.open(sealed)

    def delete_export(self, export_id: UUID) -> None:
        with suppress(FileNotFoundError), self._store.asking() as ask:
            ask("rm_file", f"{self._store.root}/exports/{export_id}")

    def reseal_exports(self) -> int:
        """Encrypt every export with the current key. Returns the number that had another."""
        renewed = 0
        for path in self._list("exports"):
            name = path.rpartition("/")[2]
            try:
                fresh = self._keys.reseal(self._read(f"{self._store.root}/exports/{name}"))
            except FileNotFoundError:
                continue
            if fresh is not None:
                self._write(f"exports/{name}", fresh)
                renewed += 1
        return renewed

    def seal(self, content: bytes) -> bytes:
        return self._keys.seal(content)

    def unseal(self, content: bytes) -> bytes:
        return self._keys.open(content)

    def _read(self, path: str) -> bytes:
        with self._store.asking() as ask:
            ask("info", path)
        with self._store.asking(EXPORT_SECONDS) as ask:
            content: bytes = ask("cat_file", path)
        return content

    def _write(self, name: str, content: bytes) -> None:
        path = f"{self._store.root}/{name}"
        with self._store.writing() as ask:
            ask("makedirs", path.rpartition("/")[0], exist_ok=True)
        with self._store.writing(EXPORT_SECONDS) as ask:
            ask("pipe_file", path, content)

    def _list(self, folder: str) -> list[str]:
        try:
            with self._store.asking(EXPORT_SECONDS) as ask:
                return sorted(ask("ls", f"{self._store.root}/{folder}", detail=False, refresh=True))
        except FileNotFoundError:
            return []


def days_ago(days: int) -> date:
    return datetime.now(UTC).date() - timedelta(days=days)
