"""Lighthouse's packages: 190 MB, so this bench alone installs them, when it is first run."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from runner.paths import BUILD
from runner.setup import make, node
from runner.testing.browser import ensure

HERE, INSTALLED = Path(__file__).parent, BUILD / "lighthouse"
# As `engines` of package.json. Other tools are content with an older one.
OLDEST_NODE = (22, 19)


def install() -> dict[str, str]:
    """Install what is missing, as the lock says. Returns the environment that Lighthouse runs in."""
    environment = dict(os.environ)
    if node.is_missing(OLDEST_NODE):
        if not (node.PROGRAMS / "npm").exists():
            make.node_program(sys.stderr)
        environment["PATH"] = os.pathsep.join([str(node.PROGRAMS), os.environ.get("PATH", os.defpath)])
    INSTALLED.mkdir(parents=True, exist_ok=True)
    done, lock = INSTALLED / "node_modules" / ".package-lock.json", HERE / "package-lock.json"
    is_done = done.exists() and (INSTALLED / lock.name).read_bytes() == lock.read_bytes()
    for name in ("package.json", lock.name, "audit.mjs"):
        shutil.copy(HERE / name, INSTALLED)
    if not is_done:
        command = ["npm", "ci", "--ignore-scripts", *make.NPM_QUIETLY]
        subprocess.run(command, cwd=INSTALLED, env=environment, stdout=sys.stderr, check=True)
    return environment


def audit(url: str, *, runs: int, cookie: str, skipped: list[str], environment: dict[str, str]) -> list[dict[str, Any]]:
    """One report for each run (`audit.mjs`)."""
    chromium = ensure()
    if chromium is None:
        raise RuntimeError("there is no Chromium")
    given = json.dumps({"url": url, "cookie": cookie, "runs": runs, "skipped": skipped, "chromium": chromium})
    command = ["node", str(INSTALLED / "audit.mjs"), given]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as auditing:
        try:
            printed, _ = auditing.communicate()
        except BaseException:
            # At this signal it ends its browser, too, which would go on without it.
            auditing.send_signal(signal.SIGINT)
            raise
    if auditing.returncode != 0:
        raise subprocess.CalledProcessError(auditing.returncode, command)
    return [json.loads(line) for line in printed.splitlines()]
