"""Requests of members and of the desk about photos, sanctions and complaints."""

from typing import Any
from uuid import uuid4

from shared.kit.testing.web import Browser

STATED = {"reason": "harassment", "ground": "terms", "facts": "Wrote threats to three members."}


def complain(browser: Browser, **body: Any) -> Any:
    usual = {"id": str(uuid4()), "kind": "profile", "reason": "fake", "text": "These are photos of an actor."}
    return browser.post("/api/complaint.php", {**usual, **body})


def decide(desk: Browser, complaint: str, what: str) -> Any:
    return desk.post(
        "/api/staff-complaints.php", {"id": str(uuid4()), "complaint_id": complaint, "measure": what, **STATED}
    )
