"""Runs a service's command in a copy's environment: `python -m runner.within identity identity.invites list`."""

import os
import sys

from runner.copy import Copy
from runner.environment import common, for_process
from runner.home import Home
from runner.places import PYTHON, ROOT


def main(service: str, module: str, arguments: list[str]) -> None:
    home = Home.from_environment()
    if not home.recall("ports", {}):
        sys.exit(f"Nothing was ever started from {home.path}.")
    os.chdir(ROOT)
    os.execve(PYTHON, [str(PYTHON), "-m", module, *arguments], variables(Copy.started_from(home), service))  # noqa: S606


def variables(copy: Copy, service: str) -> dict[str, str]:
    """The environment of a service's command."""
    [entry] = [each for each in copy.services if each.name == service]
    return common(copy) | for_process(copy, entry, "worker")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
