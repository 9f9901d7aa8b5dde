"""A real Envoy with our configuration, tried with real requests."""

import json
import time
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gateway.drain import drain
from gateway.tests.conftest import TIMEOUT_SECONDS, Gateway, running_gateway


def code(answer: httpx.Response) -> str:
    error: dict[str, Any] = answer.json()["error"]
    assert error["message"]
    return str(error["code"])


def reached(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    received: dict[str, Any] = answer.json()
    return received


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/config_dump"), ("GET", "/certs"), ("GET", "/"), ("GET", "/clusters"), ("GET", "/quitquitquit")]
    + [
        ("POST", path) for path in ("/quitquitquit", "/logging?level=trace", "/healthcheck/fail", "/runtime_modify?a=b")
    ],
)
def test_the_admin_port_serves_readiness_and_figures_and_nothing_else(gateway: Gateway, method: str, path: str) -> None:
    assert httpx.request(method, f"http://{gateway.admin}{path}").status_code == 403
    assert httpx.get(f"http://{gateway.admin}/ready").status_code == 200
    assert httpx.get(f"http://{gateway.admin}/stats?filter=server.live").status_code == 200


def test_internal_headers_of_visitors_are_dropped(gateway: Gateway) -> None:
    spoofed = {
        "x-pairwise-token": "forged",
        "x-pairwise-member": "forged",
        "x-forwarded-for": "6.6.6.6",
        "x-forwarded-host": "evil.example",
        "forwarded": "for=6.6.6.6",
        "x-real-ip": "6.6.6.6",
        "x-envoy-original-path": "/admin",
    }

    headers = reached(gateway.client.get("/api/settings.php", headers=spoofed))["headers"]

    assert "forged" not in headers.values()
    assert "6.6.6.6" not in json.dumps(headers)
    assert headers["x-forwarded-for"] == "127.0.0.1"
    assert not {"x-forwarded-host", "x-envoy-original-path", "x-pairwise-token"} & headers.keys()


@pytest.mark.parametrize("path", ["/api/settings.php", "/api/unknown.php"])
def test_every_answer_has_the_request_id_of_the_logs_not_of_the_visitor(gateway: Gateway, path: str) -> None:
    answer = gateway.client.get(path, headers={"x-request-id": "chosen"})

    assert UUID(answer.headers["x-request-id"])
    if answer.is_success:
        assert reached(answer)["headers"]["x-request-id"] == answer.headers["x-request-id"]


def test_behind_a_proxy_of_ours_the_visitor_is_whom_the_proxy_saw(
    echo: str, public_key: Path, private_key: Ed25519PrivateKey, tmp_path: Path
) -> None:
    lied_and_seen = {"x-forwarded-for": "6.6.6.6, 80.60.0.1"}

    with running_gateway(tmp_path, echo, public_key, private_key, trusted_hops=1) as gateway:
        headers = reached(gateway.client.get("/api/settings.php", headers=lied_and_seen))["headers"]

    assert headers["x-forwarded-for"] == "80.60.0.1"


def test_one_that_leaves_still_answers_and_sends_its_visitors_elsewhere(
    echo: str, public_key: Path, private_key: Ed25519PrivateKey, tmp_path: Path
) -> None:
    with running_gateway(tmp_path, echo, public_key, private_key) as gateway:
        before = gateway.client.get("/api/settings.php")
        drain(gateway.admin)
        after = gateway.client.get("/api/settings.php")

    assert (before.status_code, before.headers.get("connection")) == (200, None)
    assert (after.status_code, after.headers.get("connection")) == (200, "close")


def test_without_a_token_members_routes_are_closed(gateway: Gateway) -> None:
    answer = gateway.client.get("/api/search.php")

    assert answer.status_code == 403
    assert answer.headers["content-type"] == "application/json"
    assert code(answer) == "authentication_required"


def test_the_refusal_speaks_the_members_language(gateway: Gateway) -> None:
    def message(locale: str) -> str:
        answer = gateway.client.get("/api/search.php", headers={"cookie": f"a=1; locale={locale}"})
        return str(answer.json()["error"]["message"])

    assert message("en") == "Please log in"
    assert message("nl") == "Log in voor 100% plezier"


def test_the_refusal_speaks_the_sites_language_to_whoever_has_not_chosen(gateway: Gateway) -> None:
    def message(host: str) -> str:
        return str(gateway.client.get("/api/search.php", headers={"host": host}).json()["error"]["message"])

    assert message("localhost") == message("localhost:8080") == "Please log in"
    assert message("iskra.localhost:8080") == "Zaloguj się"


