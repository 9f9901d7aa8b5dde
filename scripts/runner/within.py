"""Runs a service's command in an instance's environment: `python -m runner.within identity identity.invites list`."""

import os
import sys

from runner.environment import common, for_process
from runner.home import Home
from runner.instance import Instance
from runner.paths import PYTHON, ROOT


def main(service: str, module: str, arguments: list[str]) -> None:
    home = Home.from_environment()
    if not home.recall("ports", {}):
        sys.exit(f"Nothing was ever started from {home.path}.")
    os.chdir(ROOT)
    os.execve(PYTHON, [str(PYTHON), "-m", module, *arguments], variables(Instance.started_from(home), service))  # noqa: S606


def variables(instance: Instance, service: str) -> dict[str, str]:
    """The environment of a service's command."""
    [entry] = [each for each in instance.services if each.name == service]
    return common(instance) | for_process(instance, entry, "worker")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
