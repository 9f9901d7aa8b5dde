"""Ports: which are free, and who holds one that is not."""

import random
import socket
from collections.abc import Iterator

import psutil

# Below the range the system hands to outgoing connections, so that none can take a port while its owner restarts.
FIRST, LAST = 20_000, 32_000


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
    """Ports free just now, each once. The start is random, so that copies starting together do not meet."""
    start = random.randrange(FIRST, LAST)  # noqa: S311
    for offset in range(LAST - FIRST):
        port = FIRST + (start - FIRST + offset) % (LAST - FIRST)
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
    """Who listens on the port, as far as this user may see it."""
    try:
        for connection in psutil.net_connections("tcp"):
            if connection.status == psutil.CONN_LISTEN and connection.laddr.port == port and connection.pid:
                process = psutil.Process(connection.pid)
                return f"{process.name()} (process {process.pid})"
    except psutil.Error:
        pass
    return None
