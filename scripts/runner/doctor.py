"""`scripts/pairwise doctor`: check an instance and its brands, as `shared.doctor` does on a cluster."""

import contextlib
import os
import sys

import psutil
from shared.doctor.__main__ import main
from shared.doctor.finding import EACH_SERVICE_READS, READS

from runner.environment import common, for_process
from runner.home import Home
from runner.instance import Instance
from runner.stop import marked


def variables(instance: Instance) -> dict[str, str]:
    """What the doctor reads: settings of the services, with `_<SERVICE>` added where they differ."""
    found = common(instance)
    for service in instance.services:
        own: dict[str, str] = {}
        for process in service.processes:
            own |= for_process(instance, service, process)
        found |= {name: own[name] for name in READS if name in own}
        found |= {f"{name}_{service.name.upper()}": own[name] for name in EACH_SERVICE_READS if name in own}
    return found


def _limits(home: Home) -> dict[str, str]:
    """PAIRWISE_LIMITS of a process that runs: it may have been started with another one."""
    for process in marked(home):
        with contextlib.suppress(psutil.Error):
            if limits := process.environ().get("PAIRWISE_LIMITS"):
                return {"PAIRWISE_LIMITS": limits}
    return {}


if __name__ == "__main__":
    home = Home.from_environment()
    if not {"-h", "--help"} & {*sys.argv}:
        if not home.recall("ports", {}):
            sys.exit(f"No instance was started in {home.path}: run scripts/up.")
        os.environ |= {**variables(Instance.started_from(home)), **os.environ, **_limits(home)}
    sys.exit(main(sys.argv[1:]))
