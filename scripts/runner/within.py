"""Runs a service's command in a copy's environment: `python -m runner.within identity identity.invites list`."""

import os
import sys

from servicekit.registry import services

from runner.copy import Copy
from runner.environment import common, for_process
from runner.home import Home
from runner.keys import Keys
from runner.places import PYTHON, ROOT


def main(service: str, module: str, arguments: list[str]) -> None:
    home = Home.from_environment()
    ports = home.recall("ports", {})
    if not ports:
        sys.exit(f"Nothing was ever started from {home.path}.")
    copy = Copy(home, services(), home.recall("public")["port"], home.recall("members", 0), ports, Keys(home.secrets))
    [entry] = [each for each in services() if each.name == service]
    os.chdir(ROOT)
    os.execve(  # noqa: S606
        PYTHON, [str(PYTHON), "-m", module, *arguments], common(copy) | for_process(copy, entry, "worker")
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
