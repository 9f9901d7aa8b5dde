"""Cookies that two readers could read differently, at a real Envoy."""

import json

import pytest

from gateway.tests.conftest import Gateway
from gateway.tests.test_running_gateway import code, reached


@pytest.mark.parametrize("name", ["token", "session"])
@pytest.mark.parametrize("path", ["/api/settings.php", "/api/login.php", "/", "/api/nothing.php"])
def test_two_cookies_of_one_name_are_refused(gateway: Gateway, name: str, path: str) -> None:
    """A browser sends both when another host of the domain, or another path, has set one of them."""
    for cookies in (f"{name}=a; {name}=b", f"locale=nl; {name}=a; x=1;{name}=", f"{name}=a; {name}=a"):
        answer = gateway.client.get(path, headers={"cookie": cookies})
        assert (answer.status_code, code(answer)) == (400, "malformed_request"), cookies


def test_of_two_cookie_headers_everybody_reads_the_first(gateway: Gateway) -> None:
    given = [("cookie", "token=first; locale=nl"), ("cookie", "token=second; session=a")]
    headers = reached(gateway.client.get("/api/settings.php", headers=given))["headers"]
    assert "second" not in json.dumps(headers)
    assert (headers["x-pairwise-token"], "x-pairwise-session" in headers) == ("first", False)


def test_cookies_of_similar_names_are_none_of_ours(gateway: Gateway) -> None:
    cookies = "xtoken=a; token2=b; csrf=token=c; session_x=d; mysession=e; __Host-token=f"
    reached(gateway.client.get("/api/settings.php", headers={"cookie": cookies}))
