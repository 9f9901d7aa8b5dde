"""Envoy's configuration, from the route table: `python -m gateway.envoy SETTINGS.json ENVOY.json`.

The settings are those of `gateway.settings.GatewaySettings`. Envoy reads JSON as it reads YAML.
"""

import json
import sys
from pathlib import Path
from typing import Any

from gateway.clusters import clusters
from gateway.listener import listener
from gateway.routes import load_routes
from gateway.settings import GatewaySettings


def configuration(settings: GatewaySettings) -> dict[str, Any]:
    routes = load_routes(settings.routes_file, development=settings.development)
    host, _, port = settings.admin.rpartition(":")
    return {
        "admin": {"address": {"socket_address": {"address": host, "port_value": int(port)}}},
        "static_resources": {
            "listeners": [listener(settings)],
            "clusters": clusters(routes, settings.addresses),
        },
        "overload_manager": {
            "resource_monitors": [
                {
                    "name": "envoy.resource_monitors.global_downstream_max_connections",
                    "typed_config": {
                        "@type": "type.googleapis.com/envoy.extensions.resource_monitors."
                        "downstream_connections.v3.DownstreamConnectionsConfig",
                        "max_active_downstream_connections": 50_000,
                    },
                }
            ]
        },
    }


def write(settings: GatewaySettings, target: Path) -> None:
    target.write_text(json.dumps(configuration(settings), indent=1))


def main() -> None:
    source, target = map(Path, sys.argv[1:])
    write(GatewaySettings.model_validate_json(source.read_text()), target)


if __name__ == "__main__":
    main()
