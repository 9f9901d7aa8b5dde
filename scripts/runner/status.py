"""`scripts/pairwise status`: running processes, their uptime, and memory of the instance."""

import argparse
import contextlib
import sys

import psutil

from runner import costs
from runner.home import Home
from runner.stop import marked, running_supervisor


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--costs", type=float, metavar="SECONDS", help="measure CPU, context switches and memory of each process"
    )
    seconds = parser.parse_args().costs
    home = Home.from_environment()
    supervisor = running_supervisor(home)
    if not supervisor:
        print(f"No instance is running in {home.path}.")
        return 1
    print(f"http://localhost:{home.recall('public')['port']}")
    if seconds:
        names = {process["pid"]: process["name"] for process in supervisor.processes() if process["pid"]}
        print(*costs.lines(costs.measure(names, supervisor.pid(), seconds), seconds), sep="\n")
        return 0
    for process in supervisor.processes():
        print(f"  {process['name']:<28}{process['statename']:<10}{process['description']}")
    print(f"  memory: {memory(home) / 2**20:,.0f} MB")
    return 0


def memory(home: Home) -> int:
    """Memory of the instance in bytes; shared pages count once where the system reports them (Linux PSS)."""
    total = 0
    seen = {child for process in marked(home) for child in [process, *process.children(recursive=True)]}
    for process in seen:
        with contextlib.suppress(psutil.Error):
            whole = process.memory_full_info()
            total += getattr(whole, "pss", whole.uss)
    return total


if __name__ == "__main__":
    sys.exit(main())
