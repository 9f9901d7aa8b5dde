"""Caps on uploads, which lie in the gateway's memory until they are whole.

Two listeners, one behind the other in one process: the public one passes an upload on as it comes, through a cluster
whose circuit breaker lets as many be under way as half of the heap holds; the inner one buffers it and calls the
service. What is over the cap gets 503 before a byte of its body is read. What one member may begin is counted before.
The slots are in groups, and a member's hash chooses the group: slow uploads of one member fill one group, and those in
the others go on.
Envoy's reset of the largest requests would be shorter, but spares those of HTTP/1.
"""

from typing import Any

from shared.registry import DEFAULT_BODY_BYTES, RateLimit, Route

from gateway.settings import GatewaySettings
from gateway.tokens import MEMBER

# The inner listener, and the beginning of its clusters' names.
UPLOADS = "uploads"
INTERNAL = "type.googleapis.com/envoy.extensions.bootstrap.internal_listener.v3.InternalListener"
# Of the heap for uploads.
SHARE = 0.5
# Groups of slots; a member reaches one of them.
GROUPS = 4
# Without a heap of a stated size.
USUAL_SLOTS = 32
CONNECTIONS = 100_000
# What the inner connection holds on top of the buffered body.
INNER_BUFFER_KIB = 64

UPLOAD_FILTER = "envoy.filters.http.local_ratelimit"
UPLOAD_TYPE = "type.googleapis.com/envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit"
# Members whose uploads are counted at once; the least recent one is forgotten for a new one.
MEMBERS = 20_000
UNLIMITED = {"max_tokens": 1_000_000, "tokens_per_fill": 1_000_000, "fill_interval": "1s"}
ALWAYS = {"default_value": {"numerator": 100, "denominator": "HUNDRED"}}


def is_upload(route: Route, method: str) -> bool:
    return method not in ("GET", "DELETE") and route.body > DEFAULT_BODY_BYTES


def slots(settings: GatewaySettings, largest: int) -> int:
    """How many uploads of this many bytes may be under way at once in one gateway."""
    return USUAL_SLOTS if settings.heap_bytes is None else max(1, int(settings.heap_bytes * SHARE) // largest)


def bootstrap_extension() -> dict[str, Any]:
    """Lets clusters connect to listeners of this process."""
    return {
        "name": "envoy.bootstrap.internal_listener",
        "typed_config": {"@type": INTERNAL, "buffer_size_kb": INNER_BUFFER_KIB},
    }


def slots_of_groups(settings: GatewaySettings, largest: int) -> list[int]:
    """The slots of each group, equal but for one; none is empty, because its members could upload nothing."""
    many = slots(settings, largest)
    return [max(1, (many + number) // GROUPS) for number in range(GROUPS)]


def to_group() -> dict[str, Any]:
    """The action of a route: the cluster of the group that the member's hash chooses."""
    groups = [{"name": _group(number), "weight": 1} for number in range(GROUPS)]
    return {
        "weighted_clusters": {"clusters": groups, "use_hash_policy": True},
        "hash_policy": [{"header": {"header_name": MEMBER}}],
    }


def upload_clusters(settings: GatewaySettings, routes: list[Route]) -> list[dict[str, Any]]:
    """The inner listener once for each group, with as many requests under way as it has slots."""
    largest = max(route.body for route in routes)
    return [_cluster(_group(number), most) for number, most in enumerate(slots_of_groups(settings, largest))]


def _group(number: int) -> str:
    return f"{UPLOADS}-{number}"


def _cluster(name: str, most: int) -> dict[str, Any]:
    address = {"envoy_internal_address": {"server_listener_name": UPLOADS}}
    return {
        "name": name,
        "type": "STATIC",
        "connect_timeout": "1s",
        "load_assignment": {
            "cluster_name": name,
            "endpoints": [{"lb_endpoints": [{"endpoint": {"address": address}}]}],
        },
        "circuit_breakers": {
            # Connections do not count: at their limit a request would wait instead of being refused.
            "thresholds": [{"max_requests": most, "max_connections": CONNECTIONS, "max_pending_requests": CONNECTIONS}]
        },
    }


def upload_filter() -> dict[str, Any]:
    """Counts nothing by itself: routes do."""
    return {"name": UPLOAD_FILTER, "typed_config": {"@type": UPLOAD_TYPE, "stat_prefix": UPLOADS}}


def for_route(limit: RateLimit | None) -> dict[str, Any]:
    """A token bucket for each member that lets through all that the limit's shortest window allows."""
    windows = limit.windows("member") if limit else ()
    if not windows:
        return {}
    shortest = min(windows, key=lambda window: window.seconds)
    bucket = {
        "max_tokens": shortest.most,
        "tokens_per_fill": 1,
        "fill_interval": f"{shortest.seconds / shortest.most:.3f}s",
    }
    return {
        UPLOAD_FILTER: {
            "@type": UPLOAD_TYPE,
            "stat_prefix": UPLOADS,
            "filter_enabled": ALWAYS,
            "filter_enforced": ALWAYS,
            # Envoy wants a bucket for requests without a member; there are none.
            "token_bucket": UNLIMITED,
            "always_consume_default_token_bucket": False,
            # An entry without a value has a bucket of its own for each value that comes.
            "descriptors": [{"entries": [{"key": "member"}], "token_bucket": bucket}],
            "max_dynamic_descriptors": MEMBERS,
            "rate_limits": [{"actions": [{"request_headers": {"header_name": MEMBER, "descriptor_key": "member"}}]}],
        }
    }
