"""Free ports, and the process that holds a taken one."""

import os
import socket
from collections.abc import Iterator
from itertools import count

import psutil

# Below the range the system hands to outgoing connections, so that none can take a port while its owner restarts.
FIRST, LAST = 20_000, 32_000
# How far from each other two processes begin whose ids follow each other.
APART = 601
_passed = count()


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # As the servers do: connections that linger after a stop are no reason to wait.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen()
        except OSError:
            return False
    return True


def free_ports() -> Iterator[int]:
    """Ports that are free now.

    A caller may bind its port a little later. Until then no other caller in this process gets it, since each call goes
    on after the previous one; another process starts at an offset that depends on its id.
    """
    for _ in range(LAST - FIRST):
        port = FIRST + (os.getpid() * APART + next(_passed)) % (LAST - FIRST)
        if is_free(port):
            yield port


def free_port() -> int:
    return next(free_ports())


def assign(names: list[str], recorded: dict[str, int], public: int) -> dict[str, int]:
    """A port for each name: the recorded one while it is free. Never `public`, which the gateway takes last of all."""
    kept = {name: port for name, port in recorded.items() if port != public and is_free(port)}
    free = (port for port in free_ports() if port != public and port not in recorded.values())
    return {name: kept[name] if name in kept else next(free) for name in names}


def holder(port: int) -> str | None:
    """Name of the process that listens on the port, as far as this user may see it."""
    try:
        for connection in psutil.net_connections("tcp"):
            if connection.status == psutil.CONN_LISTEN and connection.laddr.port == port and connection.pid:
                process = psutil.Process(connection.pid)
                return f"{process.name()} (process {process.pid})"
    except psutil.Error:
        pass
    return None
