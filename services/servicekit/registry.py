"""The lists of services (services/registry.yaml) and of their secrets (services/keys.yaml)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

REGISTRY = Path(__file__).resolve().parents[1] / "registry.yaml"
SECRETS = REGISTRY.with_name("keys.yaml")


@dataclass(frozen=True)
class Service:
    name: str
    processes: tuple[str, ...]
    asks: Mapping[str, tuple[str, ...]]  # service: its methods that this one may call, "WalletService.Charge"
    hears: tuple[str, ...]  # the services whose events it consumes


@cache
def services(path: Path = REGISTRY) -> tuple[Service, ...]:
    return tuple(
        Service(
            name,
            tuple(entry["processes"]),
            {asked: tuple(methods) for asked, methods in entry["asks"].items()},
            tuple(entry["hears"]),
        )
        for name, entry in yaml.safe_load(path.read_text()).items()
    )


def service_names() -> list[str]:
    return [service.name for service in services()]


@dataclass(frozen=True)
class Secret:
    name: str
    setting: str  # the environment variable it is in
    kind: str  # sealing, signing, vapid, shared or given
    services: tuple[str, ...]

    @property
    def is_ring(self) -> bool:
        """Whether it is a list of keys that we make ourselves (`servicekit.keys`)."""
        return self.kind in ("sealing", "signing")


@cache
def service_secrets(path: Path = SECRETS) -> tuple[Secret, ...]:
    return tuple(
        Secret(name, entry["setting"], entry["kind"], tuple(entry["services"]))
        for name, entry in yaml.safe_load(path.read_text()).items()
    )
