"""Steps before the start (configurations, data folders) and after it (databases, migrations, members)."""

import os
import subprocess
import time
from pathlib import Path

import psycopg
from shared.ops.database_roles import ensure_database
from shared.sites.directory import DOCUMENTS

from gateway.envoy import write as write_gateway
from gateway.settings import GatewaySettings
from runner import environment, postgres, streams
from runner.accounts import Account
from runner.instance import Instance, listen_port
from runner.keys import write_privately
from runner.paths import PYTHON, ROOT, SERVICES
from runner.permissions import redis_users_file
from runner.processes import Process
from runner.setup.contents import fingerprint
from runner.supervisor import configuration

# The gateway refuses requests beyond this, as in a cluster.
GATEWAY_HEAP_BYTES = 2 * 1024**3
# Without ANALYZE the planner would take the first searches for small ones. Only an owner may. A table without rows is
# left out: it would count as empty until autovacuum comes by, and plans made before then would read all of it.
ANALYZE_SEEDED = """
DO $$
DECLARE
    seeded regclass;
BEGIN
    FOR seeded IN
        SELECT oid FROM pg_class
        WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'kit'::regnamespace)
            AND pg_relation_size(oid) > 0
    LOOP
        EXECUTE format('ANALYZE %s', seeded);
    END LOOP;
END $$
"""


class PreparationFailed(Exception):
    """The message names the failed step and its log."""


def postgres_data(instance: Instance, account: Account, files: Path) -> Path:
    data = instance.home.folder_for(account) / "postgres"
    version = postgres.data_version(data)
    if version is None:
        data.mkdir(mode=0o700, exist_ok=True)
        account.give(data)
        postgres.initialise(files, data, instance.keys.database("postgres"), account)
    elif version != "18":
        raise PreparationFailed(f"{data} was made by PostgreSQL {version}, this is 18; move it away to start anew")
    return data


def write_configurations(instance: Instance, processes: list[Process], listen: str) -> None:
    """Write what the processes read; `listen` is the address of the public port, all others are of this machine."""
    run = instance.home.run
    passwords = {user: instance.keys.nats(user) for user in instance.nats_users}
    store = instance.home.data / "nats"
    nats = streams.configuration(
        instance.ports["nats"], instance.ports["nats-monitor"], store, passwords, instance.services
    )
    write_privately(run / "nats.conf", nats)
    redis_passwords = {user: instance.keys.redis(user) for user in instance.redis_users}
    write_privately(run / "users.acl", redis_users_file(redis_passwords, instance.services))
    write_privately(run / "supervisord.conf", configuration(instance, processes, environment.common(instance)))
    host = f"[{listen}]" if ":" in listen else listen
    instance.home.remember("gateway", {"listen": f"{host}:{instance.public_port}"})
    instance.forget_slots()
    instance.home.sites.begin(DOCUMENTS)
    write_gateway_configuration(instance)


def write_gateway_configuration(instance: Instance) -> None:
    """Write Envoy's configuration; a running gateway applies it at once without ending a request."""
    write_gateway(_gateway_settings(instance), instance.home.run / "envoy.json")


def _gateway_settings(instance: Instance) -> GatewaySettings:
    names = ("webapp", "mailbox", "push", "payments", "age", "openid", "translator", "matcher", "networks")
    around = {f"{name}/web": name for name in names}
    running = {
        f"{s.name}/{process}": listen_port(name, instance.running_slot(name))
        for s in instance.services
        for process in s.processes
        for name in [f"{s.name}-{process}"]
    }
    return GatewaySettings(
        public_url=instance.public_url,
        development=True,
        addresses={target: instance.address(port) for target, port in (running | around).items()},
        public_key=instance.keys.token_public(),
        listen=instance.home.recall("gateway")["listen"],
        admin=instance.address("envoy-admin"),
        access_log=instance.home.logs / "access.log",
        heap_bytes=GATEWAY_HEAP_BYTES,
        traces_endpoint=os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"),
        traces_ratio=1,
        limits=instance.limits != "off",
        sites=instance.home.sites.current,
    )


def ensure_databases(instance: Instance) -> None:
    for service in instance.services:
        ensure_database(
            instance.superuser_url, instance.database_url(service.name), instance.database_owner_url(service.name)
        )


def migrate(instance: Instance, data: Path) -> None:
    """Migrate all databases; skipped when these migrations already ran on this data."""
    mark = data / "pairwise-migrated"
    # Beside the migrations, the declarations of privileges that are granted after them.
    files = [
        *SERVICES.glob("**/migrations"),
        *SERVICES.glob("**/storage/tables*"),
        SERVICES / "shared" / "ops" / "migrate.py",
    ]
    content = fingerprint(sorted(files), *(service.name for service in instance.services))
    if mark.exists() and mark.read_text() == content:
        return
    _run(instance, "migrate", "shared.ops.migrate", "all", variables=environment.for_migrations(instance))
    mark.write_text(content)


def seed(instance: Instance, data: Path) -> None:
    """Seed the demo members, once."""
    mark = data / "pairwise-seeded"
    seeded = mark.read_text() if mark.exists() else None
    if instance.members == 0 or seeded == str(instance.members):
        return
    if seeded:
        raise PreparationFailed(f"{data} has {seeded} demo members: omit --members, or set another PAIRWISE_HOME")
    _run(instance, "seed", "demo.seed", "--members", str(instance.members), variables=environment.for_seed(instance))
    for service in instance.services:
        with psycopg.connect(instance.database_owner_url(service.name), autocommit=True) as connection:
            connection.execute(ANALYZE_SEEDED)
    mark.write_text(str(instance.members))


def _run(instance: Instance, name: str, module: str, *arguments: str, variables: dict[str, str]) -> None:
    log = instance.home.logs / f"{name}.log"
    started = time.monotonic()
    with log.open("w") as output:
        command = [str(PYTHON), "-m", module, *arguments]
        code = subprocess.run(
            command, cwd=ROOT, env=environment.common(instance) | variables, stdout=output, stderr=output, check=False
        ).returncode
    if code != 0:
        tail = "\n".join(f"    {line}" for line in log.read_text().splitlines()[-15:])
        raise PreparationFailed(f"{name} failed:\n{tail}\n  Whole log: {log}")
    print(f"{name} ({time.monotonic() - started:.1f} s)", flush=True)


def open_folders(instance: Instance) -> None:
    """PostgreSQL's account passes through our folders without reading them."""
    if os.geteuid() == 0:
        for folder in (instance.home.path, instance.home.data):
            folder.chmod(folder.stat().st_mode | 0o111)
