"""Writes the locks of requirements/: the exact version and the hashes of every package."""

import shutil
import subprocess
from collections.abc import Sequence

from runner.paths import REQUIREMENTS, VENV
from runner.setup.perform import SetupFailed

# The lists that others take their versions from come first.
LISTS = ["services", "gateway", "standins", "classifier", "local", "dev", "build", "setup", "node"]
# Lists in which `overrides.txt` leaves packages out. The others may need them, such as numpy for the classifier.
OVERRIDDEN = {"services", "local"}
# For every platform and from the oldest Python that is supported (Debian 12's), without the address of an index.
OPTIONS = ["--universal", "--python-version=3.11.2", "--generate-hashes", "--no-emit-index-url", "--no-emit-find-links"]


def lock(upgraded: Sequence[str] = ()) -> None:
    """Versions stay unless a list no longer allows them or they are `upgraded`. Raises SetupFailed."""
    uv = shutil.which("uv", path=VENV / "bin") or shutil.which("uv")
    if uv is None:
        raise SetupFailed("Run scripts/setup first: it installs uv.")
    options = [*OPTIONS, *(word for package in upgraded for word in ("--upgrade-package", package))]
    for name in LISTS:
        overrides = ["--override", "overrides.txt"] if name in OVERRIDDEN else []
        command = [uv, "pip", "compile", "--quiet", *options, *overrides, f"{name}.in", "-o", f"{name}.lock"]
        if subprocess.run(command, cwd=REQUIREMENTS, check=False).returncode:
            raise SetupFailed(f"requirements/{name}.in has no versions that fit together.")
