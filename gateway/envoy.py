"""Envoy's configuration, from the route table: `python -m gateway.envoy SETTINGS.json ENVOY.json`.

The settings are those of `gateway.settings.GatewaySettings`. Envoy reads JSON as it reads YAML.
"""

import json
import sys
from pathlib import Path
from typing import Any

from shared.registry import load_routes

from gateway.clusters import clusters, discovered
from gateway.health import health_clusters, health_listeners
from gateway.listener import listener, upload_listener
from gateway.overload import overload_manager
from gateway.settings import GatewaySettings
from gateway.store import store_clusters
from gateway.tracing import tracing_clusters
from gateway.uploads import bootstrap_extension, upload_clusters

LISTENER_TYPE = "type.googleapis.com/envoy.config.listener.v3.Listener"
ENDPOINTS_TYPE = "type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment"
# Readiness, draining and metrics. Envoy's admin port can also end the process or show its configuration, and a page in
# a developer's browser can send requests to any port of this machine.
ADMIN_PATHS = [{"exact": "/ready"}, {"prefix": "/drain_listeners"}, {"prefix": "/stats"}]

# What alerts, dashboards, readiness (gateway/health.py) and rotation of endpoints read; Envoy has ten times as much.
STATISTICS = [
    {"prefix": "server."},
    {"safe_regex": {"regex": r"cluster\.[^.]+\.upstream_rq_([1-5]xx|active|pending_overflow|retry|time)"}},
    {"safe_regex": {"regex": r"cluster\.[^.]+\.membership_(change|degraded|excluded|healthy|total)"}},
    {"safe_regex": {"regex": r"http\.public\.downstream_(cx_active|rq_active|rq_[1-5]xx)"}},
    {"safe_regex": {"regex": r"vhost\..+\.route\..+\.upstream_rq_([1-5]xx|time)"}},
    {"safe_regex": {"regex": r"overload\..+\.pressure"}},
]

# Each thread reports this often that it lives; by default five times a second.
WATCHDOG = {"miss_timeout": "5s", "megamiss_timeout": "10s"}

# Envoy's own lines, in the shape of the services' (shared/kit/core/logs.py).
OWN_LOG = {
    "timestamp": "%Y-%m-%dT%T.%fZ",
    "level": "%l",
    "event": "%j",
    "logger": "%n",
    "service": "gateway",
    "process": "envoy",
}


def configuration(settings: GatewaySettings) -> dict[str, Any]:
    routes = load_routes(settings.routes_file, development=settings.development)
    host, _, port = settings.admin.rpartition(":")
    return {
        "admin": {
            "address": {"socket_address": {"address": host, "port_value": int(port)}},
            "allow_paths": ADMIN_PATHS,
        },
        "static_resources": {
            "listeners": [listener(settings), upload_listener(settings), *health_listeners(settings)],
            "clusters": [
                *clusters(routes, settings.addresses, settings.pods_per_gateway),
                *upload_clusters(settings, routes),
                *health_clusters(settings),
                *tracing_clusters(settings),
                *store_clusters(settings),
            ],
        },
        "bootstrap_extensions": [bootstrap_extension()],
        "overload_manager": overload_manager(settings),
        # Instead of every five seconds: metrics are merged when somebody scrapes them.
        "stats_flush_on_admin": True,
        "stats_config": {"stats_matcher": {"inclusion_list": {"patterns": STATISTICS}}},
        "watchdogs": {"main_thread_watchdog": WATCHDOG, "worker_watchdog": WATCHDOG},
        "application_log_config": {"log_format": {"json_format": OWN_LOG}},
    }


def write(settings: GatewaySettings, target: Path) -> None:
    """Write the configuration to start with, and beside it listeners and endpoints in files that Envoy watches.

    Writing again while Envoy runs puts a new listener in place (another key, another route): new connections get it,
    open ones are drained, none is refused. So it is with a service's next process at another address.
    """
    made = configuration(settings)
    static = made["static_resources"]
    listeners = target.with_name(f"{target.stem}-listeners.json")
    _replace(listeners, _resources(LISTENER_TYPE, static.pop("listeners")))
    static["clusters"] = [_with_watched_endpoints(each, target) for each in static["clusters"]]
    made["node"] = {"id": "gateway", "cluster": "pairwise"}
    made["dynamic_resources"] = {"lds_config": {"path_config_source": {"path": str(listeners)}}}
    _replace(target, made)


def _with_watched_endpoints(cluster: dict[str, Any], target: Path) -> dict[str, Any]:
    """Envoy wants a file for each cluster. Names of hosts it resolves by itself, and again when their time is up."""
    if cluster["type"] != "STATIC":
        return cluster
    file = target.with_name(f"{target.stem}-{cluster['name']}.json")
    _replace(file, _resources(ENDPOINTS_TYPE, [cluster["load_assignment"]]))
    return discovered(cluster, str(file))


def _resources(kind: str, resources: list[dict[str, Any]]) -> dict[str, Any]:
    return {"resources": [{"@type": kind, **each} for each in resources]}


def _replace(file: Path, content: dict[str, Any]) -> None:
    """Envoy takes notice of a file that is moved to its place, and never sees half of it."""
    fresh = file.with_name(f"{file.name}.new")
    fresh.write_text(json.dumps(content, indent=1))
    fresh.rename(file)


def main() -> None:
    source, target = map(Path, sys.argv[1:])
    write(GatewaySettings.model_validate_json(source.read_text()), target)


if __name__ == "__main__":
    main()
