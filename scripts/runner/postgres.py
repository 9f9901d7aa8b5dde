"""PostgreSQL: how its data are made, how it starts, and a database of its own for every service."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import psycopg

from runner import paths
from runner.accounts import Account

# Small, to share a laptop; durable, because Postgres is the source of truth.
SETTINGS = {
    "shared_buffers": "128MB",
    # Each process with its whole pool, 19 of them with eight, and what `scripts/chaos --workers 3` starts besides.
    "max_connections": "300",
    "work_mem": "8MB",
    "maintenance_work_mem": "64MB",
    "effective_cache_size": "512MB",
    "max_wal_size": "512MB",
    # After a crash no more than the last minute's writes are gone through again.
    "checkpoint_timeout": "1min",
    "checkpoint_completion_target": "0.9",
    "random_page_cost": "1.1",
    "wal_compression": "on",
    "password_encryption": "scram-sha-256",
    "listen_addresses": "127.0.0.1",
    # Everyone comes over TCP; a socket's path may be too long for the system.
    "unix_socket_directories": "",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
    "log_line_prefix": "%m [%p] %q%u@%d ",
    "log_checkpoints": "off",
    # Errors quote rows, values and statements: services log their codes, and the server logs its own messages only.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    # Before that it makes sure that all its files are on the disk: one call, or thousands that take some seconds.
    **({"recovery_init_sync_method": "syncfs"} if sys.platform == "linux" else {}),
}
# What was committed is in the kernel's cache, so that a killed server finds it again.
WITHOUT_SYNC = {"fsync": "off", "full_page_writes": "off"}
WITHOUT_DURABILITY = WITHOUT_SYNC | {"synchronous_commit": "off"}
# For tests, which open thousands of connections: one round of hashing instead of 4,096 for each of them.
CHEAP_PASSWORDS = {"scram_iterations": "1"}


def initialise(
    files: Path, data: Path, password: str, account: Account, settings: Mapping[str, str] | None = None
) -> None:
    """Make an empty cluster with checksums, in a locale that no system update can change."""
    with tempfile.NamedTemporaryFile("w") as password_file:
        password_file.write(password)
        password_file.flush()
        account.give(Path(password_file.name))
        command = [
            files / "bin" / "initdb",
            f"--pgdata={data}",
            "--username=postgres",
            f"--pwfile={password_file.name}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--data-checksums",
            "--no-instructions",
            *(f"--set={name}={value}" for name, value in (settings or {}).items()),
        ]
        made = subprocess.run(
            [str(word) for word in command], cwd="/", capture_output=True, text=True, check=False, **account.as_user()
        )
    if made.returncode != 0:
        shutil.rmtree(data, ignore_errors=True)
        raise RuntimeError(f"initdb failed:\n{made.stdout}{made.stderr}")


def command(files: Path, data: Path, port: int, settings: dict[str, str] | None = None) -> list[str]:
    chosen = SETTINGS | {"port": str(port)} | (settings or {})
    options = [word for name, value in chosen.items() for word in ("-c", f"{name}={value}")]
    return [str(files / "bin" / "postgres"), "-D", str(data), *options]


def address(name: str, password: str, port: int, database: str | None = None) -> str:
    return f"postgresql://{name}:{password}@127.0.0.1:{port}/{database or name}"


def answers(address_: str) -> bool:
    try:
        psycopg.connect(address_, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def data_version(data: Path) -> str | None:
    """The major version the data were made with; None when there are none."""
    try:
        return (data / "PG_VERSION").read_text().strip()
    except FileNotFoundError:
        return None


def files_for(account: Account, copies: Path) -> Path:
    """PostgreSQL's files where the account can read them: as installed, or a copy."""
    installed = paths.postgres_files()
    if account.can_reach(installed / "bin" / "postgres"):
        return installed
    copy = copies / "postgres-files"
    if not (copy / "bin" / "postgres").exists():
        fresh = copies / "postgres-files.new"
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.copytree(installed, fresh, symlinks=True)
        fresh.rename(copy)
    return copy