@pytest.mark.parametrize(
    "changes",
    [{"exp": int(time.time()) - 60}, {"iss": "someone-else"}, {"aud": "another-site"}],
    ids=["expired", "issuer", "audience"],
)
def test_a_token_that_is_not_ours_or_not_valid_any_more_is_refused(gateway: Gateway, changes: dict[str, Any]) -> None:
    answer = gateway.client.get("/api/search.php", headers={"cookie": f"token={gateway.token(**changes)}"})

    assert (answer.status_code, code(answer)) == (403, "authentication_required")


def test_a_token_with_another_signature_is_refused(gateway: Gateway) -> None:
    head, claims, signature = gateway.token().split(".")
    forged = ".".join([head, claims, signature[:-6] + "AAAAAA"])

    answer = gateway.client.get("/api/search.php", headers={"cookie": f"token={forged}"})

    assert (answer.status_code, code(answer)) == (403, "authentication_required")


def test_token_and_locale_reach_the_service_and_cookies_do_not(gateway: Gateway) -> None:
    token = gateway.token()

    cookies = f"session=secret; token={token}; locale=nl"
    headers = reached(gateway.client.get("/api/search.php", headers={"cookie": cookies}))["headers"]

    assert headers["x-pairwise-token"] == token
    assert headers["x-pairwise-locale"] == "nl"
    assert headers["x-pairwise-session"] == "1"
    assert "cookie" not in headers
    assert "secret" not in json.dumps(headers)


def test_a_browser_without_a_session_is_known_by_it_and_cannot_pretend(gateway: Gateway) -> None:
    headers = reached(gateway.client.get("/en/pricing", headers={"x-pairwise-session": "1"}))["headers"]

    assert "x-pairwise-session" not in headers


@pytest.mark.parametrize("path", ["/api/user.php", "/en/members", "/api/packages.php", "/landers/gallery"])
def test_identity_and_the_web_apps_server_get_the_cookies(gateway: Gateway, path: str) -> None:
    headers = reached(gateway.client.get(path, headers={"cookie": "session=secret"}))["headers"]

    assert headers.get("cookie") == ("session=secret" if path in ("/api/user.php", "/en/members") else None)


def test_a_known_caller_is_known_on_open_routes_as_well(gateway: Gateway) -> None:
    token = gateway.token()

    headers = reached(gateway.client.get("/api/packages.php", headers={"cookie": f"token={token}"}))["headers"]

    assert headers["x-pairwise-token"] == token


def test_a_visitor_without_cookies_brings_no_caller_headers(gateway: Gateway) -> None:
    headers = reached(gateway.client.get("/api/packages.php"))["headers"]

    assert not {"x-pairwise-token", "x-pairwise-locale"} & headers.keys()


def test_a_method_that_is_not_declared_is_refused(gateway: Gateway) -> None:
    answer = gateway.client.post("/api/search.php", json={})

    assert (answer.status_code, code(answer)) == (405, "method_not_allowed")
    assert answer.headers["allow"] == "GET, HEAD"
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nothing.php", "/api/user.php/", "/API/user.php", "/Api/x/y", "/api/user.php;a"]
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PATCH"])
def test_an_unknown_api_path_is_answered_in_the_envelope(gateway: Gateway, path: str, method: str) -> None:
    answer = gateway.client.request(method, path, headers={"cookie": "locale=nl"})

    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"
    if method != "HEAD":
        assert answer.json()["error"] == {"code": "not_found", "message": "Niet gevonden"}


@pytest.mark.parametrize("path", ["/media/x", "/chat-media/x", "/landers/x", "/api/search.php", "/"])
def test_an_unknown_method_is_answered_in_the_envelope_and_the_visitors_language(gateway: Gateway, path: str) -> None:
    answer = gateway.client.patch(path, headers={"host": "iskra.localhost"})

    assert (answer.status_code, answer.headers["content-type"]) == (405, "application/json")
    assert answer.json()["error"] == {"code": "method_not_allowed", "message": "Tu nie można"}


def test_a_path_that_begins_like_the_apis_is_the_web_apps(gateway: Gateway) -> None:
    assert reached(gateway.client.get("/apiary"))["path"] == "/apiary"


def test_a_body_over_the_limit_is_refused(gateway: Gateway) -> None:
    answer = gateway.client.post("/api/signup.php", content=b"x" * 70_000)

    assert (answer.status_code, code(answer)) == (413, "too_large")
    assert reached(gateway.client.post("/api/signup.php", content=b"x" * 60_000))["bytes"] == 60_000


