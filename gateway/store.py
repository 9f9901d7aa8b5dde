"""Pictures from the object store: a service decides and signs, the gateway fetches.

A service that may show a picture answers with a redirect to the object store, signed for one file and one minute. The
gateway follows it by itself (an internal redirect of Envoy), so the bytes pass no Python, and the signed address leaves
neither the gateway nor its logs. The browser asks the service again for every picture that it does not have: a link
shows its viewer alone, and no longer than the service says.
"""

import json
from typing import Any
from urllib.parse import urlsplit

from shared.registry import Route

from gateway import tokens
from gateway.clusters import outside
from gateway.headers import SITE, SITE_LOCALE, set_header
from gateway.replies import ENGLISH, body, direct
from gateway.settings import GatewaySettings

STORE = "store"
# Request header for services: redirects are followed. The origin to sign for, and the address to redirect to.
FOLLOWED = "x-pairwise-store"
# No host of a site, and no name that is resolved.
HOST = "store.pairwise.invalid"
ANSWERS_FILTER = "envoy.filters.http.lua"
LUA = "type.googleapis.com/envoy.extensions.filters.http.lua.v3"
REPLACE = """
function envoy_on_response(handle)
  local headers = handle:headers()
  local status = tonumber(headers:get(":status"))
  if status < 400 or status == 416 then return end
  local answer, text = "503", [[%(unavailable)s]]
  if status == 404 then answer, text = "404", [[%(not_found)s]] end
  headers:replace(":status", answer)
  headers:replace("cache-control", "no-store")
  headers:replace("content-type", "application/json")
  if answer == "503" then headers:replace("retry-after", "2") end
  local body = handle:body()
  if body then
    handle:headers():replace("content-length", tostring(body:setBytes(text)))
  end
end
"""
SECONDS = 15
# An object store serves more at once than a pod of ours: 960 pictures of one gateway.
STORE_PODS = 10

# Nothing about the visitor goes to the store. Ranges and conditions do, so that sounds can be sought in.
NOT_FOR_THE_STORE = [
    *("accept", "accept-encoding", "accept-language", "authorization", "cookie", "origin", "priority", "referer"),
    *("sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site"),
    *("user-agent", "x-envoy-original-url", "x-forwarded-for", "x-forwarded-proto"),
    *("x-pairwise-locale", "x-pairwise-session", "x-pairwise-token", FOLLOWED, "x-request-id"),
    *(SITE, SITE_LOCALE, tokens.MEMBER, tokens.MEMBER_LOCALE),
]
# Of an S3 store's answer, those that speak of the bucket.
NOT_FOR_VISITORS = [
    *("x-amz-bucket-region", "x-amz-expiration", "x-amz-id-2", "x-amz-meta-mtime", "x-amz-replication-status"),
    *("x-amz-request-id", "x-amz-server-side-encryption", "x-amz-server-side-encryption-aws-kms-key-id"),
    *("x-amz-storage-class", "x-amz-tagging-count", "x-amz-version-id", "last-modified"),
]


def follows_redirects(route: Route, method: str, settings: GatewaySettings) -> bool:
    return bool(settings.store and route.store and method == "GET")


def redirect_policy() -> dict[str, Any]:
    """Of a route: follow one redirect, to the store and nowhere else."""
    allowed = "envoy.extensions.internal_redirect.allow_listed_routes.v3.AllowListedRoutesConfig"
    return {
        "max_internal_redirects": 1,
        "allow_cross_scheme_redirect": True,
        "predicates": [
            {
                "name": "envoy.internal_redirect_predicates.allow_listed_routes",
                "typed_config": {"@type": f"type.googleapis.com/{allowed}", "allowed_route_names": [STORE]},
            }
        ],
    }


def announced(settings: GatewaySettings) -> dict[str, Any]:
    """The header by which a service learns of the store. Its path is a secret, so that no visitor reaches the route."""
    return set_header(FOLLOWED, f"{settings.store} http://{HOST}/{settings.store_path}")


def virtual_host(settings: GatewaySettings) -> list[dict[str, Any]]:
    if not settings.store:
        return []
    address = urlsplit(settings.store)
    prefix = f"/{settings.store_path}/"
    line = {
        "name": STORE,
        "match": {
            "prefix": prefix,
            "headers": [{"name": ":method", "string_match": {"safe_regex": {"regex": "GET|HEAD"}}}],
            "query_parameters": [{"name": "X-Amz-Signature", "present_match": True}],
        },
        "decorator": {"operation": "GET store", "propagate": False},
        "route": {
            "cluster": STORE,
            "timeout": f"{SECONDS}s",
            "prefix_rewrite": "/",
            "host_rewrite_literal": address.netloc,
            "priority": "HIGH",
            "retry_policy": {
                "retry_on": "connect-failure,refused-stream,reset",
                "num_retries": 2,
                "retry_back_off": {"base_interval": "0.1s", "max_interval": "1s"},
            },
        },
        "request_headers_to_remove": NOT_FOR_THE_STORE,
        "response_headers_to_remove": NOT_FOR_VISITORS,
        "typed_per_filter_config": {**tokens.for_route(needs_token=False), ANSWERS_FILTER: _answers()},
    }
    nothing = {
        "match": {"prefix": "/"},
        **direct(421, "unknown_site"),
        "typed_per_filter_config": tokens.for_route(needs_token=False),
    }
    return [{"name": STORE, "domains": [HOST], "routes": [line, nothing]}]


def answers_filter() -> dict[str, Any]:
    """Replaces nothing by itself: the route does."""
    return {"name": ANSWERS_FILTER, "typed_config": {"@type": f"{LUA}.Lua"}}


def _answers() -> dict[str, Any]:
    """A store's own pages name buckets and files: a file that is not there is the same 404 as always, any other refusal
    is the store's or ours, not the visitor's."""
    texts = {code: json.dumps(body(code, ENGLISH[code])) for code in ("not_found", "unavailable")}
    return {"@type": f"{LUA}.LuaPerRoute", "source_code": {"inline_string": REPLACE % texts}}


def store_clusters(settings: GatewaySettings) -> list[dict[str, Any]]:
    return [outside(STORE, settings.store, settings.trusted_roots, pods=STORE_PODS)] if settings.store else []
