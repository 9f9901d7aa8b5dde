"""Restart NATS when its store was deleted, which it does not notice itself: `python -m runner.watchdog HOME`."""

import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from runner.home import Home
from runner.nats_store import StoreWatch

if TYPE_CHECKING:
    from runner.supervisor import Supervisor

SECONDS_BETWEEN = 1.0


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    home = Home(Path(sys.argv[1]))
    ports = home.recall("ports")
    watch = StoreWatch(ports["nats-monitor"], home.data / "nats")
    lost_before = False
    while True:
        time.sleep(SECONDS_BETWEEN)
        # Twice in a row: a stream that is just being made may have no file yet.
        lost = watch.is_lost()
        if lost and lost_before:
            print("NATS lost its store; it is restarted and the outboxes are published again", flush=True)
            # It has nothing left to save, so there is nothing to wait for.
            _supervisor(home, ports["supervisor"]).signal("backing-services:nats", "KILL")
            lost = False
        lost_before = lost


def _supervisor(home: Home, port: int) -> "Supervisor":
    # Imported when it is needed, which it hardly ever is: it takes a second of CPU, as long as a service to start.
    from runner.keys import Keys
    from runner.supervisor import Supervisor

    return Supervisor(port, Keys(home.secrets).supervisor())


if __name__ == "__main__":
    main()