def test_an_unknown_host_has_no_site(gateway: Gateway) -> None:
    answer = gateway.client.get("/", headers={"host": "evil.example"})

    assert answer.status_code == 421
    assert "There’s no site at this address" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"

    answer = gateway.client.get("/api/settings.php", headers={"host": "evil.example"})
    assert (answer.status_code, code(answer)) == (421, "unknown_site")


def test_services_learn_which_site_was_asked(gateway: Gateway) -> None:
    for host, site, language in [("localhost", "pairwise", "en"), ("iskra.localhost:8080", "iskra", "pl")]:
        headers = {"host": host, "x-pairwise-site": "made-up", "x-pairwise-site-locale": "fr"}

        received = reached(gateway.client.get("/api/settings.php", headers=headers))["headers"]

        assert (received["x-pairwise-site"], received["x-pairwise-site-locale"]) == (site, language)


@pytest.mark.parametrize("host", ["localhost", "localhost:1", "127.0.0.1:9", "[::1]:9", "iskra.localhost:8080"])
def test_development_answers_on_this_machines_names(gateway: Gateway, host: str) -> None:
    assert gateway.client.get("/", headers={"host": host}).status_code == 200


def test_a_query_parameter_chooses_the_service(gateway: Gateway) -> None:
    headers = {"cookie": f"session=secret; token={gateway.token()}"}

    to_identity = reached(gateway.client.post("/api/user.php", headers=headers, json={}))
    to_notifications = reached(gateway.client.post("/api/user.php?push=1", headers=headers, json={}))

    assert "cookie" in to_identity["headers"]
    assert "cookie" not in to_notifications["headers"]
    assert gateway.client.post("/api/user.php?push=1", json={}).status_code == 403


@pytest.mark.parametrize("path", ["/api/settings.php", "/api/search.php", "/api/nothing.php", "/"])
def test_every_answer_carries_the_security_headers(gateway: Gateway, path: str) -> None:
    answer = gateway.client.get(path)

    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "x-envoy-upstream-service-time" not in answer.headers
    if path.startswith("/api/s"):
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/media/..%2f..%2fapi/user.php", "/api%2fuser.php"])
def test_escaped_slashes_are_refused(gateway: Gateway, path: str) -> None:
    assert gateway.client.get(path).status_code == 400


def test_paths_are_normal_before_they_are_matched(gateway: Gateway) -> None:
    url = gateway.client.base_url
    raw = httpx.Request("GET", url, extensions={"target": b"/media/../api//search.php"})

    assert code(gateway.client.send(raw)) == "authentication_required"


def test_a_header_with_an_underscore_is_refused(gateway: Gateway) -> None:
    assert gateway.client.get("/api/settings.php", headers={"x_pairwise_token": "forged"}).status_code == 400


@pytest.mark.parametrize("encoding", ["br", "gzip"])
@pytest.mark.parametrize("kind", ["application/json", "text/html; charset=utf-8", "text/css", "text/javascript"])
def test_text_is_compressed(gateway: Gateway, encoding: str, kind: str) -> None:
    headers = {"accept-encoding": encoding, "x-reply-as": kind}
    with gateway.client.stream("GET", "/landers/en/night", headers=headers) as answer:
        assert answer.headers["content-type"] == kind
        assert answer.headers["content-encoding"] == encoding


def test_compressed_answers_are_not_compressed_again(gateway: Gateway) -> None:
    headers = {"accept-encoding": "br, gzip", "x-reply-as": "image/avif"}
    with gateway.client.stream("GET", "/media/1", headers=headers) as answer:
        assert "content-encoding" not in answer.headers


def test_the_access_log_has_neither_queries_nor_tokens(gateway: Gateway) -> None:
    gateway.client.get("/api/search.php", headers={"cookie": f"token={gateway.token()}"})
    gateway.client.get("/api/settings.php?token=very-secret", headers={"cookie": f"token={gateway.token()}"})

    # Envoy writes its log when it comes to it.
    deadline = time.monotonic() + TIMEOUT_SECONDS
    log = ""
    while not ('"member":"member-1"' in log and "/api/settings.php" in log):
        assert time.monotonic() < deadline, log
        time.sleep(0.1)
        log = gateway.access_log.read_text()

    assert "very-secret" not in log
    assert "eyJ" not in log
    assert all(json.loads(line)["status"] for line in log.splitlines())
