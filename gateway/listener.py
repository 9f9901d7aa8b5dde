"""The public listener: filters that run on every request before routing."""

from typing import Any

from shared.registry import DEFAULT_BODY_BYTES, load_routes

from gateway import store
from gateway.headers import answers_filter, caller_filters
from gateway.paths import BUFFER_FILTER, BUFFER_TYPE, COMPRESSORS, upload_lines, virtual_hosts
from gateway.replies import local_replies
from gateway.settings import GatewaySettings
from gateway.tokens import MEMBER, token_filter
from gateway.tracing import tracing
from gateway.uploads import UPLOADS, upload_filter

MANAGER = "envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager"
COMPRESSION = "type.googleapis.com/envoy.extensions.compression"
# JSON and landing pages. The web app's files come compressed; a stream must not wait for a block to fill.
COMPRESSED = ["application/json", "text/html", "text/css", "text/javascript"]

# Ids and numbers only: no query (it may hold a token or a signature), no address, no words of members.
ACCESS_LOG = {
    # The fields of every line of ours (shared/kit/core/logs.py).
    "timestamp": "%START_TIME(%Y-%m-%dT%H:%M:%S.%6fZ)%",
    "level": "info",
    "event": "request",
    "service": "gateway",
    "process": "envoy",
    "trace_id": "%TRACE_ID%",
    "method": "%REQ(:METHOD)%",
    # The route's pattern in routes.yaml, not the path: a path may hold a secret (invites do) or arbitrary text.
    "path": "%ROUTE_NAME%",
    "status": "%RESPONSE_CODE%",
    # The status of a refusal that a client asked to get with 200 (shared/kit/http/app.py).
    "refused": "%RESP(X-REFUSAL-STATUS)%",
    "why": "%RESPONSE_CODE_DETAILS%",
    "flags": "%RESPONSE_FLAGS%",
    "milliseconds": "%DURATION%",
    "bytes_in": "%BYTES_RECEIVED%",
    "bytes_out": "%BYTES_SENT%",
    "to": "%UPSTREAM_CLUSTER%",
    "request_id": "%REQ(X-REQUEST-ID)%",
    "member": f"%REQ({MEMBER})%",
}


def listener(settings: GatewaySettings) -> dict[str, Any]:
    host, _, port = settings.listen.rpartition(":")
    address = {"address": host.strip("[]"), "port_value": int(port)}
    if host == "[::]":
        address["ipv4_compat"] = True
    manager = {"name": MANAGER, "typed_config": {"@type": f"type.googleapis.com/{MANAGER}", **_manager(settings)}}
    return {
        "name": "public",
        "address": {"socket_address": address},
        "per_connection_buffer_limit_bytes": 65_536,
        # Otherwise a second Envoy could take half of the port in silence.
        "enable_reuse_port": False,
        "filter_chains": [{"filters": [manager]}],
    }


def _manager(settings: GatewaySettings) -> dict[str, Any]:
    return {
        "stat_prefix": "public",
        "server_name": "pairwise",
        # The id under which the access log and the services log a request; the error screen shows it.
        "always_set_request_id_in_response": True,
        "use_remote_address": True,
        "xff_num_trusted_hops": settings.trusted_hops,
        "skip_xff_append": True,
        "normalize_path": True,
        "merge_slashes": True,
        "path_with_escaped_slashes_action": "REJECT_REQUEST",
        "common_http_protocol_options": {
            "headers_with_underscores_action": "REJECT_REQUEST",
            "idle_timeout": "300s",
            "max_headers_count": 80,
        },
        "http2_protocol_options": {"max_concurrent_streams": 100},
        "max_request_headers_kb": 16,
        "request_headers_timeout": "10s",
        "request_timeout": "60s",
        "stream_idle_timeout": "60s",
        "delayed_close_timeout": "1s",
        **tracing(settings),
        "local_reply_config": local_replies(settings),
        "access_log": [_access_log(settings)],
        "http_filters": _filters(settings),
        "route_config": {
            "name": "public",
            "ignore_port_in_host_matching": True,
            "virtual_hosts": virtual_hosts(settings),
        },
    }


def upload_listener(settings: GatewaySettings) -> dict[str, Any]:
    """The inner listener of uploads, which nobody but this process reaches (gateway/uploads.py)."""
    routes = load_routes(settings.routes_file, development=settings.development)
    manager = {
        "stat_prefix": UPLOADS,
        # Headers are those that the public listener made.
        "use_remote_address": False,
        "skip_xff_append": True,
        "server_header_transformation": "PASS_THROUGH",
        "generate_request_id": False,
        "max_request_headers_kb": 32,
        "local_reply_config": local_replies(settings),
        "http_filters": [_buffer(), _router()],
        "route_config": {
            "name": UPLOADS,
            "virtual_hosts": [{"name": UPLOADS, "domains": ["*"], "routes": upload_lines(routes)}],
        },
    }
    filters = [{"name": MANAGER, "typed_config": {"@type": f"type.googleapis.com/{MANAGER}", **manager}}]
    return {"name": UPLOADS, "internal_listener": {}, "filter_chains": [{"filters": filters}]}


def _filters(settings: GatewaySettings) -> list[dict[str, Any]]:
    brotli, gzip = COMPRESSORS
    return [
        answers_filter(settings),
        *caller_filters(settings),
        _compressor(brotli, {"@type": f"{COMPRESSION}.brotli.compressor.v3.Brotli", "quality": 4}),
        _compressor(gzip, {"@type": f"{COMPRESSION}.gzip.compressor.v3.Gzip", "compression_level": "BEST_SPEED"}),
        token_filter(settings.public_key, settings.token_cookie),
        upload_filter(),
        *([store.answers_filter()] if settings.store else []),
        _buffer(),
        _router(),
    ]


def _buffer() -> dict[str, Any]:
    buffer = {"@type": f"{BUFFER_TYPE}.Buffer", "max_request_bytes": DEFAULT_BODY_BYTES}
    return {"name": BUFFER_FILTER, "typed_config": buffer}


def _router() -> dict[str, Any]:
    router = {"@type": "type.googleapis.com/envoy.extensions.filters.http.router.v3.Router"}
    return {"name": "envoy.filters.http.router", "typed_config": router | {"suppress_envoy_headers": True}}


def _compressor(name: str, library: dict[str, Any]) -> dict[str, Any]:
    common = {"min_content_length": 512, "content_type_matcher": [{"prefix": kind} for kind in COMPRESSED]}
    return {
        "name": name,
        "typed_config": {
            "@type": "type.googleapis.com/envoy.extensions.filters.http.compressor.v3.Compressor",
            "response_direction_config": {"common_config": common},
            "compressor_library": {"name": name, "typed_config": library},
        },
    }


def _access_log(settings: GatewaySettings) -> dict[str, Any]:
    return {
        "name": "envoy.access_loggers.file",
        "typed_config": {
            "@type": "type.googleapis.com/envoy.extensions.access_loggers.file.v3.FileAccessLog",
            "path": str(settings.access_log),
            "log_format": {"json_format": ACCESS_LOG},
        },
    }
