"""The processes behind the gateway, as Envoy's clusters."""

import ipaddress
from collections.abc import Iterable
from typing import Any

from gateway.paths import cluster_name

HTTP_OPTIONS = "envoy.extensions.upstreams.http.v3.HttpProtocolOptions"

# Shorter than any of our servers keeps an idle connection, one that is about to stop (two seconds) included, so that
# none is closed just as we use it.
IDLE_SECONDS = 1
LIMITS = {
    # Each open stream is a connection; the usual limit of 1024 would end the chat's growth.
    "max_connections": 50_000,
    "max_requests": 50_000,
    "max_pending_requests": 10_000,
    # Whoever asks while a process is started again waits for it; usually only three may.
    "max_retries": 1_000,
}


def cluster(target: str, address: str) -> dict[str, Any]:
    host, _, port = address.rpartition(":")
    host = host.strip("[]")
    socket = {"socket_address": {"address": host, "port_value": int(port)}}
    name = cluster_name(target)
    return {
        "name": name,
        "type": "STATIC" if _is_ip(host) else "STRICT_DNS",
        "connect_timeout": "1s",
        "load_assignment": {"cluster_name": name, "endpoints": [{"lb_endpoints": [{"endpoint": {"address": socket}}]}]},
        "circuit_breakers": {"thresholds": [LIMITS]},
        "typed_extension_protocol_options": {
            HTTP_OPTIONS: {
                "@type": f"type.googleapis.com/{HTTP_OPTIONS}",
                "common_http_protocol_options": {"idle_timeout": f"{IDLE_SECONDS}s"},
                "explicit_http_config": {"http_protocol_options": {}},
            }
        },
    }


def clusters(targets: Iterable[str], addresses: dict[str, str]) -> list[dict[str, Any]]:
    wanted = sorted(set(targets))
    if missing := [target for target in wanted if target not in addresses]:
        raise ValueError(f"no address for {', '.join(missing)}")
    return [cluster(target, addresses[target]) for target in wanted]


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
