"""An address that two processes share for a while: the next one listens before the one it replaces has left.

What a Service does in the cluster the kernel does here: it spreads new connections over all who listen.
"""

import socket


def bound(address: str) -> socket.socket:
    """A socket with this address that gets no connection before `listen` is called: do so when all else is ready."""
    host, _, port = address.rpartition(":")
    host = host.strip("[]")
    opened = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    # Passed on to each connection: the end of an answer does not wait until its beginning was heard of, 40 ms later.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    opened.bind((host, int(port)))
    return opened
