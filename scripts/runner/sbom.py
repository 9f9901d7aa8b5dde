"""Write an SBOM (CycloneDX) of each lock into a folder, or look the locks up in the databases of known vulnerabilities.

Both need the network: the tools are fetched at the versions below and are no part of the product.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from runner.paths import ROOT

CYCLONEDX = ("--from", "cyclonedx-bom==7.3.0", "cyclonedx-py")
AUDIT = ("pip-audit@2.10.0",)
IN_IMAGES = ("services", "gateway", "standins", "classifier")
UVX = ROOT / ".venv" / "bin" / "uvx"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("folder", type=Path, nargs="?", help="folder for the SBOMs")
    wanted.add_argument("--scan", action="store_true", help="exit with 1 if OSV or npm knows a vulnerability of a lock")
    given = parser.parse_args()
    return scan() if given.scan else write(given.folder)


def scan() -> int:
    # The lock of Node's wheel is a binary that its images do not contain.
    locks = [lock for lock in sorted((ROOT / "requirements").glob("*.lock")) if lock.stem != "node"]
    osv = ("--no-deps", "--disable-pip", "--vulnerability-service", "osv", "--requirement")
    codes = [subprocess.run([UVX, *AUDIT, *osv, lock], check=False).returncode for lock in locks]
    npm = subprocess.run(["npm", "audit", "--prefix", ROOT / "webapp", "--package-lock-only"], check=False)
    return int(any((*codes, npm.returncode)))


def write(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for name in IN_IMAGES:
        target = folder / f"{name}.cdx.json"
        lock = ROOT / "requirements" / f"{name}.lock"
        subprocess.run(
            [UVX, *CYCLONEDX, "requirements", "--output-reproducible", "--output-file", target, lock], check=True
        )
    words = ["npm", "sbom", "--package-lock-only", "--sbom-format", "cyclonedx"]
    made = subprocess.run(words, cwd=ROOT / "webapp", check=True, capture_output=True, text=True)
    (folder / "webapp.cdx.json").write_text(made.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
