from flask import Blueprint, Response
from pydantic import Field
from shared.kit.http import Input, caller, endpoint

from billing.usecases.find_invoice import find_invoice
from billing.web.context import wiring

invoices = Blueprint("invoices", __name__, url_prefix="/api")


class InvoiceQuery(Input):
    company: str = Field(max_length=100)
    number: int = Field(ge=1, lt=2**63)


@invoices.get("/invoice.php")
@endpoint(media_type="application/pdf")
def get_invoice(query: InvoiceQuery) -> Response:
    """One of the caller's own invoices or credit notes, as PDF in the language of the purchase."""
    dependencies = wiring()
    found = find_invoice(dependencies.unit_of_work(), caller().member_id, query.company, query.number)
    content = dependencies.invoice_pdf.render(found, dependencies.sites.get(found.invoice.site))
    headers = {"Content-Disposition": f'attachment; filename="{found.file_name}"', "Cache-Control": "no-store"}
    return Response(content, mimetype="application/pdf", headers=headers)
