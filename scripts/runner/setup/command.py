"""`scripts/setup [step ...]`."""

import argparse
import sys
from collections.abc import Callable

from runner.setup.lock import lock
from runner.setup.perform import SetupFailed, perform
from runner.setup.steps import STEPS


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/setup",
        description="Generate files and install packages whose sources have changed.",
        epilog="To change packages, edit a list in requirements/, then run --lock and set-up again.",
    )
    names = [step.name for step in STEPS]
    parser.add_argument("steps", nargs="*", metavar="step", help=f"all by default; one of: {', '.join(names)}")
    parser.add_argument("--lock", action="store_true", help="write the locks of requirements/ and do nothing else")
    parser.add_argument(
        "--upgrade", action="append", default=[], metavar="PACKAGE", help="with --lock: its latest version"
    )
    arguments = parser.parse_args()
    if unknown := set(arguments.steps) - set(names):
        parser.error(f"no such step: {', '.join(sorted(unknown))}")
    return _report(lambda: lock(arguments.upgrade) if arguments.lock else perform(arguments.steps))


def set_up(steps: list[str] | None = None) -> int:
    """0 when everything is made."""
    return _report(lambda: perform(steps))


def _report(work: Callable[[], None]) -> int:
    try:
        work()
    except SetupFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0
