"""One instance of the product on this machine: its home, ports and secrets."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from shared.ops.database_roles import OWNER_SUFFIX
from shared.registry import Service
from shared.registry import services as all_services

from runner import ports as port_search
from runner import postgres, streams
from runner.home import Home
from runner.keys import Keys
from runner.permissions import PROVISIONER, nats_users, redis_rules

# Where a process of a service can run. The next one takes the other slot and is ready before the first leaves.
SLOTS = ["one", "two"]
RUNNING = "running-slots"
STAND_INS = ["webapp", "mailbox", "push", "payments", "age", "openid", "translator", "matcher", "networks", "responder"]
# Processes that the gateway sends requests to.
BEHIND_GATEWAY = ("-web", "-live")
WEBAPP_HEALTH = "webapp-health"
MAILBOX_SMTP = "mailbox-smtp"


@dataclass(frozen=True)
class Instance:
    home: Home
    services: Sequence[Service]
    public_port: int
    members: int
    ports: dict[str, int]
    keys: Keys = field(repr=False)

    @classmethod
    def at(cls, home: Home, services: Sequence[Service], public_port: int, members: int) -> "Instance":
        """The instance in this home, on the ports it had before as far as they are free."""
        ports = port_search.assign(_port_names(services), home.recall("ports", {}), public_port)
        home.remember("ports", ports)
        home.remember("public", {"port": public_port})
        home.remember("limits", os.environ.get("PAIRWISE_LIMITS", "on"))
        return cls(home, services, public_port, members, ports, Keys(home.secrets))

    @classmethod
    def started_from(cls, home: Home) -> "Instance":
        """The instance that was last started from this home, on its ports."""
        port, members = home.recall("public")["port"], home.recall("members", 0)
        return cls(home, all_services(), port, members, home.recall("ports"), Keys(home.secrets))

    @property
    def limits(self) -> str:
        """PAIRWISE_LIMITS of its start: a command in another shell, such as a restart, keeps it."""
        return str(self.home.recall("limits", "on"))

    @property
    def public_url(self) -> str:
        return f"http://localhost:{self.public_port}"

    @property
    def gateway(self) -> str:
        """The public address, from this machine."""
        return f"127.0.0.1:{self.public_port}"

    def address(self, name: str) -> str:
        return f"127.0.0.1:{self.ports[name]}"

    def database_url(self, service: str) -> str:
        return postgres.address(service, self.keys.database(service), self.ports["postgres"])

    def database_owner_url(self, service: str) -> str:
        """Address with the role that owns the tables: for migrations and ANALYZE."""
        owner, password = f"{service}{OWNER_SUFFIX}", self.keys.database_owner(service)
        return postgres.address(owner, password, self.ports["postgres"], database=service)

    @property
    def superuser_url(self) -> str:
        return postgres.address("postgres", self.keys.database("postgres"), self.ports["postgres"])

    def nats_url(self, user: str) -> str:
        return streams.address(user, self.keys.nats(user), self.ports["nats"])

    def redis_url(self, user: str) -> str:
        return f"redis://{user}:{self.keys.redis(user)}@{self.address('redis')}/0"

    @property
    def redis_users(self) -> list[str]:
        return list(redis_rules(self.services))

    @property
    def nats_users(self) -> list[str]:
        return list(nats_users(self.services))

    def running_slot(self, process: str) -> str:
        return str(self.home.recall(RUNNING, {}).get(process, SLOTS[0]))

    def remember_slot(self, process: str, slot: str) -> None:
        self.home.remember(RUNNING, {**self.home.recall(RUNNING, {}), process: slot})

    def forget_slots(self) -> None:
        """Every process starts in its first slot."""
        self.home.remember(RUNNING, {})

    @property
    def media(self) -> Path:
        return self.home.data / "media"


def _port_names(services: Sequence[Service]) -> list[str]:
    names = [
        "supervisor",
        "postgres",
        "nats",
        "nats-monitor",
        "redis",
        "envoy-admin",
        PROVISIONER,
        *STAND_INS,
        MAILBOX_SMTP,
        WEBAPP_HEALTH,
    ]
    for service in services:
        for process in service.processes:
            name = f"{service.name}-{process}"
            names += dict.fromkeys(listen_port(name, slot) for slot in SLOTS)
            names += [health_port(name, slot) for slot in SLOTS]
    return names


def listen_port(process: str, slot: str) -> str:
    """Name of the port that a process serves on.

    Behind the gateway each slot has its own, as each pod has its own address; the gateway has that of the running one.
    Services call each other at one address, which the gRPC servers of both slots share (SO_REUSEPORT).
    """
    return f"{process}-listen-{slot}" if process.endswith(BEHIND_GATEWAY) else process


def health_port(process: str, slot: str) -> str:
    """Name of the port of its health checks: each slot has one, as each pod has its own address."""
    return f"{process}-{slot}"
