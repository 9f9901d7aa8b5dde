"""gRPC between services: one way to serve, one way to ask."""

from servicekit.rpc.client import Client
from servicekit.rpc.server import Servicer, serve

__all__ = ["Client", "Servicer", "serve"]
