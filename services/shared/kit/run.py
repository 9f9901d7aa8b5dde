"""Start a process: `python -m shared.kit.run SERVICE PROCESS`."""

import asyncio
import gc
import importlib
import os
import signal
import socket
import sys
from typing import Any

from shared.kit import faults

# The niceness of workers: on a shared machine, processes that answer requests come first.
WORKER_NICENESS = 5


def main(service: str, process: str) -> None:
    os.environ["PAIRWISE_SERVICE"], os.environ["PAIRWISE_PROCESS"] = service, process
    # As process 1 of a container the kernel ignores signals without a handler: stop also while modules are imported.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    faults.arm(os.environ)
    {"web": _web, "rpc": _rpc, "worker": _worker, "live": _live}[process](service, process)


def _begin(service: str, process: str) -> tuple[Any, Any, Any]:
    """The service's settings, its wiring, and the package of this process. Each process imports only its own."""
    from shared.kit.logs import set_up_logs
    from shared.kit.telemetry import set_up_traces

    set_up_logs(service, process)
    set_up_traces(service, process)
    wiring = importlib.import_module(f"{service}.wiring")
    settings = wiring.read_settings()
    begun = settings, wiring.wire(settings), importlib.import_module(f"{service}.{process}")
    # Imported objects live until the end. A full garbage collection would scan them all, which now and then delays a
    # request by 0.1 s.
    gc.freeze()
    return begun


def _web(service: str, process: str) -> None:
    from shared.kit.settings import Settings
    from shared.kit.webserver import WebServer

    def make_app() -> Any:
        from shared.kit.web.app import create_app
        from shared.kit.web.revocation_subscriber import RevocationSubscriber

        settings, wiring, web = _begin(service, process)
        origins = wiring.sites.origins(settings.public_url)
        app = create_app(settings, wiring.database, web.BLUEPRINTS, wiring, origins)
        RevocationSubscriber(settings.redis_url, app.extensions["revocations"].snapshot).start()
        return app

    WebServer(Settings.from_environment(), make_app).run()


def _rpc(service: str, process: str) -> None:
    from shared.kit.rpc.server import serve

    settings, wiring, rpc = _begin(service, process)
    serve(settings, wiring.database, rpc.servicers(wiring))


def _worker(service: str, process: str) -> None:
    from shared.kit.worker.process import run_worker

    os.nice(WORKER_NICENESS)
    settings, wiring, worker = _begin(service, process)
    asyncio.run(
        run_worker(settings, wiring.database, wiring.unit_of_work, worker.consumers(wiring), worker.jobs(wiring))
    )


def _live(service: str, process: str) -> None:
    import uvicorn

    from shared.kit.http2 import EitherHttp

    settings, wiring, live = _begin(service, process)
    # uvicorn raises the signal again after a graceful shutdown, which is a success.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    config = uvicorn.Config(
        live.LiveApp(wiring), http=EitherHttp, log_config=None, access_log=False, timeout_graceful_shutdown=5
    )
    server = uvicorn.Server(config)
    server.run([_listener(address) for address in settings.addresses])
    sys.exit(0 if server.started else 1)


def _listener(address: str) -> socket.socket:
    host, _, port = address.rpartition(":")
    return socket.create_server(
        (host.strip("[]"), int(port)), family=socket.AF_INET6 if "]" in host else socket.AF_INET
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
