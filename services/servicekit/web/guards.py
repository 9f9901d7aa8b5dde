"""Requests that change something must come from our own pages."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Request

from servicekit.errors import Forbidden, WrongType
from servicekit.web.caller import SITE_HEADER

View = TypeVar("View", bound=Callable[..., Any])
CLIENT_HEADER = "X-Request-Type"
OURS = ("same-origin", "none")


class ForeignRequest(Forbidden):
    code = "foreign_request"


class Origins:
    """The origins of our own pages, by site.

    They come from configuration. The scheme of a request is the one of its last hop: behind a proxy that ends TLS every
    service is asked over http.
    """

    def __init__(self, public_url: str, of_sites: Mapping[str, Collection[str]] | None = None) -> None:
        parts = urlsplit(public_url)
        self._of_sites = of_sites or {}
        self._all = {
            f"{parts.scheme}://{parts.netloc}",
            *(origin for each in self._of_sites.values() for origin in each),
        }

    def include(self, origin: str, site: str | None) -> bool:
        """Whether a page of this origin belongs to the site that was asked, or to any when the gateway names none."""
        return origin in (self._of_sites.get(site, ()) if site and self._of_sites else self._all)


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


def check_origin(request: Request, view: Callable[..., Any] | None, origins: Origins) -> None:
    """Raises Forbidden or WrongType for a state-changing request that our own pages cannot have sent."""
    if request.method in ("GET", "HEAD") and not getattr(view, "changes_state", False):
        return
    if getattr(view, "is_webhook", False):
        return
    origin = request.headers.get("Origin")
    if origin is not None and not origins.include(origin, request.headers.get(SITE_HEADER)):
        raise ForeignRequest()
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in OURS:
        raise ForeignRequest()
    if getattr(view, "is_beacon", False):
        return
    if not request.headers.get(CLIENT_HEADER):
        raise ForeignRequest()
    if request.method != "GET" and request.mimetype not in ("application/json", "multipart/form-data"):
        raise WrongType()
