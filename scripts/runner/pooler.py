"""PgBouncer in transaction mode, for tests and for trying an instance behind one.

`with pooler(address) as through: ...`, where `through(url)` is the address of the same database and role by the pooler.
"""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

from runner import accounts
from runner.ports import free_port
from runner.testing.programs import find

START_SECONDS = 15
PROGRAM = "pgbouncer"
CONFIGURATION = """
[databases]
* = host={host} port={port} auth_user=postgres

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {own_port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {folder}/users
auth_query = SELECT rolname, rolpassword FROM pg_authid WHERE rolname = $1
pool_mode = transaction
default_pool_size = {pool_size}
max_client_conn = 1000
# Its own default hands a broken session to the next client; nothing of ours needs a session to be reset.
server_reset_query_always = 0
logfile =
"""


def is_installed() -> bool:
    return find(PROGRAM) is not None


@contextmanager
def pooler(superuser: str, *, pool_size: int = 4) -> Iterator[Callable[[str], str]]:
    """Run one in front of a server whose superuser is `postgres`, with so many sessions a database and role."""
    at = conninfo_to_dict(superuser)
    account = accounts.for_postgres()
    folder = Path(tempfile.mkdtemp(prefix="pairwise-pooler-"))
    port = free_port()
    (folder / "users").write_text(f'"postgres" "{at["password"]}"\n')
    written = CONFIGURATION.format(host=at["host"], port=at["port"], own_port=port, folder=folder, pool_size=pool_size)
    (folder / "pgbouncer.ini").write_text(written)
    for path in (folder, *folder.iterdir()):
        account.give(path)
    log = (folder / "log").open("wb")
    process = subprocess.Popen(
        [str(find(PROGRAM)), str(folder / "pgbouncer.ini")],
        cwd="/",
        stdout=log,
        stderr=log,
        **account.as_user(),
    )

    def through(url: str) -> str:
        direct = conninfo_to_dict(url)
        return f"postgresql://{direct['user']}:{direct['password']}@127.0.0.1:{port}/{direct['dbname']}"

    try:
        _wait_until_it_answers(through(superuser), process, folder / "log")
        yield through
    finally:
        process.terminate()
        process.wait(10)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_until_it_answers(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"pgbouncer did not start:\n{log.read_text()[-2000:]}") from None
            time.sleep(0.05)
        else:
            return
