"""Endpoints of the gateway: which of its two slots a process gets its requests in."""

import fcntl
import operator
import re
import time
import urllib.request

from runner.instance import BEHIND_GATEWAY, Instance
from runner.prepare import write_gateway_configuration

TIMEOUT_SECONDS = 10
# Envoy's threads apply a new endpoint one after the other; one may be opening a connection to the earlier endpoint.
SETTLE_SECONDS = 0.5


def switch(instance: Instance, name: str, slot: str) -> None:
    """Let the gateway send the requests for this process to another slot, and wait until it does."""
    if not name.endswith(BEHIND_GATEWAY):
        return
    before = _changes(instance, name)
    # Two processes may be replaced side by side, and both write the one file.
    with (instance.home.run / "endpoints.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        instance.remember_slot(name, slot)
        write_gateway_configuration(instance)
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while any(map(operator.eq, _changes(instance, name), before)) and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(SETTLE_SECONDS)


def _changes(instance: Instance, name: str) -> list[bytes]:
    """How often endpoints of this process have changed; empty without a gateway, which reads them when it starts."""
    url = f"http://{instance.address('envoy-admin')}/stats?filter=^cluster\\.{name}(-calls)?\\.membership_change$"
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return re.findall(rb": (\d+)", answer.read())
    except OSError:
        return []
