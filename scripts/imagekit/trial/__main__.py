"""`scripts/images try`: services, gateway and web app from their images, and one member who signs up."""

import argparse
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import yaml
from capacity.fleet import rendered
from runner import cluster_keys, cluster_users
from runner.backing_services import nats, postgres, redis
from runner.paths import ROOT
from runner.permissions import nats_users, redis_rules
from shared.kit.database_roles import OWNER_SUFFIX, ensure_database
from shared.kit.registry import services

from imagekit import buildah
from imagekit.trial.container import Running, start
from imagekit.trial.memory import Groups, groups
from imagekit.trial.network import Network, network
from imagekit.trial.pods import Cluster, Container, Pod
from imagekit.trial.uploads import many_uploads
from imagekit.trial.visit import VisitFailed, visit

RELEASE = "pairwise"
PASSWORD = "trial"  # noqa: S105 - of servers that live for one run
VALUES = ROOT / "k8s" / "development" / "values.yaml"
TRIED = ("identity", "profiles", "chat")
READY_SECONDS, MIGRATED_SECONDS = 240, 300
MIB = 2**20


class Failure(Exception):
    """What a process did wrong, with the end of its log."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/images try")
    parser.add_argument("--uploads", action="store_true")
    parser.add_argument("services", nargs="*")
    given = parser.parse_args(arguments)
    tried = [service for service in services() if service.name in (given.services or TRIED)]
    names = ["provisioner", *(f"{each.name}-{process}" for each in tried for process in each.processes), "gateway"]
    if _has_image(f"{RELEASE}/webapp"):
        names.append("webapp")
    # On SIGTERM it still removes its network.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pairwise-trial-")))
        folder.chmod(0o755)
        (folder / "keys").mkdir(mode=0o700)
        machine = stack.enter_context(_machine(folder))
        machine.migrate()
        for name in names:
            machine.start(name)
        try:
            for name in names:
                print(f"ready   {name}, after {machine.ready(name):.0f} s", flush=True)
            visit(machine.address("gateway"), has_webapp="webapp" in names)
            print("visited", flush=True)
            try:
                if given.uploads:
                    many_uploads(machine.address("gateway"))
            finally:
                machine.look_at_memory()
            for name, code in machine.stop().items():
                print(f"stopped {name}: {code}", flush=True)
                if code:
                    raise Failure(machine.log(name))
        except (Failure, VisitFailed, httpx.HTTPError) as error:
            print(error, file=sys.stderr)
            machine.stop()
            for name in names:
                print(f"== {name}\n{machine.log(name)}", file=sys.stderr)
            return 1
    return 0


class Machine:
    """A node that runs pods of a cluster."""

    def __init__(self, cluster: Cluster, net: Network, folder: Path, stack: ExitStack, memory: Groups) -> None:
        self._cluster, self._net, self._folder, self._stack, self._memory = cluster, net, folder, stack, memory
        self._files: dict[str, Path] = {}
        self._namespaces: dict[str, str] = {}
        self._running: dict[str, Running] = {}
        self._ended: dict[str, Running] = {}
        for service in services():
            for process in service.processes:
                self._join(f"{service.name}-{process}")
        for name in ("gateway", "webapp", "provisioner", "migrations"):
            self._join(name)

    def _join(self, name: str) -> None:
        self._namespaces[name] = self._net.join(f"{RELEASE}-{name}")

    def migrate(self) -> None:
        begun = time.monotonic()
        pod = self._cluster.pod("Job", f"{RELEASE}-migrations")
        done = self._run(pod.main, "migrations")
        if done.wait(MIGRATED_SECONDS):
            raise Failure(done.log.read_text()[-3000:])
        print(f"migrated, after {time.monotonic() - begun:.0f} s", flush=True)

    def start(self, name: str) -> None:
        pod: Pod = self._cluster.pod("Deployment", f"{RELEASE}-{name}")
        for container in pod.before:
            done = self._run(container, name)
            if done.wait(READY_SECONDS):
                raise Failure(done.log.read_text()[-3000:])
        self._running[name] = self._run(pod.main, name)

    def _run(self, container: Container, name: str) -> Running:
        memory = self._memory.make(container.name, container.memory)
        image = self._image(container.image)
        return start(container, image, self._namespaces[name], self._net.hosts(), self._folder, memory)

    def _image(self, image: str) -> Path:
        if image not in self._files:
            self._files[image] = self._stack.enter_context(buildah.mounted(image))
        return self._files[image]

    def address(self, name: str) -> str:
        return self._net.addresses[f"{RELEASE}-{name}"]

    def ready(self, name: str) -> float:
        """Wait for its probes. Returns the seconds. Raises Failure."""
        begun = time.monotonic()
        while time.monotonic() < begun + READY_SECONDS:
            if self._running[name].process.poll() is not None:
                raise Failure(f"{name} ended")
            try:
                probes = [httpx.get(f"http://{self.address(name)}:8081/health/{each}") for each in ("live", "ready")]
            except httpx.HTTPError:
                probes = []
            if probes and all(probe.status_code == 200 for probe in probes):
                return time.monotonic() - begun
            time.sleep(0.5)
        raise Failure(f"{name} is not ready")

    def look_at_memory(self) -> None:
        """Print the most that each has had. Raises Failure for one that had no more, or that ended."""
        for name, running in self._running.items():
            memory = running.memory
            print(f"memory  {name}: {memory.peak() / MIB:.0f} of {memory.most / MIB:.0f} MiB at most", flush=True)
            if memory.kills() or running.process.poll() is not None:
                raise Failure(f"{name} ended, {memory.kills()} times for want of memory")

    def stop(self) -> dict[str, int]:
        """Exit codes by name, in the order of a request: first what takes them."""
        running, self._running = self._running, {}
        self._ended |= running
        return {name: running[name].stop() for name in reversed(running)}

    def log(self, name: str) -> str:
        known = self._ended | self._running
        return known[name].log.read_text()[-3000:] if name in known else ""


@contextmanager
def _machine(folder: Path) -> Iterator[Machine]:
    with ExitStack() as stack:
        database = urlsplit(stack.enter_context(postgres()))
        queue = stack.enter_context(nats(dict.fromkeys(nats_users(services()), PASSWORD)))
        cache = urlsplit(stack.enter_context(redis(dict.fromkeys(redis_rules(services()), PASSWORD))))
        ports = {
            "postgres": (5432, database.port or 0),
            "nats": (4222, urlsplit(queue.url).port or 0),
            "redis": (6379, cache.port or 0),
        }
        made = [*_databases(database.geturl()), *cluster_keys.objects(RELEASE, _GIVEN, folder / "keys")]
        made += cluster_users.objects(lambda *_: PASSWORD, "nats:4222", "redis:6379")
        made += [_secret("senders", {"smtp-url": "smtp://nowhere:25", "sms-url": "https://nowhere.example"})]
        values = yaml.safe_load(VALUES.read_text())
        # Members have networks of their own, by X-Forwarded-For: limits count by them.
        values["gateway"]["trustedHops"] = 1
        objects = [*rendered(values), *made]
        with groups() as memory, network(ports) as net:
            yield Machine(Cluster(iter(objects)), net, folder, stack, memory)


_GIVEN = {"payments": "test_of_the_images"}


def _databases(admin: str) -> Iterator[dict[str, Any]]:
    """Make every service's database; the Secrets name it as pods find it."""
    server = urlsplit(admin)
    secrets_of: dict[str, dict[str, str]] = {"databases": {}, "database-owners": {}}
    for service in services():
        word = secrets.token_hex(8)
        urls = [f"postgresql://{service.name}{end}:{word}@{{}}/{service.name}" for end in ("", OWNER_SUFFIX)]
        ensure_database(admin, *(url.format(f"127.0.0.1:{server.port}") for url in urls))
        for entries, url in zip(secrets_of.values(), urls, strict=True):
            entries[service.name] = url.format("postgres:5432")
    yield from (_secret(name, entries) for name, entries in secrets_of.items())


def _secret(name: str, entries: dict[str, str]) -> dict[str, Any]:
    return {"kind": "Secret", "metadata": {"name": f"{RELEASE}-{name}"}, "stringData": entries}


def _has_image(name: str) -> bool:
    return bool(buildah.ask("images", "--quiet", "--filter", f"reference={name}"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
