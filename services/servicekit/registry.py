"""The list of services (services/registry.yaml)."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

REGISTRY = Path(__file__).resolve().parents[1] / "registry.yaml"


@dataclass(frozen=True)
class Service:
    name: str
    processes: tuple[str, ...]
    asks: tuple[str, ...]


@cache
def services(path: Path = REGISTRY) -> tuple[Service, ...]:
    return tuple(
        Service(name, tuple(entry["processes"]), tuple(entry["asks"]))
        for name, entry in yaml.safe_load(path.read_text()).items()
    )


def service_names() -> list[str]:
    return [service.name for service in services()]
