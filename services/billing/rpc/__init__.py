"""gRPC services of billing."""

from pairwise.billing.v1 import (
    discounts_pb2,
    discounts_pb2_grpc,
    invoices_pb2,
    invoices_pb2_grpc,
    members_pb2,
    members_pb2_grpc,
    revenue_pb2,
    revenue_pb2_grpc,
    wallet_pb2,
    wallet_pb2_grpc,
)
from shared.kit.grpc import Servicer

from billing.rpc.discounts import DiscountServicer
from billing.rpc.invoices import InvoiceServicer
from billing.rpc.member_payments import MemberPaymentServicer
from billing.rpc.revenue import RevenueServicer
from billing.rpc.wallets import WalletServicer
from billing.wiring import Wiring


def servicers(wiring: Wiring) -> list[Servicer]:
    return [
        Servicer(
            wallet_pb2.DESCRIPTOR.services_by_name["WalletService"].full_name,
            wallet_pb2_grpc.add_WalletServiceServicer_to_server,
            WalletServicer(wiring),
        ),
        Servicer(
            revenue_pb2.DESCRIPTOR.services_by_name["RevenueService"].full_name,
            revenue_pb2_grpc.add_RevenueServiceServicer_to_server,
            RevenueServicer(wiring),
        ),
        Servicer(
            discounts_pb2.DESCRIPTOR.services_by_name["DiscountService"].full_name,
            discounts_pb2_grpc.add_DiscountServiceServicer_to_server,
            DiscountServicer(wiring),
        ),
        Servicer(
            invoices_pb2.DESCRIPTOR.services_by_name["InvoiceService"].full_name,
            invoices_pb2_grpc.add_InvoiceServiceServicer_to_server,
            InvoiceServicer(wiring),
        ),
        Servicer(
            members_pb2.DESCRIPTOR.services_by_name["MemberPaymentService"].full_name,
            members_pb2_grpc.add_MemberPaymentServiceServicer_to_server,
            MemberPaymentServicer(wiring),
        ),
    ]
