from flask import Blueprint, Response
from shared.kit.http import caller, endpoint

from identity.security_events import Action
from identity.usecases.export_data import fetch_export, request_export, show_export
from identity.web.context import site_key, wiring
from identity.web.guess_limits import limits_guesses
from identity.web.models.exports import ExportAnswer, ExportOut, FetchExport, RequestExport
from identity.web.security_events import logs

exports = Blueprint("exports", __name__, url_prefix="/api")


@exports.get("/export.php")
@endpoint()
def get_export() -> ExportAnswer:
    """The state of the caller's newest export."""
    export, _ = show_export(wiring().unit_of_work(), caller().member_id)
    return ExportAnswer(export=ExportOut.of(export) if export else None)


@exports.post("/export.php")
@endpoint(status=201)
@logs(Action.ACCOUNT_EXPORT_ASK)
@limits_guesses
def post_export(body: RequestExport) -> ExportAnswer:
    """Request an export of the caller's data; a link is mailed."""
    dependencies = wiring()
    export = request_export(
        dependencies.unit_of_work(), dependencies.passwords, body.id, caller().member_id, body.password
    )
    return ExportAnswer(export=ExportOut.of(export))


@exports.post("/export-download.php")
@endpoint(media_type="application/zip")
@logs(Action.ACCOUNT_EXPORT)
def post_export_download(body: FetchExport) -> Response:
    """Download an export, once, with the token of the mailed link."""
    dependencies = wiring()
    content = fetch_export(dependencies.unit_of_work(), dependencies.store, site_key(), body.token)
    headers = {"Content-Disposition": 'attachment; filename="my-data.zip"', "Cache-Control": "no-store"}
    return Response(content, mimetype="application/zip", headers=headers)
