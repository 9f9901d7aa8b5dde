"""The way in from browsers: one app factory, one way to read a request, one way to answer."""

from servicekit.web.app import create_app
from servicekit.web.caller import Caller, caller, caller_or_none, locale
from servicekit.web.endpoint import endpoint

__all__ = ["Caller", "caller", "caller_or_none", "create_app", "endpoint", "locale"]
