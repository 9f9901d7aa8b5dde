"""gRPC between services: one way to serve, one way to ask, one way to prove which service asks."""

from servicekit.rpc.client import Client
from servicekit.rpc.peers import Peer, peer
from servicekit.rpc.server import Servicer, serve

__all__ = ["Client", "Peer", "Servicer", "peer", "serve"]
