"""The list of services (services/registry.yaml)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

REGISTRY = Path(__file__).resolve().parents[1] / "registry.yaml"


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
