"""promtool, which checks and tests the rules of Prometheus, for the tests of the chart."""

import os
import shutil
import subprocess

from runner.paths import ROOT

HINT = (
    "Tests of alerts need promtool. Install it (Debian: `sudo apt-get install prometheus`) or set PROMTOOL to its path."
)
KEPT = ROOT / ".build" / "promtool"


def promtool() -> str | None:
    """Its path: PROMTOOL when set, else the one that is installed or that `ensure` unpacked."""
    if chosen := os.environ.get("PROMTOOL"):
        return chosen if os.access(chosen, os.X_OK) else None
    return shutil.which("promtool", path=os.pathsep.join([os.environ.get("PATH", ""), str(KEPT / "usr/bin")]))


def ensure() -> str | None:
    """Unpack Debian's package below `.build`, without installing its service; None where that is not possible."""
    if (path := promtool()) or not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return path
    KEPT.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "download", "-q", "prometheus"], cwd=KEPT, capture_output=True, check=False)
    for package in KEPT.glob("prometheus_*.deb"):
        unpacked = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", KEPT, "./usr/bin/promtool"], input=unpacked, check=True)
        package.unlink()
    return promtool()
