"""Limits on the memory of the whole gateway: Envoy's overload manager."""

from typing import Any

from gateway.settings import GatewaySettings

MONITORS = "type.googleapis.com/envoy.extensions.resource_monitors"
# Shares of the heap: give memory back to the system, take no more keep-alive, then refuse new requests with 503.
SHRINK_AT, CLOSE_AT, REFUSE_AT = 0.7, 0.85, 0.95
HEAP = "envoy.resource_monitors.fixed_heap"


def overload_manager(settings: GatewaySettings) -> dict[str, Any]:
    connections = {
        "name": "envoy.resource_monitors.global_downstream_max_connections",
        "typed_config": {
            "@type": f"{MONITORS}.downstream_connections.v3.DownstreamConnectionsConfig",
            "max_active_downstream_connections": settings.max_connections,
        },
    }
    if settings.heap_bytes is None:
        return {"resource_monitors": [connections]}
    heap = {
        "name": HEAP,
        "typed_config": {
            "@type": f"{MONITORS}.fixed_heap.v3.FixedHeapConfig",
            "max_heap_size_bytes": settings.heap_bytes,
        },
    }
    return {
        "refresh_interval": "0.25s",
        "resource_monitors": [connections, heap],
        "actions": [
            _action("shrink_heap", SHRINK_AT),
            _action("disable_http_keepalive", CLOSE_AT),
            _action("stop_accepting_requests", REFUSE_AT),
        ],
    }


def _action(name: str, share: float) -> dict[str, Any]:
    return {"name": f"envoy.overload_actions.{name}", "triggers": [{"name": HEAP, "threshold": {"value": share}}]}
