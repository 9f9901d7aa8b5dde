"""gRPC API of identity for other services."""

from pairwise.identity.v1 import (
    accounts_pb2,
    accounts_pb2_grpc,
    exports_pb2,
    exports_pb2_grpc,
    sessions_pb2,
    sessions_pb2_grpc,
    support_pb2,
    support_pb2_grpc,
)
from shared.kit.grpc import Servicer

from identity.rpc.accounts import AccountServicer
from identity.rpc.exports import ExportServicer
from identity.rpc.sessions import SessionServicer
from identity.rpc.support import SupportServicer
from identity.wiring import Wiring


def servicers(wiring: Wiring) -> list[Servicer]:
    return [
        Servicer(
            accounts_pb2.DESCRIPTOR.services_by_name["AccountService"].full_name,
            accounts_pb2_grpc.add_AccountServiceServicer_to_server,
            AccountServicer(wiring),
        ),
        Servicer(
            exports_pb2.DESCRIPTOR.services_by_name["ExportService"].full_name,
            exports_pb2_grpc.add_ExportServiceServicer_to_server,
            ExportServicer(wiring),
        ),
        Servicer(
            sessions_pb2.DESCRIPTOR.services_by_name["SessionService"].full_name,
            sessions_pb2_grpc.add_SessionServiceServicer_to_server,
            SessionServicer(wiring),
        ),
        Servicer(
            support_pb2.DESCRIPTOR.services_by_name["SupportService"].full_name,
            support_pb2_grpc.add_SupportServiceServicer_to_server,
            SupportServicer(wiring),
        ),
    ]
