"""The folder of one instance (PAIRWISE_HOME): data, logs, secrets, and state of the run."""

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runner.accounts import Account
from runner.paths import ROOT
from runner.site_versions import SiteVersions


@dataclass(frozen=True)
class Home:
    path: Path

    @classmethod
    def from_environment(cls) -> "Home":
        return cls((ROOT / os.environ.get("PAIRWISE_HOME", ".local")).resolve())

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def run(self) -> Path:
        return self.path / "run"

    @property
    def secrets(self) -> Path:
        return self.path / "secrets"

    @property
    def sites(self) -> SiteVersions:
        return SiteVersions(self.path / "sites")

    @property
    def data(self) -> Path:
        return self.path / "data"

    @property
    def key(self) -> str:
        """Short identifier of this instance, the same at every start."""
        return hashlib.sha256(str(self.path).encode()).hexdigest()[:12]

    def make(self) -> None:
        for folder in (self.path, self.logs, self.run, self.data):
            folder.mkdir(parents=True, exist_ok=True)
        self.secrets.mkdir(mode=0o700, exist_ok=True)

    def remember(self, name: str, what: Any) -> None:
        (self.run / f"{name}.json").write_text(json.dumps(what, indent=1))

    def recall(self, name: str, default: Any = None) -> Any:
        try:
            return json.loads((self.run / f"{name}.json").read_text())
        except (FileNotFoundError, ValueError):
            return default

    def folder_for(self, account: Account) -> Path:
        """A folder of this instance the account can reach; outside PAIRWISE_HOME if a folder above is closed."""
        if remembered := self.recall("postgres"):
            return Path(remembered)
        place = self.data
        if not account.can_reach(self.data):
            base = Path("/var/lib") if os.access("/var/lib", os.W_OK) else Path("/tmp")  # noqa: S108
            place = base / f"pairwise-{self.key}"
            place.mkdir(mode=0o755, exist_ok=True)
        self.remember("postgres", str(place))
        return place
