"""A listener of health and metrics beside the public one: probes and Prometheus reach it, visitors do not.

Envoy's admin port can also end the process and stays on the loopback address; this listener forwards two of its paths.
"""

from typing import Any

from gateway.clusters import cluster
from gateway.settings import GatewaySettings

MANAGER = "envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager"
HEALTH_CHECK = "envoy.filters.http.health_check"
ADMIN = "admin"
PUBLIC = "public"
# Envoy would look once a minute where no request passes. An opened connection says enough, and leaves no line in the
# access log.
LOOKS = {
    "timeout": "1s",
    "interval": "1s",
    "no_traffic_interval": "1s",
    "unhealthy_threshold": 2,
    "healthy_threshold": 1,
}


def health_clusters(settings: GatewaySettings) -> list[dict[str, Any]]:
    if settings.health is None:
        return []
    port = settings.listen.rpartition(":")[2]
    public = cluster(PUBLIC, f"127.0.0.1:{port}") | {"health_checks": [LOOKS | {"tcp_health_check": {}}]}
    return [cluster(ADMIN, settings.admin), public]


def health_listeners(settings: GatewaySettings) -> list[dict[str, Any]]:
    """`/health/live` answers as long as a thread of Envoy does, `/health/ready` while the public listener takes
    connections: Envoy calls itself ready also when it has refused that listener."""
    if settings.health is None:
        return []
    host, _, port = settings.health.rpartition(":")
    to_admin = {"cluster": ADMIN, "timeout": "5s"}
    routes = [
        {"match": {"path": "/health/live"}, "direct_response": {"status": 200, "body": {"inline_string": "live\n"}}},
        {"match": {"path": "/stats/prometheus"}, "route": to_admin},
    ]
    manager = {
        "@type": f"type.googleapis.com/{MANAGER}",
        "stat_prefix": "health",
        "http_filters": [
            {
                "name": HEALTH_CHECK,
                "typed_config": {
                    "@type": "type.googleapis.com/envoy.extensions.filters.http.health_check.v3.HealthCheck",
                    "pass_through_mode": False,
                    "headers": [{"name": ":path", "string_match": {"exact": "/health/ready"}}],
                    "cluster_min_healthy_percentages": {PUBLIC: {"value": 100}},
                },
            },
            {
                "name": "envoy.filters.http.router",
                "typed_config": {"@type": "type.googleapis.com/envoy.extensions.filters.http.router.v3.Router"},
            },
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
