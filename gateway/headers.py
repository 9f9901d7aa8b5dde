"""Header rules: request headers that are stripped or trusted, headers of every response."""

from typing import Any

from gateway.settings import GatewaySettings

MUTATION_TYPE = "type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3"
ANSWERS = "pairwise.answers"
CALLER = "pairwise.caller"
SITE, SITE_LOCALE = "x-pairwise-site", "x-pairwise-site-locale"
METADATA = "pairwise"

# Internal headers: stripped from requests, set by the gateway only.
RESERVED_PREFIXES = ["x-pairwise-", "x-envoy-"]
RESERVED = ["forwarded", "x-real-ip", "x-forwarded-host", "x-forwarded-port", "x-forwarded-server", "x-original-url"]

PERMISSIONS = "camera=(self), microphone=(self), geolocation=(self), payment=(), usb=(), interest-cohort=()"


def set_header(name: str, value: str, action: str = "OVERWRITE_IF_EXISTS_OR_ADD") -> dict[str, Any]:
    return {"header": {"key": name, "value": value}, "append_action": action}


def answers_filter(settings: GatewaySettings) -> dict[str, Any]:
    """Filter for every response, the gateway's own refusals included; strips internal headers from requests."""
    added = {
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "permissions-policy": PERMISSIONS,
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    if settings.has_https:
        added["strict-transport-security"] = "max-age=31536000; includeSubDomains"
    forbidden = [{"remove_on_match": {"key_matcher": {"prefix": prefix}}} for prefix in RESERVED_PREFIXES]
    dropped = [{"remove": name} for name in RESERVED]
    # One address, the visitor's as we see it, instead of a list that the visitor began.
    visitor = {"append": set_header("x-forwarded-for", "%DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT%")}
    # Of several Cookie headers, of which browsers send one, the first alone: routes match each by itself (`_doubled`).
    cookies = {"append": set_header("cookie", "%REQ(COOKIE)%", "OVERWRITE_IF_EXISTS")}
    return {
        "name": ANSWERS,
        "typed_config": {
            "@type": f"{MUTATION_TYPE}.HeaderMutation",
            "mutations": {
                "request_mutations": [*forbidden, *dropped, visitor, cookies],
                "response_mutations": [
                    {"remove": "www-authenticate"},
                    *({"append": set_header(*header)} for header in added.items()),
                ],
            },
        },
    }


def caller_filters(settings: GatewaySettings) -> list[dict[str, Any]]:
    """The caller's token and locale as headers, for services that never see a cookie.

    And whether the browser has the cookie of a session, for the pages of the web app; its secret gets to identity and
    to the server of these pages alone (`gateway/paths.py`).
    """
    cookies = {"token": settings.token_cookie, "locale": "locale", "session": settings.session_cookie}
    constants = {"session": {"value": "1"}}
    rules = [
        {
            "cookie": cookie,
            "on_header_present": {
                "metadata_namespace": METADATA,
                "key": key,
                "type": "STRING",
                **constants.get(key, {}),
            },
        }
        for key, cookie in cookies.items()
    ]
    copies = [{"append": set_header(f"x-pairwise-{key}", f"%DYNAMIC_METADATA({METADATA}:{key})%")} for key in cookies]
    return [
        {
            "name": "envoy.filters.http.header_to_metadata",
            "typed_config": {
                "@type": "type.googleapis.com/envoy.extensions.filters.http.header_to_metadata.v3.Config",
                "request_rules": rules,
            },
        },
        {
            "name": CALLER,
            "typed_config": {
                "@type": f"{MUTATION_TYPE}.HeaderMutation",
                "mutations": {"request_mutations": copies},
            },
        },
    ]


def for_route(is_api: bool) -> dict[str, Any]:
    """Nobody frames or renders the API; the pages of the app and of the landers bring a policy of their own."""
    if not is_api:
        return {}
    policy = set_header("content-security-policy", "default-src 'none'; frame-ancestors 'none'", "ADD_IF_ABSENT")
    mutations = {"response_mutations": [{"append": policy}]}
    return {ANSWERS: {"@type": f"{MUTATION_TYPE}.HeaderMutationPerRoute", "mutations": mutations}}
