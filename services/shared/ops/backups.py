"""Backups of one machine in a bucket: `python -m shared.ops.backups keep` or `fetch` (docs/one-machine.md).

`keep` uploads the dumps in /backups as `databases/<moment>/`, makes `store/` equal to the volume of photos, and deletes
dumps of more than 30 days. `fetch` downloads the dumps of MOMENT, the newest without it, and every file of `store/`.
BACKUPS_URL names the bucket and folder; S3 clients read their own variables.
"""

import contextlib
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import fsspec

from shared.kit.core import variable

DUMPS, STORE = Path("/backups"), Path("/var/lib/pairwise")
# Longer would keep members who were erased: docs/data-protection-impact-assessment.md.
KEPT = timedelta(days=30)
# Sorts by time.
MOMENT = "%Y-%m-%dT%H%M%SZ"


class Backups:
    """A folder of a bucket with the dumps of several moments, and one copy of the store."""

    def __init__(self, url: str) -> None:
        self._files, self._root = fsspec.core.url_to_fs(url.rstrip("/"))

    def keep(self, dumps: Path, store: Path, now: datetime) -> None:
        """Upload both. Raises ValueError without a dump, and where the volume is empty and its copy is not."""
        files = sorted(dumps.glob("*.dump"))
        here, there = _sizes(store), self._sizes("store")
        if not files or (there and not here):
            raise ValueError(f"{dumps if not files else store} is empty: nothing is uploaded and nothing deleted")
        for file in files:
            self._files.put_file(str(file), f"{self._root}/databases/{now.strftime(MOMENT)}/{file.name}")
        for name in here.keys() - {name for name, size in there.items() if here.get(name) == size}:
            self._files.put_file(str(store / name), f"{self._root}/store/{name}")
        oldest = (now - KEPT).strftime(MOMENT)
        expired = [f"databases/{name}" for name in self._sizes("databases") if name.partition("/")[0] < oldest]
        for name in [*expired, *(f"store/{name}" for name in there.keys() - here.keys())]:
            self._files.rm_file(f"{self._root}/{name}")

    def fetch(self, dumps: Path, store: Path, moment: str = "") -> None:
        """Download both. Raises ValueError for a moment that has no dumps."""
        found = sorted(self._sizes("databases"))
        moment = moment or (found[-1].partition("/")[0] if found else "")
        of_moment = [name for name in found if name.startswith(f"{moment}/")]
        if not of_moment:
            raise ValueError(f"no dumps of {moment or 'any moment'}")
        for name in of_moment:
            self._files.get_file(f"{self._root}/databases/{name}", str(dumps / Path(name).name))
        for name in self._sizes("store"):
            (store / name).parent.mkdir(parents=True, exist_ok=True)
            self._files.get_file(f"{self._root}/store/{name}", str(store / name))

    def _sizes(self, folder: str) -> dict[str, int]:
        at = f"{self._root}/{folder}"
        found = self._files.find(at, detail=True)
        return {name.removeprefix(f"{at}/"): entry["size"] for name, entry in found.items()}


def newest_backup(files: Any, root: str) -> datetime | None:
    """The time of the newest dump or base backup below this folder; files of the store and WAL do not count."""
    found = [(name.removeprefix(root).split("/"), entry) for name, entry in files.find(root, detail=True).items()]
    times = [_made_at(parts, entry) for parts, entry in found if not {"store", "wals"} & {*parts}]
    return max(times, default=None)


def _made_at(parts: list[str], entry: Mapping[str, Any]) -> datetime:
    """The moment in a dump's path; a base backup of another tool has the time of its upload."""
    for part in parts:
        with contextlib.suppress(ValueError):
            return datetime.strptime(part, MOMENT).replace(tzinfo=UTC)
    uploaded: datetime = entry.get("LastModified") or datetime.fromtimestamp(entry["mtime"], UTC)
    return uploaded


def _sizes(folder: Path) -> Mapping[str, int]:
    return {str(file.relative_to(folder)): file.stat().st_size for file in folder.rglob("*") if file.is_file()}


def main(command: str) -> None:
    """Run one of the two commands with the folders of the Job."""
    backups = Backups(variable("BACKUPS_URL"))
    if command == "keep":
        backups.keep(DUMPS, STORE, datetime.now(UTC))
    else:
        backups.fetch(DUMPS, STORE, os.environ.get("MOMENT", ""))


if __name__ == "__main__":
    main(*sys.argv[1:2] or sys.exit(__doc__))
