"""A listener of health and metrics beside the public one: probes and Prometheus reach it, visitors do not.

Envoy's admin port can also end the process and stays on the loopback address; this listener forwards two of its paths.
"""

from typing import Any

from gateway.clusters import cluster
from gateway.settings import GatewaySettings

MANAGER = "envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager"
ADMIN = "admin"


def health_clusters(settings: GatewaySettings) -> list[dict[str, Any]]:
    return [cluster(ADMIN, settings.admin)] if settings.health else []


def health_listeners(settings: GatewaySettings) -> list[dict[str, Any]]:
    """`/health/live` answers as long as a thread of Envoy does, `/health/ready` once all listeners are configured."""
    if settings.health is None:
        return []
    host, _, port = settings.health.rpartition(":")
    to_admin = {"cluster": ADMIN, "timeout": "5s"}
    routes = [
        {"match": {"path": "/health/live"}, "direct_response": {"status": 200, "body": {"inline_string": "live\n"}}},
        {"match": {"path": "/health/ready"}, "route": to_admin | {"prefix_rewrite": "/ready"}},
        {"match": {"path": "/stats/prometheus"}, "route": to_admin},
    ]
    manager = {
        "@type": f"type.googleapis.com/{MANAGER}",
        "stat_prefix": "health",
        "http_filters": [
            {
                "name": "envoy.filters.http.router",
                "typed_config": {"@type": "type.googleapis.com/envoy.extensions.filters.http.router.v3.Router"},
            }
        ],
        "route_config": {
            "name": "health",
            "virtual_hosts": [{"name": "health", "domains": ["*"], "routes": routes}],
        },
    }
    return [
        {
            "name": "health",
            "address": {"socket_address": {"address": host, "port_value": int(port)}},
            # Refusing visitors at the limit of connections or of memory must not end the pod.
            "ignore_global_conn_limit": True,
            "bypass_overload_manager": True,
            "filter_chains": [{"filters": [{"name": MANAGER, "typed_config": manager}]}],
        }
    ]
