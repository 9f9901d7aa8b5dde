"""HTTP edge: the Flask app factory, the caller of a request, and typed endpoints."""

from shared.kit.web.app import create_app, provide
from shared.kit.web.caller import Caller, caller, caller_or_none, locale
from shared.kit.web.endpoint import endpoint

__all__ = ["Caller", "caller", "caller_or_none", "create_app", "endpoint", "locale", "provide"]
