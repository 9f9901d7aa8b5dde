"""A listening address shared by a process and its successor while one replaces the other.

Locally, SO_REUSEPORT load-balances new connections over both, as a Kubernetes Service would over two pods.
"""

import ctypes
import socket
import struct

SO_ATTACH_FILTER = 26  # asm-generic/socket.h; Python has no name for it
SYN = 0x02
# linux/filter.h, as (code, jump if true, jump if false, k): a packet that asks for a new connection is dropped.
NO_NEWCOMERS = b"".join(
    struct.pack("=HBBI", *instruction)
    for instruction in [
        (0x30, 0, 0, 13),  # load the byte of the TCP header that holds the flags
        (0x45, 0, 1, SYN),  # is it the first of a connection?
        (0x06, 0, 0, 0),  # then take none of it
        (0x06, 0, 0, 0xFFFFFFFF),  # or else all
    ]
)


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


def admit_nobody(listener: socket.socket) -> None:
    """Drop the first packet (SYN) of new connections; those in the backlog are still accepted.

    Closing a listener resets the connections that arrived since it last accepted: a request sent there is lost. A
    dropped SYN is sent again by the caller's kernel a second later, when only the other listener has the address.
    """
    program = ctypes.create_string_buffer(NO_NEWCOMERS, len(NO_NEWCOMERS))
    filters = struct.pack("HP", len(NO_NEWCOMERS) // 8, ctypes.addressof(program))
    listener.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, filters)
