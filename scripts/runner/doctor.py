"""`scripts/pairwise doctor`: check an instance and its brands, as `shared.doctor` does on a cluster."""

import os
import sys

from shared.doctor.__main__ import main
from shared.doctor.finding import EACH_SERVICE_READS, READS

from runner.environment import common, for_process
from runner.home import Home
from runner.instance import Instance


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


if __name__ == "__main__":
    home = Home.from_environment()
    if not {"-h", "--help"} & {*sys.argv}:
        if not home.recall("ports", {}):
            sys.exit(f"No instance was started in {home.path}: run scripts/up.")
        instance = Instance.started_from(home)
        os.environ |= {**variables(instance), **os.environ, "PAIRWISE_LIMITS": instance.limits}
    sys.exit(main(sys.argv[1:]))
