"""The account PostgreSQL runs as: it refuses root, so root uses an account that owns nothing else."""

import grp
import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

UNPRIVILEGED = ["postgres", "nobody", "daemon"]


@dataclass(frozen=True)
class Account:
    """The account that owns PostgreSQL's data; `name` is None when it is the caller's own."""

    name: str | None

    @property
    def group(self) -> str | None:
        return grp.getgrgid(pwd.getpwnam(self.name).pw_gid).gr_name if self.name else None

    def as_user(self) -> dict[str, Any]:
        """Arguments for subprocess that start a program as this account."""
        return {"user": self.name, "group": self.group, "extra_groups": []} if self.name else {}

    def give(self, path: Path) -> None:
        if self.name:
            entry = pwd.getpwnam(self.name)
            os.chown(path, entry.pw_uid, entry.pw_gid)

    def can_reach(self, path: Path) -> bool:
        """True if the account can read the path, through all folders above it."""
        if self.name is None:
            return os.access(path, os.R_OK | os.X_OK)
        # "sh" and not Python: the interpreter itself may lie where the account cannot go.
        check = ["/bin/sh", "-c", 'test -r "$1" && test -x "$1"', "sh", str(path)]
        return subprocess.run(check, cwd="/", check=False, **self.as_user()).returncode == 0


def for_postgres() -> Account:
    if os.geteuid() != 0:
        return Account(None)
    for name in UNPRIVILEGED:
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(name)
    raise RuntimeError(f"PostgreSQL refuses to run as root and none of {', '.join(UNPRIVILEGED)} is an account here")
