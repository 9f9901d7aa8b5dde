"""HTTP: the Flask app factory, typed endpoints, the caller of a request, rate limits, outgoing requests."""

from shared.kit.http.app import create_app
from shared.kit.http.async_views import AsyncViews, Streaming
from shared.kit.http.authentication import TokenAuthentication
from shared.kit.http.authorization import PremiumRequired, RouteAuthorization
from shared.kit.http.callers import (
    ALGORITHM,
    AUDIENCE,
    ISSUER,
    SITE_HEADER,
    TOKEN_HEADER,
    Caller,
    caller,
    caller_or_none,
    locale,
    locale_of,
)
from shared.kit.http.csrf import beacon, changes_state, page_form, webhook
from shared.kit.http.device_classes import device_class, device_class_of
from shared.kit.http.egress import EgressRefused, session_to, session_to_hosts
from shared.kit.http.endpoints import Input, Nothing, Output, body_as, endpoint, integer
from shared.kit.http.rate_limit import RateLimiter, Subjects, limiter, visitor
from shared.kit.http.replica_reads import ReplicaReads
from shared.kit.http.sources import ADDRESS_HEADER, hashed_source, network_of, source
from shared.kit.http.strict_json import is_clean, parse
from shared.kit.http.webhook_signatures import SIGNATURE_HEADER, is_signed, signed

__all__ = [
    "ADDRESS_HEADER",
    "ALGORITHM",
    "AUDIENCE",
    "ISSUER",
    "SIGNATURE_HEADER",
    "SITE_HEADER",
    "TOKEN_HEADER",
    "AsyncViews",
    "Caller",
    "EgressRefused",
    "Input",
    "Nothing",
    "Output",
    "PremiumRequired",
    "RateLimiter",
    "ReplicaReads",
    "RouteAuthorization",
    "Streaming",
    "Subjects",
    "TokenAuthentication",
    "beacon",
    "body_as",
    "caller",
    "caller_or_none",
    "changes_state",
    "create_app",
    "device_class",
    "device_class_of",
    "endpoint",
    "hashed_source",
    "integer",
    "is_clean",
    "is_signed",
    "limiter",
    "locale",
    "locale_of",
    "network_of",
    "page_form",
    "parse",
    "session_to",
    "session_to_hosts",
    "signed",
    "source",
    "visitor",
    "webhook",
]
