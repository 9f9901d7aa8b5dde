"""The sites of an instance: applied versions, the one in force, and the record of changes.

`current` is a link to a folder of `versions/`. Replacing the link is one step, so no process sees half a version; each
looks at its files every two seconds (shared/sites/directory.py).
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from shared.registry import site_documents, site_files

# Files of a site by their path in its folder; the document is site.yaml.
Files = Mapping[str, bytes]
DOCUMENT = "site.yaml"


def folders_in(folder: Path) -> dict[str, Files]:
    """The sites of a folder by their keys."""
    return {
        key: {name: path.read_bytes() for name, path in ({DOCUMENT: document} | site_files(folder, key)).items()}
        for key, document in site_documents(folder).items()
    }


@dataclass(frozen=True)
class SiteVersions:
    """The folder of an instance with the versions of its sites."""

    path: Path

    @property
    def current(self) -> Path:
        """The folder of sites that processes read."""
        return self.path / "current"

    @property
    def record(self) -> Path:
        """A line of JSON for each change, oldest first."""
        return self.path / "changes.jsonl"

    def begin(self, examples: Path) -> None:
        """Put the examples in force, unless an operator has applied something."""
        sites = folders_in(examples)
        if not self.record.exists() and sites != self.folders():
            self._put(sites)

    def folders(self) -> dict[str, Files]:
        """The sites in force by their keys."""
        return folders_in(self.current)

    def apply(self, sites: Mapping[str, Files], by: str, changes: Mapping[str, Any]) -> int:
        """Put these sites in force as a version of their own, and record the change. Returns its number."""
        before, number = self._number(), self._put(sites)
        self._note({"version": number, "before": before, "by": by, "changes": changes})
        return number

    def roll_back(self, by: str) -> int:
        """Put the version before the last change in force. Returns its number. Raises ValueError without one."""
        changes = [json.loads(line) for line in self.record.read_text().splitlines()] if self.record.exists() else []
        now = self._number()
        before = next((each["before"] for each in reversed(changes) if each["version"] == now and each["before"]), 0)
        if not before:
            raise ValueError(f"There is no version before {now}.")
        self._link(before)
        self._note({"version": before, "before": None, "by": by, "changes": f"rolled back from {now}"})
        return before

    def _put(self, sites: Mapping[str, Files]) -> int:
        folders = self.path / "versions"
        number = 1 + max((int(each.name) for each in folders.glob("[0-9]*")), default=0)
        (folders / str(number)).mkdir(parents=True)
        for key, files in sites.items():
            for name, content in files.items():
                path = folders / str(number) / key / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        self._link(number)
        return number

    def _link(self, number: int) -> None:
        new = self.path / "next"
        new.unlink(missing_ok=True)
        new.symlink_to(Path("versions") / str(number))
        os.replace(new, self.current)

    def _number(self) -> int:
        return int(self.current.readlink().name) if self.current.is_symlink() else 0

    def _note(self, change: Mapping[str, Any]) -> None:
        with self.record.open("a") as file:
            file.write(json.dumps({"at": datetime.now(UTC).isoformat(timespec="seconds"), **change}) + "\n")
