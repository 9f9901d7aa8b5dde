"""`scripts/pairwise restart`: replace every process of every service by a new one, without a failed request.

As in a rolling update, the new one is started beside the old one, is ready, and gets the gateway's requests before the
old one gets SIGTERM.
"""

import argparse
import sys
import time

from runner import endpoints, processes
from runner.home import Home
from runner.instance import Instance
from runner.processes import Process, slot_of
from runner.readiness import wait_until_ready
from runner.stop import running_supervisor
from runner.supervisor import Supervisor

READY_SECONDS = 180


class NotReplaced(Exception):
    """The new process did not become ready; the old one continues."""


def names(instance: Instance) -> list[str]:
    """Names of the processes that can be replaced."""
    return [process.name for process in processes.successors(instance)]


def replace(instance: Instance, supervisor: Supervisor, name: str) -> None:
    """Start the new process, wait for its readiness, send it the requests, then stop the old one and let it drain."""
    old, new = _slots(instance, supervisor, name)
    supervisor.start(new.address)
    if wait_until_ready([new], READY_SECONDS, give_up=lambda: False):
        supervisor.stop(new.address)
        raise NotReplaced(f"the new {name} is not ready; log: {instance.home.logs / name}.log")
    for part in processes.parts_of(name):
        endpoints.switch(instance, part, slot_of(new))
    supervisor.stop(old.address)


def _slots(instance: Instance, supervisor: Supervisor, name: str) -> tuple[Process, Process]:
    """Its running process and the one of the free slot."""
    here, there = (
        next(process for process in some if process.name == name)
        for some in (processes.product(instance), processes.successors(instance))
    )
    running = next(info["group"] for info in supervisor.processes() if info["name"] == name)
    return (there, here) if running == there.group else (here, there)


def main() -> int:
    parser = argparse.ArgumentParser(description="Replace processes of services, one by one.")
    parser.add_argument("name", nargs="*", metavar="NAME", help="only these, such as chat-web")
    given = parser.parse_args().name
    home = Home.from_environment()
    supervisor = running_supervisor(home)
    if not supervisor:
        print(f"No instance is running in {home.path}.", file=sys.stderr)
        return 1
    instance = Instance.started_from(home)
    # A process that runs with another is replaced with it.
    wanted = list(dict.fromkeys(processes.name_of(instance, name) for name in given)) or names(instance)
    if unknown := set(wanted) - set(names(instance)):
        parser.error(f"no process of a service: {', '.join(sorted(unknown))}")
    for name in wanted:
        started = time.monotonic()
        try:
            replace(instance, supervisor, name)
        except NotReplaced as failure:
            print(failure, file=sys.stderr)
            return 1
        print(f"{name} was replaced ({time.monotonic() - started:.1f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
