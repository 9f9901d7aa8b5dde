"""The processes of an instance, as supervisord runs them."""

from dataclasses import dataclass, field
from pathlib import Path

from shared.registry import JOINED

from runner import environment, paths, postgres
from runner.accounts import Account
from runner.backing_services import redis_command
from runner.instance import SLOTS, WEBAPP_HEALTH, Instance, health_port
from runner.permissions import PROVISIONER, RESPONDER, RESPONDER_CONSUMES

# Groups of supervisord. In NEXT every process of a service has its other slot, empty until a rolling restart.
BACKING_SERVICES, PRODUCT, NEXT = "backing-services", "product", "next"


@dataclass(frozen=True)
class Process:
    """One program: its command, environment, and readiness URL."""

    name: str
    group: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict, repr=False)
    ready_urls: tuple[str, ...] = ()
    user: str | None = None
    stop_signal: str = "TERM"

    @property
    def address(self) -> str:
        """Its name for supervisord."""
        return f"{self.group}:{self.name}"


def backing_services(
    instance: Instance, account: Account, files: Path, data: Path, *, durable: bool = True
) -> list[Process]:
    """PostgreSQL, NATS and Redis. Without `durable` PostgreSQL survives kills, but no crash of the machine."""
    nats = [str(paths.nats_server()), "--config", str(instance.home.run / "nats.conf")]
    redis_folder = instance.home.data / "redis"
    redis_folder.mkdir(exist_ok=True)
    return [
        Process(
            "postgres",
            BACKING_SERVICES,
            postgres.command(files, data, instance.ports["postgres"], {} if durable else postgres.WITHOUT_SYNC),
            user=account.name,
            # "Fast": open transactions are rolled back, instead of waited for.
            stop_signal="INT",
        ),
        Process("nats", BACKING_SERVICES, nats, ready_urls=(f"http://{instance.address('nats-monitor')}/healthz",)),
        Process(
            "redis",
            BACKING_SERVICES,
            redis_command(instance.ports["redis"], redis_folder, instance.home.run / "users.acl"),
        ),
    ]


def product(instance: Instance) -> list[Process]:
    """The gateway, every process of every service, the web app, the stand-ins and the watchdog of NATS."""
    services = _services(instance, PRODUCT, SLOTS[0])
    return [_provisioner(instance), *services, *_around(instance), _envoy(instance), _watchdog(instance)]


def successors(instance: Instance) -> list[Process]:
    """Every process of every service in its other slot, started to replace the running one."""
    return _services(instance, NEXT, SLOTS[1])


def slot_of(process: Process) -> str:
    """The slot that a process of a service runs in."""
    return SLOTS[1] if process.group == NEXT else SLOTS[0]


def _services(instance: Instance, group: str, slot: str) -> list[Process]:
    return [
        Process(
            f"{service.name}-{process}",
            group,
            [str(paths.PYTHON), "-m", "shared.kit.run", service.name, process],
            environment.for_process(instance, service, process, slot),
            _ready(instance, *(health_port(f"{service.name}-{part}", slot) for part in process.split(JOINED))),
        )
        for service in instance.services
        for process in service.local_processes
    ]


def _around(instance: Instance) -> list[Process]:
    commands = {
        "webapp": ["node", str(paths.WEBAPP / "server.mjs")],
        "mailbox": [str(paths.PYTHON), "-m", "standins.mailbox"],
        "push": [str(paths.PYTHON), "-m", "standins.push"],
        "payments": [str(paths.PYTHON), "-m", "standins.payments"],
        "age": [str(paths.PYTHON), "-m", "standins.age"],
        "openid": [str(paths.PYTHON), "-m", "standins.openid"],
        "translator": [str(paths.PYTHON), "-m", "standins.translator"],
        "matcher": [str(paths.PYTHON), "-m", "standins.matcher"],
        "networks": [str(paths.PYTHON), "-m", "standins.networks"],
        "responder": [str(paths.PYTHON), "-m", "demo.responder"],
    }
    ready_at = {"webapp": WEBAPP_HEALTH}
    return [
        Process(
            name, PRODUCT, command, environment.for_stand_in(instance, name), _ready(instance, ready_at.get(name, name))
        )
        for name, command in commands.items()
    ]


def _envoy(instance: Instance) -> Process:
    command = [str(paths.envoy()), "-c", str(instance.home.run / "envoy.json")]
    options = ["--disable-hot-restart", "--concurrency", "2", "--log-level", "warning"]
    return Process("envoy", PRODUCT, command + options, ready_urls=(f"http://{instance.address('envoy-admin')}/ready",))


def _provisioner(instance: Instance) -> Process:
    """Creates the streams and consumers of NATS, also after NATS has lost its store."""
    command = [str(paths.PYTHON), "-m", "shared.ops.provisioner", "--also", f"{RESPONDER}={RESPONDER_CONSUMES}"]
    services = [name for service in instance.services for name in ("--service", service.name)]
    variables = environment.for_provisioner(instance)
    return Process(PROVISIONER, PRODUCT, command + services, variables, _ready(instance, PROVISIONER))


def _watchdog(instance: Instance) -> Process:
    """Restarts NATS when it has lost its store and does not notice."""
    return Process("watchdog", PRODUCT, [str(paths.PYTHON), "-m", "runner.watchdog", str(instance.home.path)])


def name_of(instance: Instance, part: str) -> str:
    """The name of the process that a process of a service, such as `likes-worker`, runs in; other names stay."""
    return next(
        (
            service.local_name(process)
            for service in instance.services
            for process in service.processes
            if part == f"{service.name}-{process}"
        ),
        part,
    )


def parts_of(name: str) -> list[str]:
    """`likes-web` and `likes-worker` for `likes-web+worker`."""
    service, _, joined = name.partition("-")
    return [f"{service}-{process}" for process in joined.split(JOINED)]


def _ready(instance: Instance, *ports: str) -> tuple[str, ...]:
    return tuple(f"http://{instance.address(port)}/health/ready" for port in ports)
