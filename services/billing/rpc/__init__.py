"""gRPC services of billing."""

from pairwise.billing.v1 import wallet_pb2, wallet_pb2_grpc
from shared.kit.rpc import Servicer

from billing.rpc.wallets import WalletServicer
from billing.wiring import Wiring


def servicers(wiring: Wiring) -> list[Servicer]:
    return [
        Servicer(
            wallet_pb2.DESCRIPTOR.services_by_name["WalletService"].full_name,
            wallet_pb2_grpc.add_WalletServiceServicer_to_server,
            WalletServicer(wiring),
        )
    ]
