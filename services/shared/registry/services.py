"""The registry of services with their environment (services/registry.yaml), and their secrets (services/keys.yaml)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from shared.registry.yaml_file import read_yaml

# Between the names of processes that run as one.
JOINED = "+"
REGISTRY = Path(__file__).resolve().parents[2] / "registry.yaml"
SECRETS = REGISTRY.with_name("keys.yaml")


@dataclass(frozen=True)
class Setting:
    """An environment variable of a service; the head of services/registry.yaml explains the fields."""

    name: str
    laptop: str | None = None
    cluster: str | None = None
    secret: str | None = None
    entry: str | None = None
    stand_in: str | None = None
    file: str | None = None
    processes: tuple[str, ...] = ()
    asking: bool = False
    when: str | None = None

    @property
    def laptop_names(self) -> set[str]:
        """The names in braces that `laptop` refers to."""
        return {name for _, name, _, _ in Formatter().parse(self.laptop or "") if name}

    @property
    def is_set_in_cluster(self) -> bool:
        """Whether the chart sets it: to a value, from a Secret, or to the path of a mounted file."""
        return any(source is not None for source in (self.cluster, self.secret, self.file))

    def value(self, facts: Mapping[str, Callable[[], object]]) -> str:
        """The value in a local instance. `facts` has a function for each name; only those that are named are called."""
        if self.laptop is None:
            raise ValueError(f"{self.name} has no value in a local instance")
        return self.laptop.format_map({name: facts[name]() for name in self.laptop_names})


@dataclass(frozen=True)
class Service:
    name: str
    processes: tuple[str, ...]
    asks: Mapping[str, tuple[str, ...]]  # service: its methods that this one may call, "WalletService.Charge"
    consumes: Mapping[str, tuple[str, ...]]  # service: its events that this one consumes, "MessageSent"
    environment: tuple[Setting, ...] = ()  # with that of every service
    reaches: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # process: outside parties it connects to
    together: tuple[str, ...] = ()  # processes that a local instance runs as one

    @property
    def local_processes(self) -> list[str]:
        """The processes in a local instance; the name of several that run as one is `web+worker`."""
        joined = JOINED.join(self.together)
        return list(dict.fromkeys(joined if each in self.together else each for each in self.processes))

    def local_name(self, process: str) -> str:
        """The name that the process runs under in a local instance: `chat-web`, `likes-web+worker`."""
        return f"{self.name}-{JOINED.join(self.together) if process in self.together else process}"

    def settings_of(self, process: str) -> list[Setting]:
        """The variables that this process of the service gets."""
        return [
            setting
            for setting in self.environment
            if process in (setting.processes or self.processes) and (self.asks or not setting.asking)
        ]


@cache
def services(path: Path = REGISTRY) -> tuple[Service, ...]:
    """All services, in the order of the registry. Raises KeyError for an entry without one of its fields."""
    document = read_yaml(path)
    return tuple(
        Service(
            name,
            tuple(entry["processes"]),
            {asked: tuple(methods) for asked, methods in entry["asks"].items()},
            {owner: tuple(events) for owner, events in entry["consumes"].items()},
            _settings(document["environment"] | entry.get("environment", {})),
            {
                process: (*document["reaches"][process], *entry.get("reaches", {}).get(process, ()))
                for process in entry["processes"]
            },
            tuple(entry.get("together", ())),
        )
        for name, entry in document["services"].items()
    )


@cache
def shared_settings(path: Path = REGISTRY) -> tuple[Setting, ...]:
    """The environment of every service."""
    return _settings(read_yaml(path)["environment"])


def _settings(declared: Mapping[str, Mapping[str, Any]]) -> tuple[Setting, ...]:
    return tuple(
        Setting(name, **{**entry, "processes": tuple(entry.get("processes", ()))}) for name, entry in declared.items()
    )


def service_names() -> list[str]:
    """The names of all services, in the order of the registry."""
    return [service.name for service in services()]


@cache
def asked_by_webapp(path: Path = REGISTRY) -> tuple[str, ...]:
    """The services that the web app's server asks for what it draws pages with."""
    return tuple(read_yaml(path)["webapp"]["asks"])


@dataclass(frozen=True)
class Secret:
    name: str
    setting: str  # the environment variable it is in
    kind: str  # sealing, signing, vapid, shared or given
    services: tuple[str, ...]
    unused: str = ""  # the text that stands for no such party; empty where one is needed

    @property
    def is_ring(self) -> bool:
        """Whether it is a list of keys that we make ourselves (`shared.kit.core.keys`)."""
        return self.kind in ("sealing", "signing")


@cache
def service_secrets(path: Path = SECRETS) -> tuple[Secret, ...]:
    """The secrets that services read, in the order of services/keys.yaml."""
    return tuple(
        Secret(name, entry["setting"], entry["kind"], tuple(entry["services"]), entry.get("unused", ""))
        for name, entry in read_yaml(path).items()
    )
