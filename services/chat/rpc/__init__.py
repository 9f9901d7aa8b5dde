"""gRPC methods of chat."""

from pairwise.chat.v1 import evidence_pb2, evidence_pb2_grpc, sends_pb2, sends_pb2_grpc
from shared.kit.grpc import Servicer

from chat.rpc.evidence import EvidenceServicer
from chat.rpc.sends import SendServicer
from chat.wiring import Wiring


def servicers(wiring: Wiring) -> list[Servicer]:
    return [
        Servicer(
            sends_pb2.DESCRIPTOR.services_by_name["SendService"].full_name,
            sends_pb2_grpc.add_SendServiceServicer_to_server,
            SendServicer(wiring),
        ),
        Servicer(
            evidence_pb2.DESCRIPTOR.services_by_name["EvidenceService"].full_name,
            evidence_pb2_grpc.add_EvidenceServiceServicer_to_server,
            EvidenceServicer(wiring),
        ),
    ]
