"""Restart NATS when its store was deleted, which it does not notice itself: `python -m runner.watchdog HOME`."""

import signal
import sys
import time
from pathlib import Path

from runner import streams
from runner.home import Home
from runner.keys import Keys
from runner.supervisor import Supervisor

SECONDS_BETWEEN = 1.0


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    home = Home(Path(sys.argv[1]))
    ports = home.recall("ports")
    supervisor = Supervisor(ports["supervisor"], Keys(home.secrets).supervisor())
    store = home.data / "nats"
    lost_before = False
    while True:
        time.sleep(SECONDS_BETWEEN)
        # Twice in a row: a stream that is just being made may have no file yet.
        lost = streams.has_lost_its_store(ports["nats-monitor"], store)
        if lost and lost_before:
            print("NATS lost its store; it is restarted and the outboxes are published again", flush=True)
            # It has nothing left to save, so there is nothing to wait for.
            supervisor.signal("backing-services:nats", "KILL")
            lost = False
        lost_before = lost


if __name__ == "__main__":
    main()
