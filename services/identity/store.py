"""Identity's files: tombstones, which outlive a restored database, and the exports of members' data."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4

import fsspec
from shared.kit.errors import Unavailable
from shared.kit.keys import SealingKeys

from identity.domain.tombstone import Tombstone


class FileStore:
    """A folder or a bucket. Exports are sealed; tombstones hold a random id, a day and a keyed hash."""

    def __init__(self, url: str, keys: SealingKeys) -> None:
        self._files, self._root = fsspec.core.url_to_fs(url)
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
                for line in json.loads(self._files.cat_file(file)):
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
            sealed: bytes = self._files.cat_file(f"{self._root}/exports/{export_id}")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Unavailable() from error
        return self._keys.open(sealed)

    def delete_export(self, export_id: UUID) -> None:
        path = f"{self._root}/exports/{export_id}"
        if self._files.exists(path):
            self._files.rm_file(path)

    def reseal_exports(self) -> int:
        """Encrypt every export with the current key. Returns the number that had another."""
        renewed = 0
        for path in self._list("exports"):
            name = path.rpartition("/")[2]
            try:
                fresh = self._keys.reseal(self._files.cat_file(f"{self._root}/exports/{name}"))
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

    def _write(self, name: str, content: bytes) -> None:
        path = f"{self._root}/{name}"
        try:
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
            self._files.pipe_file(path, content)
        except OSError as error:
            raise Unavailable() from error

    def _list(self, folder: str) -> list[str]:
        try:
            return sorted(self._files.ls(f"{self._root}/{folder}", detail=False, refresh=True))
        except FileNotFoundError:
            return []


def days_ago(days: int) -> date:
    return datetime.now(UTC).date() - timedelta(days=days)
