"""NATS with JetStream: its configuration, and whether it is well."""

import json
import urllib.request
from http.client import HTTPResponse
from pathlib import Path

STREAM_ACTIONS = ["CREATE", "UPDATE", "DELETE", "PURGE", "MSG.DELETE", "RESTORE"]


def configuration(port: int, monitor_port: int, store: Path, passwords: dict[str, str]) -> str:
    """Every service has a user of its own, that can neither speak as another service nor touch its stream.

    Users who are not services (tests, the demo's responder) only listen.
    """
    users = [_user(name, password, passwords.keys() - {name}) for name, password in passwords.items()]
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
            "authorization": {"users": users},
        },
        indent=2,
    )


def _user(name: str, password: str, others: set[str]) -> dict[str, object]:
    denied = ["$SYS.>"]
    for other in sorted(others):
        denied.append(f"{other}.>")
        denied.extend(f"$JS.API.STREAM.{action}.{other.upper()}" for action in STREAM_ACTIONS)
    return {"user": name, "password": password, "permissions": {"publish": {"deny": denied}}}


def address(name: str, password: str, port: int) -> str:
    return f"nats://{name}:{password}@127.0.0.1:{port}"


def _ask(monitor_port: int, what: str) -> HTTPResponse:
    answer: HTTPResponse = urllib.request.urlopen(f"http://127.0.0.1:{monitor_port}/{what}", timeout=2)
    return answer


def is_well(monitor_port: int) -> bool:
    """Whether the server answers and its JetStream works, by its own word."""
    try:
        with _ask(monitor_port, "healthz?js-enabled-only=true") as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def has_lost_its_store(monitor_port: int, store: Path) -> bool:
    """Whether streams the server speaks of are no longer on the disk.

    A server whose store was deleted goes on: it calls itself healthy, still lists the streams, and lets every publish
    to them time out. Only a restart makes it look at the disk again.
    """
    try:
        with _ask(monitor_port, "jsz?accounts=true&streams=true") as answer:
            accounts = json.load(answer).get("account_details", [])
    except OSError:
        return False
    folder = store / "jetstream"
    return any(
        not (folder / account["name"] / "streams" / stream["name"] / "meta.inf").exists()
        for account in accounts
        for stream in account.get("stream_detail", [])
    )
