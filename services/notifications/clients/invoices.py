from uuid import UUID

from pairwise.billing.v1.invoices_pb2 import GetPdfRequest, InvoicePdf
from pairwise.billing.v1.invoices_pb2_grpc import InvoiceServiceStub
from shared.kit.grpc import Client, Peer

from notifications.ports import Attachment


class BillingInvoices:
    """Asks billing for an invoice as PDF; notifications stores none."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, InvoiceServiceStub)

    def find(self, member_id: UUID, company: str, number: int) -> Attachment:
        request = GetPdfRequest(member_id=str(member_id), company=company, number=number)
        found = self._client.ask("GetPdf", request, InvoicePdf)
        return Attachment(found.file_name, found.content)
