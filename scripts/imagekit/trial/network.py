"""A network of pods on this machine: each has a namespace with an address of its own, and finds the others by name."""

import os
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from socket import AF_INET, SHUT_WR, create_connection, create_server, socket

BRIDGE = f"pw{os.getpid()}"
PREFIX = "10.213.97"
HOST = f"{PREFIX}.1"
BUFFER = 65_536


class Network:
    """`addresses` has the address of each name: those of pods, and of servers that are forwarded to."""

    def __init__(self) -> None:
        self.addresses: dict[str, str] = {}

    def join(self, pod: str) -> str:
        """Give a pod its address; returns its namespace."""
        number = len(self.addresses) + 2
        namespace, outside = f"{BRIDGE}-{number}", f"{BRIDGE}v{number}"
        self.addresses[pod] = f"{PREFIX}.{number}"
        _ip("netns", "add", namespace)
        _ip("link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", namespace)
        _ip("link", "set", outside, "master", BRIDGE, "up")
        _ip("-n", namespace, "addr", "add", f"{self.addresses[pod]}/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            _ip("-n", namespace, "link", "set", device, "up")
        return namespace

    def hosts(self) -> str:
        """The content of /etc/hosts of every pod."""
        return "".join(f"{address} {name}\n" for name, address in {"localhost": "127.0.0.1", **self.addresses}.items())

    def leave(self) -> None:
        for address in self.addresses.values():
            if address != HOST:
                _ip("netns", "del", f"{BRIDGE}-{address.rpartition('.')[2]}")


@contextmanager
def network(servers: Mapping[str, tuple[int, int]]) -> Iterator[Network]:
    """A bridge with this machine on it. `servers`: name, its port for pods, its port on this machine's 127.0.0.1."""
    made = Network()
    _ip("link", "add", BRIDGE, "type", "bridge")
    try:
        _ip("addr", "add", f"{HOST}/24", "dev", BRIDGE)
        _ip("link", "set", BRIDGE, "up")
        with ExitStack() as forwarded:
            for name, (port, target) in servers.items():
                forwarded.enter_context(_forwarded(port, target))
                made.addresses[name] = HOST
            yield made
    finally:
        made.leave()
        _ip("link", "del", BRIDGE)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)


@contextmanager
def _forwarded(port: int, target: int) -> Iterator[None]:
    """The servers of tests listen on this machine's own address only."""
    server = create_server((HOST, port), family=AF_INET)

    def accept() -> None:
        while True:
            try:
                client, _ = server.accept()
            except OSError:
                return
            other = create_connection(("127.0.0.1", target))
            for one, two in ((client, other), (other, client)):
                threading.Thread(target=_pump, args=(one, two), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield
    finally:
        # A thread that is in accept() would keep the closed socket.
        server.shutdown(SHUT_WR)
        server.close()


def _pump(source: socket, target: socket) -> None:
    try:
        while data := source.recv(BUFFER):
            target.sendall(data)
        target.shutdown(SHUT_WR)
    except OSError:
        for each in (source, target):
            each.close()
