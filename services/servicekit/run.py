"""How every process starts: `python -m servicekit.run SERVICE PROCESS`."""

import asyncio
import importlib
import os
import sys
from typing import Any

from servicekit import faults
from servicekit.logs import set_up_logs
from servicekit.telemetry import set_up_traces


def main(service: str, process: str) -> None:
    os.environ["PAIRWISE_SERVICE"], os.environ["PAIRWISE_PROCESS"] = service, process
    faults.arm(os.environ)
    set_up_logs(service, process)
    set_up_traces(service, process)
    # Each process imports only its own way in.
    wiring_module = importlib.import_module(f"{service}.wiring")
    way_in = importlib.import_module(f"{service}.{process}")
    {"web": _web, "rpc": _rpc, "worker": _worker, "live": _live}[process](wiring_module, way_in)


def _web(wiring_module: Any, web: Any) -> None:
    from servicekit.web.app import create_app
    from servicekit.web.server import WebServer

    settings = wiring_module.read_settings()

    def make_app() -> Any:
        wiring = wiring_module.wire(settings)
        return create_app(settings, wiring.database, web.BLUEPRINTS, wiring)

    WebServer(settings, make_app).run()


def _rpc(wiring_module: Any, rpc: Any) -> None:
    from servicekit.rpc.server import serve

    settings = wiring_module.read_settings()
    wiring = wiring_module.wire(settings)
    serve(settings, wiring.database, rpc.servicers(wiring))


def _worker(wiring_module: Any, worker: Any) -> None:
    from servicekit.worker.process import run_worker

    settings = wiring_module.read_settings()
    wiring = wiring_module.wire(settings)
    asyncio.run(
        run_worker(settings, wiring.database, wiring.unit_of_work, worker.consumers(wiring), worker.jobs(wiring))
    )


def _live(wiring_module: Any, live: Any) -> None:
    import uvicorn

    settings = wiring_module.read_settings()
    host, _, port = settings.listen.rpartition(":")
    uvicorn.run(
        live.create_app(wiring_module.wire(settings)),
        host=host,
        port=int(port),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
