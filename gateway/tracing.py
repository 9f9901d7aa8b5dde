"""Tracing: the gateway begins the trace of every request, and sends its span to the collector of the services.

A `traceparent` of a visitor is not taken over: it would decide what is recorded. Without a collector spans go nowhere,
and the id of the trace is still in the logs of everything that a request causes.
"""

from typing import Any
from urllib.parse import urlsplit

from gateway.clusters import cluster
from gateway.settings import GatewaySettings

COLLECTOR = "collector"
TRACES_PATH = "/v1/traces"
EXTENSIONS = "type.googleapis.com/envoy.extensions"
# Headers of a visitor that would name the trace or decide about its recording.
OF_VISITORS = ["traceparent", "tracestate", "baggage", "x-client-trace-id"]
# Tags that Envoy sets by itself: a path and its query may hold a secret, the others are a visitor's own.
NOT_SHOWN = ["http.url", "peer.address", "user_agent", "guid:x-client-trace-id", "downstream_cluster"]


def tracing(settings: GatewaySettings) -> dict[str, Any]:
    """Settings of the public listener's connection manager."""
    # Envoy wants an exporter; without a collector no span is sampled, so none is exported.
    uri = (settings.traces_endpoint or "http://nowhere").rstrip("/") + TRACES_PATH
    tracer = {
        "@type": "type.googleapis.com/envoy.config.trace.v3.OpenTelemetryConfig",
        "service_name": "gateway",
        "http_service": {"http_uri": {"uri": uri, "cluster": COLLECTOR, "timeout": "5s"}},
    }
    recorded = settings.traces_ratio * 100 if settings.traces_endpoint else 0
    return {
        "early_header_mutation_extensions": [
            {
                "name": "envoy.http.early_header_mutation.header_mutation",
                "typed_config": {
                    "@type": f"{EXTENSIONS}.http.early_header_mutation.header_mutation.v3.HeaderMutation",
                    "mutations": [{"remove": name} for name in OF_VISITORS],
                },
            }
        ],
        "tracing": {
            "provider": {"name": "envoy.tracers.opentelemetry", "typed_config": tracer},
            "random_sampling": {"value": recorded},
            "client_sampling": {"value": 0},
            "spawn_upstream_span": False,
            "custom_tags": [{"tag": name, "literal": {"value": "..."}} for name in NOT_SHOWN],
        },
    }


def tracing_clusters(settings: GatewaySettings) -> list[dict[str, Any]]:
    if not settings.traces_endpoint:
        return []
    address = urlsplit(settings.traces_endpoint)
    port = address.port or {"https": 443, "http": 80}[address.scheme]
    made = cluster(COLLECTOR, f"{address.hostname}:{port}")
    if address.scheme == "https":
        made["transport_socket"] = {
            "name": "envoy.transport_sockets.tls",
            "typed_config": {
                "@type": f"{EXTENSIONS}.transport_sockets.tls.v3.UpstreamTlsContext",
                "sni": address.hostname,
                "common_tls_context": {"validation_context": {"system_root_certs": {}}},
            },
        }
    return [made]
