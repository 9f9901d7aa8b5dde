"""`scripts/setup [step ...]`."""

import argparse
import sys

from runner.setup.perform import SetupFailed, perform
from runner.setup.steps import STEPS

LOCKING = """
To change packages, edit requirements.in or requirements-dev.in and run for both, in this order:
  .venv/bin/uv pip compile --universal --python-version 3.11.2 --generate-hashes \\
      --no-emit-index-url --no-emit-find-links requirements.in -o requirements.lock
"""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/setup",
        description="Make what is not committed, as far as its sources have changed.",
        epilog=LOCKING,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = [step.name for step in STEPS]
    parser.add_argument("steps", nargs="*", metavar="step", help=f"all by default; one of: {', '.join(names)}")
    arguments = parser.parse_args()
    if unknown := set(arguments.steps) - set(names):
        parser.error(f"no such step: {', '.join(sorted(unknown))}")
    return set_up(arguments.steps)


def set_up(steps: list[str] | None = None) -> int:
    """0 when everything is made."""
    try:
        perform(steps)
    except SetupFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0
