"""supervisord whose Python programs are forks of it: `python -m runner.forking -c FILE`.

A fork shares the memory of the libraries that were imported before it, and needs no second to import them. Our own code
is imported by each process, so that a restarted one runs what is on the disk now.
"""

import atexit
import gc
import importlib
import os
import runpy
import signal
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from supervisor import supervisord
from supervisor.options import ServerOptions

from runner.paths import PYTHON

# Libraries that most of our processes import. None of them starts a thread or opens a connection when it is imported,
# which would not survive a fork; clients are made by the processes.
LIBRARIES = (
    "asyncio",
    "cryptography.hazmat.primitives.asymmetric.ed25519",
    "cryptography.hazmat.primitives.ciphers.aead",
    "cryptography.hazmat.primitives.serialization",
    "flask",
    "google.protobuf.duration_pb2",
    "google.protobuf.timestamp_pb2",
    "grpc",
    "grpc_health.v1.health",
    "grpc_reflection.v1alpha.reflection",
    "gunicorn.app.base",
    "gunicorn.workers.gthread",
    "http.server",
    "jwt",
    "logging.config",
    "nats.js",
    "opentelemetry.propagate",
    "opentelemetry.trace",
    "prometheus_client",
    "psycopg",
    "pydantic",
    "redis",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.orm",
    "structlog",
    "urllib.request",
    "uvicorn",
    "yaml",
)
# The longest name the kernel keeps of a process.
NAME_BYTES = 15


def preload() -> list[str]:
    """Import the libraries; return those that are not installed."""
    missing = []
    for name in LIBRARIES:
        try:
            importlib.import_module(name)
        except ImportError:
            missing.append(name)
    # A collection in a child would write to every object, and so copy the page it lies in.
    gc.collect()
    gc.freeze()
    return missing


class ForkingOptions(ServerOptions):  # type: ignore[misc]
    """Called in the child: it becomes the program."""

    def execve(self, filename: str, argv: Sequence[str], env: Mapping[str, str]) -> None:
        if list(argv[:2]) == [str(PYTHON), "-m"]:
            become(argv[2], argv[3:], env)
        super().execve(filename, argv, env)


class Preloading:
    """The interface `preload` of supervisord's XML-RPC."""

    def preload(self) -> list[str]:
        return preload()


def make_interface(_: Any) -> Preloading:
    return Preloading()


def become(module: str, arguments: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    """Run the module as `python -m` does, and end the process with it.

    Nothing of the stack below is left or freed: it refers to supervisord's sockets, whose numbers belong to this
    process by now.
    """
    status = 1
    try:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGCHLD, signal.SIGUSR2):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.environ.clear()
        os.environ.update(environment)
        time.tzset()
        _name_process(" ".join(arguments) or module)
        sys.stdout.reconfigure(line_buffering=True, write_through=True)  # type: ignore[union-attr]
        sys.argv = [module, *arguments]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        status = 0
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1 if ended.code else 0
        if isinstance(ended.code, str):
            print(ended.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        _finish(status)


def _finish(status: int) -> NoReturn:
    """End as an interpreter does: wait for threads, call what was registered, flush. Then leave without a way back."""
    try:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def _name_process(name: str) -> None:
    """Show the name in `top` and `ps`, where all forks would have that of supervisord."""
    try:
        with open("/proc/self/comm", "w") as comm:
            comm.write(name[:NAME_BYTES])
    except OSError:
        return  # no Linux


def main() -> None:
    supervisord.ServerOptions = ForkingOptions
    supervisord.main()


if __name__ == "__main__":
    main()
