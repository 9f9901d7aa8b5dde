import grpc
from pairwise.billing.v1.invoices_pb2 import GetPdfRequest, InvoicePdf
from pairwise.billing.v1.invoices_pb2_grpc import InvoiceServiceServicer
from shared.kit.grpc import id_of

from billing.usecases.find_invoice import find_invoice
from billing.wiring import Wiring


class InvoiceServicer(InvoiceServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def GetPdf(self, request: GetPdfRequest, context: grpc.ServicerContext) -> InvoicePdf:
        member_id = id_of(request.member_id)
        found = find_invoice(self._wiring.unit_of_work(), member_id, request.company, request.number)
        site = self._wiring.sites.get(found.invoice.site)
        return InvoicePdf(file_name=found.file_name, content=self._wiring.invoice_pdf.render(found, site))
