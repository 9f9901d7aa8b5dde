"""How every process starts: `python -m servicekit.run SERVICE PROCESS`."""

import asyncio
import gc
import importlib
import os
import signal
import sys
from typing import Any

from servicekit import faults

# Nobody waits for a worker: where processes share a machine, it leaves the processor to those somebody waits for.
GIVES_WAY = 5


def main(service: str, process: str) -> None:
    os.environ["PAIRWISE_SERVICE"], os.environ["PAIRWISE_PROCESS"] = service, process
    faults.arm(os.environ)
    {"web": _web, "rpc": _rpc, "worker": _worker, "live": _live}[process](service, process)


def _begin(service: str, process: str) -> tuple[Any, Any, Any]:
    """The service's settings, its wiring, and the package that is its way in. Each process imports only its own."""
    from servicekit.logs import set_up_logs
    from servicekit.telemetry import set_up_traces

    set_up_logs(service, process)
    set_up_traces(service, process)
    wiring = importlib.import_module(f"{service}.wiring")
    settings = wiring.read_settings()
    begun = settings, wiring.wire(settings), importlib.import_module(f"{service}.{process}")
    # What was imported stays until the end: looking through it for garbage would hold up a request for a tenth of a
    # second now and then.
    gc.freeze()
    return begun


def _web(service: str, process: str) -> None:
    from servicekit.settings import Settings
    from servicekit.webserver import WebServer

    def make_app() -> Any:
        from servicekit.web.app import create_app

        settings, wiring, web = _begin(service, process)
        origins = wiring.sites.origins(settings.public_url)
        return create_app(settings, wiring.database, web.BLUEPRINTS, wiring, origins)

    WebServer(Settings.from_environment(), make_app).run()


def _rpc(service: str, process: str) -> None:
    from servicekit.rpc.server import serve

    settings, wiring, rpc = _begin(service, process)
    serve(settings, wiring.database, rpc.servicers(wiring))


def _worker(service: str, process: str) -> None:
    from servicekit.worker.process import run_worker

    os.nice(GIVES_WAY)
    settings, wiring, worker = _begin(service, process)
    asyncio.run(
        run_worker(settings, wiring.database, wiring.unit_of_work, worker.consumers(wiring), worker.jobs(wiring))
    )


def _live(service: str, process: str) -> None:
    import uvicorn

    from servicekit.http2 import EitherHttp
    from servicekit.listening import bound

    settings, wiring, live = _begin(service, process)
    # The server hands the signal on once it has stopped; a finished stop is a success.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    config = uvicorn.Config(
        live.LiveApp(wiring), http=EitherHttp, log_config=None, access_log=False, timeout_graceful_shutdown=5
    )
    server = uvicorn.Server(config)
    server.run([bound(address) for address in settings.addresses])
    sys.exit(0 if server.started else 1)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
