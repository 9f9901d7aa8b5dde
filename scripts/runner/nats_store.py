"""Whether NATS has lost its store. Imports the standard library alone: a process of its own looks all the time."""

import json
import time
import urllib.request
from collections.abc import Collection
from pathlib import Path

# New streams are known after this time at the latest.
ASKS_EVERY_SECONDS = 60.0


class StoreWatch:
    """Looks for the files of the streams that the server has reported, and asks it again when one is missing.

    A server whose store was deleted goes on: it calls itself healthy, still lists the streams, and lets every publish
    to them time out. Only a restart makes it look at the disk again.
    """

    def __init__(self, monitor_port: int, store: Path) -> None:
        self._monitor_port, self._store = monitor_port, store
        self._known: Collection[Path] = ()
        self._asked_at = float("-inf")

    def is_lost(self) -> bool:
        """Whether a stream that the server reports is no longer on the disk."""
        is_old = time.monotonic() - self._asked_at > ASKS_EVERY_SECONDS
        if is_old or not self._known or not _all_exist(self._known):
            self._known = reported_streams(self._monitor_port, self._store)
            self._asked_at = time.monotonic()
        return not _all_exist(self._known)


def _all_exist(files: Collection[Path]) -> bool:
    return all(file.exists() for file in files)


def reported_streams(monitor_port: int, store: Path) -> list[Path]:
    """A file of each stream that the server reports; none while it does not answer."""
    try:
        address = f"http://127.0.0.1:{monitor_port}/jsz?accounts=true&streams=true"
        with urllib.request.urlopen(address, timeout=2) as answer:
            accounts = json.load(answer).get("account_details", [])
    except (OSError, ValueError):
        return []
    return [
        store / "jetstream" / account["name"] / "streams" / stream["name"] / "meta.inf"
        for account in accounts
        for stream in account.get("stream_detail", [])
    ]
