"""gRPC API of profiles."""

from pairwise.profiles.v1 import profiles_pb2, profiles_pb2_grpc
from shared.kit.grpc import Servicer

from profiles.rpc.profiles import ProfileServicer
from profiles.wiring import Wiring


def servicers(wiring: Wiring) -> list[Servicer]:
    return [
        Servicer(
            profiles_pb2.DESCRIPTOR.services_by_name["ProfileService"].full_name,
            profiles_pb2_grpc.add_ProfileServiceServicer_to_server,
            ProfileServicer(wiring),
        )
    ]
