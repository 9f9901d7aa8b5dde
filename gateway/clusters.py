"""The processes behind the gateway, as Envoy's clusters."""

import ipaddress
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from shared.registry import Route

TLS = "type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext"
HTTP_OPTIONS = "envoy.extensions.upstreams.http.v3.HttpProtocolOptions"

# Shorter than any of our servers keeps an idle connection, one that is about to stop (two seconds) included, so that
# none is closed just as we use it.
IDLE_SECONDS = 1
# Requests during a process restart are retried until it is back; Envoy's default would allow three at once.
RETRIES = {"max_retries": 1_000}
# Circuit breaker: requests in flight or queued at one pod of a service, about as many as it answers within a second or
# two. Requests over it get 503 at once, so that the service keeps serving those it has accepted. A request is pending
# while its connection is opened, too, and idle connections are closed: a burst at a quiet gateway is pending as a
# whole, so fewer pending than connections would refuse it below capacity.
CONNECTIONS_PER_POD = 64
# Pictures and pages come many at once and are served soon: they stand in a line of their own (gateway/paths.py).
FILE_CONNECTIONS_PER_POD = 96
# Enough for the requests of one page, however many gateways share a pod.
FEWEST_CONNECTIONS = 16
# Each open stream is a request; the usual limit of 1024 would end the chat's growth.
STREAM_LIMITS = {**RETRIES, "max_connections": 128, "max_requests": 50_000, "max_pending_requests": 10_000}

# Streams share connections: one of their own would cost each of them two buffers, a timer and a file.
STREAMS = {
    # As many as the server takes on one (shared/kit/http/http2.py).
    "max_concurrent_streams": 500,
    # Flow control: a page that reads nothing holds little here, and all of them together do not stop the others.
    "initial_stream_window_size": 65_535,
    "initial_connection_window_size": 67_108_864,
}


def cluster_name(target: str) -> str:
    return target.replace("/", "-")


def cluster_of(route: Route, method: str) -> str:
    """The cluster that answers this method. Calls to a process that holds streams are a cluster of their own: they have
    other limits, and HTTP/1.1."""
    target = route.target_of(method)
    return cluster_name(target) if target == route.target else f"{cluster_name(target)}-calls"


# A name that an operator gives may have addresses of both families, of which one may lead nowhere: connect to both, and
# keep the first that answers (https://www.rfc-editor.org/rfc/rfc8305).
BOTH_FAMILIES = {"type": "LOGICAL_DNS", "dns_lookup_family": "ALL"}


def circuit_breakers(pods: float = 1) -> list[dict[str, Any]]:
    """The thresholds of a cluster with this many pods for each gateway."""
    limits = []
    for priority, per_pod in (("DEFAULT", CONNECTIONS_PER_POD), ("HIGH", FILE_CONNECTIONS_PER_POD)):
        most = max(round(per_pod * pods), FEWEST_CONNECTIONS)
        limits.append({"priority": priority, "max_connections": most, "max_pending_requests": most, **RETRIES})
    return limits


def outside(name: str, url: str, trusted_roots: Path, *, pods: float = 1) -> dict[str, Any]:
    """The cluster of an address that an operator gives: plain or by TLS, over IPv6 or IPv4."""
    address = urlsplit(url)
    port = address.port or {"https": 443, "http": 80}[address.scheme]
    made = cluster(name, f"{address.hostname}:{port}", pods=pods)
    if made["type"] != "STATIC":
        made |= BOTH_FAMILIES
    if address.scheme == "https":
        names = [{"san_type": "DNS", "matcher": {"exact": address.hostname}}]
        validation = {"trusted_ca": {"filename": str(trusted_roots)}, "match_typed_subject_alt_names": names}
        made["transport_socket"] = {
            "name": "envoy.transport_sockets.tls",
            "typed_config": {
                "@type": TLS,
                "sni": address.hostname,
                "common_tls_context": {"validation_context": validation},
            },
        }
    return made


def cluster(name: str, address: str, *, holds_streams: bool = False, pods: float = 1) -> dict[str, Any]:
    return {
        "name": name,
        "type": "STATIC" if _is_ip(_host_and_port(address)[0]) else "STRICT_DNS",
        "connect_timeout": "1s",
        "load_assignment": {"cluster_name": name, "endpoints": [_endpoints(address)]},
        "circuit_breakers": {"thresholds": [STREAM_LIMITS] if holds_streams else circuit_breakers(pods)},
        "typed_extension_protocol_options": {
            HTTP_OPTIONS: {
                "@type": f"type.googleapis.com/{HTTP_OPTIONS}",
                "common_http_protocol_options": {"idle_timeout": f"{IDLE_SECONDS}s"},
                "explicit_http_config": (
                    {"http2_protocol_options": STREAMS} if holds_streams else {"http_protocol_options": {}}
                ),
            }
        },
    }


def clusters(
    routes: Iterable[Route], addresses: dict[str, str], pods_per_gateway: Mapping[str, float]
) -> list[dict[str, Any]]:
    """The clusters of these routes. Raises ValueError for a target without an address.

    Calls to pods that hold streams go to the service's web pods while the name of the former has no address: in an
    upgrade the pods of the release before, which take no calls, may be all there are.
    """
    wanted = {cluster_of(route, method): (route, method) for route in routes for method in route.methods}
    made = []
    for name, (route, method) in sorted(wanted.items()):
        target = route.target_of(method)
        if (address := addresses.get(name) or addresses.get(target)) is None:
            raise ValueError(f"no address for {target}")
        pods = pods_per_gateway.get(target, 1)
        made.append(cluster(name, address, holds_streams=route.is_stream, pods=pods))
        if name in addresses and (web := addresses.get(f"{target.partition('/')[0]}/web")):
            made[-1]["load_assignment"]["endpoints"].append(_endpoints(web, priority=1))
    return made


def discovered(cluster: dict[str, Any], file: str) -> dict[str, Any]:
    """The cluster with endpoints that Envoy reads from this file, and again when it is replaced (EDS).

    Requests go to the new endpoint from then on; those under way end at the earlier one.
    """
    kept = {key: value for key, value in cluster.items() if key != "load_assignment"}
    return kept | {"type": "EDS", "eds_cluster_config": {"eds_config": {"path_config_source": {"path": file}}}}


def _endpoints(address: str, priority: int = 0) -> dict[str, Any]:
    """Endpoints that are asked while those of every lower number are gone."""
    host, port = _host_and_port(address)
    socket = {"socket_address": {"address": host, "port_value": port}}
    return {"lb_endpoints": [{"endpoint": {"address": socket}}], "priority": priority}


def _host_and_port(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
