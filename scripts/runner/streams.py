"""NATS with JetStream: its configuration, and whether it is well."""

import json
import urllib.request
from collections.abc import Iterable, Mapping
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

from shared.registry import Service

from runner.permissions import nats_users


def configuration(
    port: int, monitor_port: int, store: Path, passwords: Mapping[str, str], services: Iterable[Service] = ()
) -> str:
    """Configuration of NATS. With `passwords` (user: password) it refuses all other users.

    The permissions of each user follow from `services` (runner.permissions).
    """
    return json.dumps(
        {
            "listen": f"127.0.0.1:{port}",
            "http": f"127.0.0.1:{monitor_port}",
            "jetstream": {
                "store_dir": str(store),
                # Each acknowledged message is on the disk, not only in the system's cache.
                "sync_interval": "always",
                "max_memory_store": 67_108_864,
                "max_file_store": 10_737_418_240,
            },
            "max_payload": 1_048_576,
            **authorization(passwords, services),
        },
        indent=2,
    )


def authorization(passwords: Mapping[str, str], services: Iterable[Service]) -> dict[str, Any]:
    """The users with their permissions, as NATS reads them; nothing without passwords, as for most tests."""
    permissions = nats_users(services)
    users = [
        {"user": name, "password": password, "permissions": permissions[name]} for name, password in passwords.items()
    ]
    return {"authorization": {"users": users}} if users else {}


def address(name: str, password: str, port: int) -> str:
    return f"nats://{name}:{password}@127.0.0.1:{port}"


def _ask(monitor_port: int, what: str) -> HTTPResponse:
    answer: HTTPResponse = urllib.request.urlopen(f"http://127.0.0.1:{monitor_port}/{what}", timeout=2)
    return answer


def is_well(monitor_port: int) -> bool:
    """True if the server reports itself and JetStream healthy."""
    try:
        with _ask(monitor_port, "healthz?js-enabled-only=true") as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
