"""`scripts/restart`: every process of every service is replaced by a new one, and nobody who uses the site notices.

As in the cluster: the new one is started beside the old one and is ready before the old one is told to stop.
"""

import argparse
import sys
import time

from runner import processes
from runner.copy import Copy
from runner.home import Home
from runner.processes import Process
from runner.readiness import wait_until_ready
from runner.stop import running_supervisor
from runner.supervisor import Supervisor

READY_SECONDS = 180


class NotReplaced(Exception):
    """The new one did not become ready; the old one goes on."""


def names(copy: Copy) -> list[str]:
    """What can be replaced."""
    return [process.name for process in processes.successors(copy)]


def replace(copy: Copy, supervisor: Supervisor, name: str) -> None:
    """Returns when the new one serves and the old one has finished what was under way."""
    old, new = _places(copy, supervisor, name)
    supervisor.start(new.address)
    if wait_until_ready([new], READY_SECONDS, give_up=lambda: False):
        supervisor.stop(new.address)
        raise NotReplaced(f"the new {name} is not ready; log: {copy.home.logs / name}.log")
    supervisor.stop(old.address)


def _places(copy: Copy, supervisor: Supervisor, name: str) -> tuple[Process, Process]:
    """The place where it runs, and the one that is free."""
    here, there = (
        next(process for process in some if process.name == name)
        for some in (processes.product(copy), processes.successors(copy))
    )
    running = next(info["group"] for info in supervisor.processes() if info["name"] == name)
    return (there, here) if running == there.group else (here, there)


def main() -> int:
    home = Home.from_environment()
    supervisor = running_supervisor(home)
    if not supervisor:
        print(f"Nothing runs from {home.path}.")
        return 1
    copy = Copy.started_from(home)
    parser = argparse.ArgumentParser(prog="scripts/restart", description="Replace processes of services, one by one.")
    parser.add_argument("name", nargs="*", metavar="NAME", help="only these, such as chat-web")
    wanted = parser.parse_args().name or names(copy)
    if unknown := set(wanted) - set(names(copy)):
        parser.error(f"no process of a service: {', '.join(sorted(unknown))}")
    for name in wanted:
        started = time.monotonic()
        try:
            replace(copy, supervisor, name)
        except NotReplaced as failure:
            print(failure, file=sys.stderr)
            return 1
        print(f"{name} was replaced ({time.monotonic() - started:.1f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
