"""The services, from services/registry.yaml."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from runner.places import REGISTRY_FILE


@dataclass(frozen=True)
class Service:
    name: str
    processes: list[str]
    asks: list[str]


def read_registry(file: Path = REGISTRY_FILE) -> list[Service]:
    entries = yaml.safe_load(file.read_text())
    return [Service(name, entry["processes"], entry["asks"]) for name, entry in entries.items()]
