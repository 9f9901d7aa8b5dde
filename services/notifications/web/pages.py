from flask import Blueprint, request
from prometheus_client import Counter
from shared.kit.http import Nothing, beacon, caller_or_none, endpoint

from notifications.usecases.note_hidden_page import note_hidden_page
from notifications.web.context import wiring
from notifications.web.models import Empty

pages = Blueprint("pages", __name__, url_prefix="/api")

# A visitor is in no table: of them only the sum is known.
pages_hidden = Counter("pages_hidden_total", "Pages that told they were hidden", ["caller"])


@pages.post("/page-hidden.php")
@beacon
@endpoint(status=204)
def post_page_hidden(body: Empty) -> Nothing:
    """A page was hidden: pushes to its member wait for it no longer. Of visitors' pages only the number is counted, and
    not with `Sec-GPC: 1` (Global Privacy Control)."""
    member = caller_or_none()
    if member:
        note_hidden_page(wiring().unit_of_work(), member.member_id)
    if member or request.headers.get("Sec-GPC", "") != "1":
        pages_hidden.labels("member" if member else "visitor").inc()
    return Nothing()
