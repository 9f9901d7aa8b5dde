"""Start a process: `python -m shared.kit.run SERVICE PROCESS`, or several as one: `SERVICE web+worker`.

In a cluster each is a process of its own, or all of a service are one (`profile: small` of the chart). A local instance
runs those as one that `together` of services/registry.yaml names: they share imports, connections of the pool and
caches (docs/decisions/0005).
"""

import gc
import importlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from shared.kit.core import faults
from shared.kit.core.stopping import Stopping
from shared.registry.services import JOINED

# The niceness of workers: on a shared machine, processes that answer requests come first. Linux keeps one for each
# thread, so that of a worker beside a web server holds for the worker alone.
WORKER_NICENESS = 5

# The variable of each address that a process listens at.
ADDRESSES = {"listen": "PAIRWISE_LISTEN", "health_listen": "PAIRWISE_HEALTH_LISTEN"}

Part = Callable[[Stopping], object]


def main(service: str, name: str) -> None:
    """Run one process of a service and exit with its code: 0 after SIGTERM, 1 when a part has failed."""
    # As process 1 of a container the kernel ignores signals without a handler: stop also while modules are imported.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    os.environ["PAIRWISE_SERVICE"], os.environ["PAIRWISE_PROCESS"] = service, name
    faults.arm(os.environ)
    sys.exit(run(_parts(service, name), Stopping()))


def run(parts: Sequence[Part], stopping: Stopping) -> int:
    """Run parts side by side until a signal or until one of them ends; return the status of the process."""
    failed: list[BaseException] = []

    def run_one(part: Part) -> None:
        try:
            part(stopping)
        except BaseException as error:
            failed.append(error)
            _log_failure(error)
        finally:
            stopping.ask()

    stopping.listen()
    threads = [threading.Thread(target=run_one, args=[part]) for part in parts]
    for thread in threads:
        thread.start()
    stopping.wait()
    for thread in threads:
        thread.join()
    return 1 if failed else 0


def _log_failure(error: BaseException) -> None:
    from shared.kit.core.logs import logger

    logger().error("uncaught", exc_info=error)


def _parts(service: str, name: str) -> list[Part]:
    """The parts of this process, with the service's settings and one wiring for all of them."""
    from shared.kit.core.logs import set_up_logs
    from shared.kit.core.telemetry import set_up_traces

    set_up_logs(service, name)
    set_up_traces(service, name)
    processes = name.split(JOINED)
    wiring_module = importlib.import_module(f"{service}.wiring")
    settings = wiring_module.read_settings()
    # Together they may open as many connections as apart. They open fewer: the pool hands out the last one used.
    settings = settings.model_copy(update={"database_pool_size": settings.database_pool_size * len(processes)})
    wiring = wiring_module.wire(settings)
    made = []
    for process in processes:
        package = importlib.import_module(f"{service}.{process}")
        made.append(PARTS[process](settings_of_part(settings, process, name), wiring, package))
    # Imported objects live until the end. A full garbage collection would scan them all, which now and then delays a
    # request by 0.1 s.
    gc.freeze()
    return made


def settings_of_part(settings: Any, process: str, name: str) -> Any:
    """The settings of one part: each listens at its own addresses."""
    if process == name:
        return settings
    own = {field: os.environ[variable_of(variable, process)] for field, variable in ADDRESSES.items()}
    return settings.model_copy(update={"process": process, **own})


def variable_of(variable: str, process: str) -> str:
    """The name of a variable that each of several joined processes has for itself: `PAIRWISE_LISTEN_WEB`."""
    return f"{variable}_{process.upper()}"


def _web(settings: Any, wiring: Any, web: Any) -> Part:
    from shared.kit.core.revocations import RevocationReader
    from shared.kit.db.previous_release import RevocationCopy
    from shared.kit.http.app import create_app
    from shared.kit.http.webserver import WebServer

    origins = wiring.sites.origins(settings.public_url)
    app = create_app(settings, wiring.database, web.BLUEPRINTS, wiring, origins)
    copy = RevocationCopy(wiring.database)
    RevocationReader(settings.redis_url, app.extensions["revocations"], copy).start()
    return WebServer(settings, app).serve


def _rpc(settings: Any, wiring: Any, rpc: Any) -> Part:
    from shared.kit.grpc.server import serve

    servicers = rpc.servicers(wiring)
    return lambda stopping: serve(settings, wiring.database, servicers, stopping)


def _worker(settings: Any, wiring: Any, worker: Any) -> Part:
    import asyncio

    from shared.kit.events.process import run_worker

    consumers, jobs = worker.consumers(wiring), worker.jobs(wiring)

    def work(stopping: Stopping) -> None:
        os.nice(WORKER_NICENESS)
        asyncio.run(run_worker(settings, wiring.database, wiring.unit_of_work, consumers, jobs, stopping))

    return work


def _live(settings: Any, wiring: Any, live: Any) -> Part:
    from shared.kit.http.liveserver import serve

    app = live.LiveApp(wiring)
    return lambda stopping: serve(app, settings.addresses, stopping)


PARTS = {"web": _web, "rpc": _rpc, "worker": _worker, "live": _live}


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
