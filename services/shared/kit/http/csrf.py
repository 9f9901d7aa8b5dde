"""CSRF protection: a state-changing request must come from a page of ours.

Three checks that a page of another origin cannot pass: the `Origin` header, `Sec-Fetch-Site`, and a header of our own
(`X-Request-Type`) together with a content type, which force a CORS preflight that we never answer.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Request

from shared.kit.core.errors import Forbidden, WrongType
from shared.kit.http.callers import SITE_HEADER

View = TypeVar("View", bound=Callable[..., Any])
CLIENT_HEADER = "X-Request-Type"
OWN_FETCH_SITES = ("same-origin", "none")


class ForeignRequest(Forbidden):
    code = "foreign_request"


class Origins:
    """The origins of our own pages, by site.

    They come from configuration, not from the request: its scheme is that of the last hop, which behind a proxy that
    terminates TLS is always http.
    """

    def __init__(self, public_url: str, of_sites: Mapping[str, Collection[str]] | None = None) -> None:
        parts = urlsplit(public_url)
        self._of_sites = of_sites or {}
        self._own = f"{parts.scheme}://{parts.netloc}"

    def include(self, origin: str, site: str | None) -> bool:
        """Whether this origin is one of `site`; without a site, whether it is one of any."""
        if site and self._of_sites:
            return origin in self._of_sites.get(site, ())
        return origin == self._own or any(origin in each for each in self._of_sites.values())


def changes_state(view: View) -> View:
    """Mark a GET that changes state (logout): it is checked like a POST."""
    view.changes_state = True  # type: ignore[attr-defined]
    return view


def beacon(view: View) -> View:
    """Mark a call sent by `navigator.sendBeacon`: it cannot carry our header, and changes nothing that matters."""
    view.is_beacon = True  # type: ignore[attr-defined]
    return view


def page_form(view: View) -> View:
    """Mark a form of a page that works without script: it cannot carry our header, and signs nobody in or up."""
    view.is_page_form = True  # type: ignore[attr-defined]
    return view


def webhook(view: View) -> View:
    """Mark a webhook: a form without our header, from another company's servers. Its content is not trusted: it is only
    a hint to ask that company."""
    view.is_webhook = True  # type: ignore[attr-defined]
    return view


def check_origin(request: Request, view: Callable[..., Any] | None, origins: Origins) -> None:
    """Raise Forbidden or WrongType for a state-changing request that our pages cannot have sent."""
    if request.method in ("GET", "HEAD") and not getattr(view, "changes_state", False):
        return
    if getattr(view, "is_webhook", False):
        return
    origin = request.headers.get("Origin")
    if origin is not None and not origins.include(origin, request.headers.get(SITE_HEADER)):
        raise ForeignRequest()
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in OWN_FETCH_SITES:
        raise ForeignRequest()
    if getattr(view, "is_beacon", False) or getattr(view, "is_page_form", False):
        return
    if not request.headers.get(CLIENT_HEADER):
        raise ForeignRequest()
    if request.method != "GET" and request.mimetype not in ("application/json", "multipart/form-data"):
        raise WrongType()
