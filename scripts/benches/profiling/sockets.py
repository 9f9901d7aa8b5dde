"""Sends over the sockets of an instance, as the kernel counts them: on the loopback device each is one segment.

A request to PostgreSQL, NATS, Redis or a peer is one send, so the sends of a process to a server are its round trips.
"""

import re
import shutil
import subprocess
from collections import defaultdict

import psutil
from runner.throwaway import Product

SOCKET = re.compile(
    r"^\S+\s+\S+\s+\S*?(?P<own>\d+)\s+\S*?:(?P<peer>\d+)\s.*?\"(?P<name>[^\"]*)\",pid=(?P<pid>\d+)"
    r".*?bytes_sent:(?P<bytes>\d+).*?data_segs_out:(?P<sends>\d+)"
)
Sockets = dict[tuple[str, str, str], tuple[float, float]]


def sockets(product: Product) -> Sockets:
    """Sends and bytes of each open socket of a client, by (process, server, own port); empty without `ss`."""
    found: Sockets = defaultdict(lambda: (0.0, 0.0))
    if shutil.which("ss") is None:
        return found
    servers = {port: name.partition("-listen-")[0] for name, port in product.ports.items()}
    processes = _processes(product)
    listed = subprocess.run(["ss", "-tinHOp", "state", "established"], capture_output=True, text=True, check=True)
    for line in listed.stdout.splitlines():
        if (socket := SOCKET.search(line)) is None:
            continue
        server, process = servers.get(int(socket["peer"])), processes.get(int(socket["pid"]))
        if server and process:
            found[process, server, socket["own"]] = (float(socket["sends"]), float(socket["bytes"]))
    return found


def _processes(product: Product) -> dict[int, str]:
    return {
        each.pid: name
        for name, pid in product.pids().items()
        for each in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True))
    }
