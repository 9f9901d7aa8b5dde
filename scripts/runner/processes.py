"""Everything that runs, as a list."""

from dataclasses import dataclass, field
from pathlib import Path

from runner import environment, places, postgres
from runner.accounts import Account
from runner.copy import PLACES, WEBAPP_HEALTH, Copy, health_port
from runner.parts import redis_command

# Groups of supervisord. In NEXT every process of a service has its other place, empty until a rolling restart.
PARTS, PRODUCT, NEXT = "parts", "product", "next"


@dataclass(frozen=True)
class Process:
    """One program: how it starts, and where it says that it is ready."""

    name: str
    group: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict, repr=False)
    ready_url: str | None = None
    user: str | None = None
    stop_signal: str = "TERM"

    @property
    def address(self) -> str:
        """How supervisord calls it."""
        return f"{self.group}:{self.name}"


def parts(copy: Copy, account: Account, files: Path, data: Path) -> list[Process]:
    """The servers that everything else needs."""
    nats = [str(places.nats_server()), "--config", str(copy.home.run / "nats.conf")]
    redis_folder = copy.home.data / "redis"
    redis_folder.mkdir(exist_ok=True)
    return [
        Process(
            "postgres",
            PARTS,
            postgres.command(files, data, copy.ports["postgres"]),
            user=account.name,
            # "Fast": open transactions are rolled back, instead of waited for.
            stop_signal="INT",
        ),
        Process("nats", PARTS, nats, ready_url=f"http://{copy.address('nats-monitor')}/healthz"),
        Process("redis", PARTS, redis_command(copy.ports["redis"], redis_folder, copy.home.run / "users.acl")),
    ]


def product(copy: Copy) -> list[Process]:
    """The gateway, every process of every service, the web app and the stand-ins."""
    return [*_services(copy, PRODUCT, PLACES[0]), *_around(copy), _envoy(copy), _guard(copy)]


def successors(copy: Copy) -> list[Process]:
    """Every process of every service once more, to be started when the one that runs shall be replaced."""
    return _services(copy, NEXT, PLACES[1])


def _services(copy: Copy, group: str, place: str) -> list[Process]:
    return [
        Process(
            f"{service.name}-{process}",
            group,
            [str(places.PYTHON), "-m", "servicekit.run", service.name, process],
            environment.for_process(copy, service, process, place),
            _ready(copy, health_port(f"{service.name}-{process}", place)),
        )
        for service in copy.services
        for process in service.processes
    ]


def _around(copy: Copy) -> list[Process]:
    commands = {
        "webapp": ["node", str(places.WEBAPP / "server.mjs")],
        "mailbox": [str(places.PYTHON), "-m", "standins.mailbox"],
        "push": [str(places.PYTHON), "-m", "standins.push"],
        "payments": [str(places.PYTHON), "-m", "standins.payments"],
        "responder": [str(places.PYTHON), "-m", "demo.responder"],
    }
    ready_at = {"webapp": WEBAPP_HEALTH}
    return [
        Process(name, PRODUCT, command, environment.for_stand_in(copy, name), _ready(copy, ready_at.get(name, name)))
        for name, command in commands.items()
    ]


def _envoy(copy: Copy) -> Process:
    command = [str(places.envoy()), "-c", str(copy.home.run / "envoy.json")]
    options = ["--disable-hot-restart", "--concurrency", "2", "--log-level", "warning"]
    return Process("envoy", PRODUCT, command + options, ready_url=f"http://{copy.address('envoy-admin')}/ready")


def _guard(copy: Copy) -> Process:
    """Restarts NATS when it has lost its store and does not notice."""
    return Process("guard", PRODUCT, [str(places.PYTHON), "-m", "runner.guard", str(copy.home.path)])


def _ready(copy: Copy, port: str) -> str:
    return f"http://{copy.address(port)}/health/ready"
