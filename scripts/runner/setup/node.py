"""Node for the web app's packages, its build and its server: the machine's own, or one from a wheel.

Debian 12 and Ubuntu 24.04 have Node 18, which the web app's tools refuse. A wheel holds Node and npm for this machine,
so set-up takes it from the index that the Python packages come from.
"""

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

from runner.paths import BUILD

# As `engines` of webapp/package.json.
OLDEST = (20, 19)
NODE = BUILD / "node"
PROGRAMS = NODE / "bin"
VERSION = re.compile(r"v(\d+)\.(\d+)")


@cache
def is_missing(oldest: tuple[int, int] = OLDEST) -> bool:
    """Whether the machine has no Node with npm that is new enough."""
    program = shutil.which("node", path=_path_of_machine())
    if program is None or shutil.which("npm", path=_path_of_machine()) is None:
        return True
    ran = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    found = VERSION.match(ran.stdout)
    return found is None or tuple(map(int, found.groups())) < oldest


def use() -> None:
    """Put Node of the wheel before the machine's, for this process and those it starts, if the machine's is missing."""
    if is_missing():
        os.environ["PATH"] = os.pathsep.join([str(PROGRAMS), _path_of_machine()])


def write_programs(package: Path) -> None:
    """Make `node`, `npm` and `npx` of the unpacked wheel; its own are copies of links and do not run."""
    PROGRAMS.mkdir(exist_ok=True)
    node = package / "bin" / "node"
    node.chmod(0o755)
    for name in ("npm", "npx"):
        script = package / "lib" / "node_modules" / "npm" / "bin" / f"{name}-cli.js"
        (PROGRAMS / name).write_text(f'#!/bin/sh\nexec "{node}" "{script}" "$@"\n')
        (PROGRAMS / name).chmod(0o755)
    (PROGRAMS / "node").unlink(missing_ok=True)
    (PROGRAMS / "node").symlink_to(node)


def _path_of_machine() -> str:
    words = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(word for word in words if word != str(PROGRAMS))
