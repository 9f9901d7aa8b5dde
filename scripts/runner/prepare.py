"""Before anything starts: configurations written, data folders made. Afterwards: databases, migrations, members."""

import os
import subprocess
import time
from pathlib import Path

import psycopg
from servicekit.database_roles import ensure_database

from gateway.envoy import write as write_gateway
from gateway.settings import GatewaySettings
from runner import environment, postgres, streams
from runner.accounts import Account
from runner.copy import Copy
from runner.keys import write_privately
from runner.permissions import redis_users_file
from runner.places import PYTHON, ROOT, SERVICES
from runner.ports import is_free
from runner.processes import Process
from runner.setup.contents import fingerprint
from runner.supervisor import configuration


class PreparationFailed(Exception):
    """Says what failed and where its log is."""


def postgres_data(copy: Copy, account: Account, files: Path) -> Path:
    data = copy.home.place_for(account) / "postgres"
    version = postgres.data_version(data)
    if version is None:
        data.mkdir(mode=0o700, exist_ok=True)
        account.give(data)
        postgres.initialise(files, data, copy.keys.database("postgres"), account)
    elif version != "18":
        raise PreparationFailed(f"{data} was made by PostgreSQL {version}, this is 18; move it away to start anew")
    return data


def write_configurations(copy: Copy, processes: list[Process]) -> None:
    run = copy.home.run
    passwords = {user: copy.keys.nats(user) for user in copy.nats_users}
    store = copy.home.data / "nats"
    nats = streams.configuration(copy.ports["nats"], copy.ports["nats-monitor"], store, passwords, copy.services)
    write_privately(run / "nats.conf", nats)
    redis_passwords = {user: copy.keys.redis(user) for user in copy.redis_users}
    write_privately(run / "users.acl", redis_users_file(redis_passwords, copy.services))
    write_privately(run / "supervisord.conf", configuration(copy, processes, environment.common(copy)))
    # While the gateway runs nobody can find out any more which of the two it could take.
    host = "[::]" if is_free(copy.public_port, "::") else "0.0.0.0"  # noqa: S104 - this is the public port
    copy.home.remember("gateway", {"listen": f"{host}:{copy.public_port}"})
    write_gateway_configuration(copy)


def write_gateway_configuration(copy: Copy) -> None:
    """Written while the gateway runs, it takes effect at once and ends no request."""
    write_gateway(_gateway_settings(copy), copy.home.run / "envoy.json")


def _gateway_settings(copy: Copy) -> GatewaySettings:
    around = {name: f"{name}/web" for name in ("webapp", "mailbox", "push", "payments")}
    targets = {f"{s.name}-{process}": f"{s.name}/{process}" for s in copy.services for process in s.processes} | around
    return GatewaySettings(
        public_url=copy.public_url,
        development=True,
        addresses={target: copy.address(name) for name, target in targets.items()},
        public_key=copy.keys.token_public(),
        listen=copy.home.recall("gateway")["listen"],
        admin=copy.address("envoy-admin"),
        access_log=copy.home.logs / "access.log",
    )


def ensure_databases(copy: Copy) -> None:
    for service in copy.services:
        ensure_database(copy.superuser_url, copy.database_url(service.name), copy.database_owner_url(service.name))


def migrate(copy: Copy, data: Path) -> None:
    """Skipped when these very migrations went through these very data."""
    mark = data / "pairwise-migrated"
    # Beside the migrations, what says which privileges are granted after them.
    files = [
        *SERVICES.glob("*/migrations"),
        *SERVICES.glob("*/storage/tables*"),
        SERVICES / "servicekit" / "migrate.py",
    ]
    content = fingerprint(sorted(files), *(service.name for service in copy.services))
    if mark.exists() and mark.read_text() == content:
        return
    _run(copy, "migrate", "servicekit.migrate", "all", variables=environment.for_migrations(copy))
    mark.write_text(content)


def seed(copy: Copy, data: Path) -> None:
    """The demo members, once for each number of them."""
    mark = data / "pairwise-seeded"
    if copy.members == 0 or (mark.exists() and mark.read_text() == str(copy.members)):
        return
    _run(copy, "seed", "demo.seed", "--members", str(copy.members), variables=environment.for_seed(copy))
    for service in copy.services:
        # Without it the planner would take the first searches for small ones. Only an owner may.
        with psycopg.connect(copy.database_owner_url(service.name), autocommit=True) as connection:
            connection.execute("ANALYZE")
    mark.write_text(str(copy.members))


def _run(copy: Copy, name: str, module: str, *arguments: str, variables: dict[str, str]) -> None:
    log = copy.home.logs / f"{name}.log"
    started = time.monotonic()
    with log.open("w") as output:
        command = [str(PYTHON), "-m", module, *arguments]
        code = subprocess.run(
            command, cwd=ROOT, env=environment.common(copy) | variables, stdout=output, stderr=output, check=False
        ).returncode
    if code != 0:
        tail = "\n".join(f"    {line}" for line in log.read_text().splitlines()[-15:])
        raise PreparationFailed(f"{name} failed:\n{tail}\n  Whole log: {log}")
    print(f"{name} ({time.monotonic() - started:.1f} s)", flush=True)


def open_folders(copy: Copy) -> None:
    """PostgreSQL's account passes through our folders without reading them."""
    if os.geteuid() == 0:
        for folder in (copy.home.path, copy.home.data):
            folder.chmod(folder.stat().st_mode | 0o111)
