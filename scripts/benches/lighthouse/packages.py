"""Lighthouse's packages: 190 MB, so this bench alone installs them, when it is first run."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from runner.setup import make, node
from runner.testing.browser import ensure

FOLDER = Path(__file__).parent
# As `engines` of package.json. Other tools are content with an older one.
OLDEST_NODE = (22, 19)


def install() -> dict[str, str]:
    """Install what is missing, as the lock says. Returns the environment that Lighthouse runs in."""
    environment = dict(os.environ)
    if node.is_missing(OLDEST_NODE):
        if not (node.PROGRAMS / "npm").exists():
            make.node_program(sys.stderr)
        environment["PATH"] = os.pathsep.join([str(node.PROGRAMS), os.environ.get("PATH", os.defpath)])
    done, lock = FOLDER / "node_modules" / ".package-lock.json", FOLDER / "package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        command = ["npm", "ci", "--ignore-scripts", *make.NPM_QUIETLY]
        subprocess.run(command, cwd=FOLDER, env=environment, stdout=sys.stderr, check=True)
    return environment


def audit(url: str, *, runs: int, cookie: str, skipped: list[str], environment: dict[str, str]) -> list[dict[str, Any]]:
    """One report for each run (`audit.mjs`)."""
    chromium = ensure()
    if chromium is None:
        raise RuntimeError("there is no Chromium")
    given = json.dumps({"url": url, "cookie": cookie, "runs": runs, "skipped": skipped, "chromium": chromium})
    command = ["node", str(FOLDER / "audit.mjs"), given]
    ran = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]
