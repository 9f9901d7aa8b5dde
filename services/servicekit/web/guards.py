"""Requests that change something must come from our own pages."""

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Request

from servicekit.errors import Forbidden, WrongType

View = TypeVar("View", bound=Callable[..., Any])
CLIENT_HEADER = "X-Request-Type"
OURS = ("same-origin", "none")


class ForeignRequest(Forbidden):
    code = "foreign_request"


def changes_state(view: View) -> View:
    """Marks a GET that changes something (logout): it is guarded like a POST."""
    view.changes_state = True  # type: ignore[attr-defined]
    return view


def beacon(view: View) -> View:
    """Marks a call sent as a page goes away: it cannot carry our header, and changes nothing that matters."""
    view.is_beacon = True  # type: ignore[attr-defined]
    return view


def webhook(view: View) -> View:
    """Marks a call from another company's servers: a form without our header. What it says is only a hint to ask."""
    view.is_webhook = True  # type: ignore[attr-defined]
    return view


def check_origin(request: Request, view: Callable[..., Any] | None, public_url: str) -> None:
    """Raises Forbidden or WrongType for a state-changing request that our own pages cannot have sent."""
    if request.method in ("GET", "HEAD") and not getattr(view, "changes_state", False):
        return
    if getattr(view, "is_webhook", False):
        return
    origin = request.headers.get("Origin")
    if origin is not None and origin not in (_origin(public_url), f"{request.scheme}://{request.host}"):
        raise ForeignRequest()
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in OURS:
        raise ForeignRequest()
    if getattr(view, "is_beacon", False):
        return
    if not request.headers.get(CLIENT_HEADER):
        raise ForeignRequest()
    if request.method != "GET" and request.mimetype not in ("application/json", "multipart/form-data"):
        raise WrongType()


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
