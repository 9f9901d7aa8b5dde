"""gRPC between services: server, client, and proof of the calling service."""

from shared.kit.rpc.client import Client
from shared.kit.rpc.peers import Peer, peer
from shared.kit.rpc.server import Servicer, serve

__all__ = ["Client", "Peer", "Servicer", "peer", "serve"]
