"""Programs of Debian that tests need, installed where that is possible without a question."""

import os
import shutil
import subprocess


def find(program: str) -> str | None:
    """Its path, or None. Debian installs servers where only root looks."""
    return shutil.which(program, path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"]))


def ensure(package: str, otherwise: str, *, program: str | None = None) -> None:
    """Install a package, whose program has its name unless named; say what is missing where that is not possible."""
    program = program or package
    if not find(program):
        install(package)
    if not find(program):
        print(f"{otherwise}: {package} is missing (Debian: `sudo apt-get install {package}`).", flush=True)


def install(package: str) -> None:
    """Install this package if we are root and have apt. Whether it is there afterwards is the caller's to look at."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    print(f"installing {package} ...", flush=True)
    for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-y", "-q", package]):
        # It warns even when all goes well.
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
