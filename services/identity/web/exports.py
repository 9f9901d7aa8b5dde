from flask import Blueprint, Response
from servicekit.web import caller, endpoint

from identity.security_events import Action
from identity.usecases.export_data import fetch_export, request_export, show_export
from identity.web.context import site_key, wiring
from identity.web.guessing import takes_secret
from identity.web.models import ExportAnswer, ExportOut, FetchExport, RequestExport
from identity.web.security_events import logs

exports = Blueprint("exports", __name__, url_prefix="/api")


@exports.get("/export.php")
@endpoint()
def get_export() -> ExportAnswer:
    """How far the caller's copy of their data is."""
    export, _ = show_export(wiring().unit_of_work(), caller().member_id)
    return ExportAnswer(export=ExportOut.of(export) if export else None)


@exports.post("/export.php")
@endpoint(status=201)
@logs(Action.ACCOUNT_EXPORT_ASK)
@takes_secret
def post_export(body: RequestExport) -> ExportAnswer:
    """Ask for a copy of one's own data; a link comes by mail."""
    held = wiring()
    export = request_export(held.unit_of_work(), held.passwords, body.id, caller().member_id, body.password)
    return ExportAnswer(export=ExportOut.of(export))


@exports.post("/export-download.php")
@endpoint(media_type="application/zip")
@logs(Action.ACCOUNT_EXPORT)
def post_export_download(body: FetchExport) -> Response:
    """The copy itself, once, for who holds the mailed link's token."""
    held = wiring()
    content = fetch_export(held.unit_of_work(), held.erasers, site_key(), body.token)
    headers = {"Content-Disposition": 'attachment; filename="my-data.zip"', "Cache-Control": "no-store"}
    return Response(content, mimetype="application/zip", headers=headers)
