"""gRPC between services: server, client, and proof of the calling service."""

from shared.kit.grpc.bulkhead import Bulkhead
from shared.kit.grpc.callers import calling_service
from shared.kit.grpc.client import Client
from shared.kit.grpc.peers import Peer, peer
from shared.kit.grpc.requests import id_of, ids_of
from shared.kit.grpc.server import Servicer
from shared.kit.grpc.statuses import NotServed

__all__ = ["Bulkhead", "Client", "NotServed", "Peer", "Servicer", "calling_service", "id_of", "ids_of", "peer"]
