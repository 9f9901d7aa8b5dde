"""Tracing: the gateway begins the trace of every request, and sends its span to the collector of the services.

A `traceparent` of a visitor is not taken over: it would decide what is recorded. Without a collector spans go nowhere,
and the id of the trace is still in the logs of everything that a request causes.
"""

from typing import Any

from gateway.clusters import outside
from gateway.settings import GatewaySettings

COLLECTOR = "collector"
TRACES_PATH = "/v1/traces"
EXTENSIONS = "type.googleapis.com/envoy.extensions"
# Headers of a visitor that would name the trace or decide about its recording.
OF_VISITORS = ["traceparent", "tracestate", "baggage", "x-client-trace-id"]
# Tags that Envoy sets by itself: a path and its query may hold a secret, the others are a visitor's own.
NOT_SHOWN = ["http.url", "peer.address", "user_agent", "guid:x-client-trace-id", "downstream_cluster"]
# Names of OpenTelemetry's semantic conventions, which the services' spans have, too; Envoy's own are older.
SHOWN = {
    "http.request.method": "%REQ(:METHOD)%",
    "http.route": "%ROUTE_NAME%",
    "http.response.status_code": "%RESPONSE_CODE%",
    # In every answer, and on the error screen.
    "http.request.header.x-request-id": "%REQ(X-REQUEST-ID)%",
}


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
            "custom_tags": [
                *({"tag": name, "literal": {"value": "..."}} for name in NOT_SHOWN),
                *({"tag": name, "value": value} for name, value in SHOWN.items()),
            ],
        },
    }


def tracing_clusters(settings: GatewaySettings) -> list[dict[str, Any]]:
    return [outside(COLLECTOR, settings.traces_endpoint, settings.trusted_roots)] if settings.traces_endpoint else []
