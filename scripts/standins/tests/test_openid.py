import httpx
import pytest
from standins.tests.running import StandIn

ASKED = {
    "client_id": "pairwise",
    "redirect_uri": "http://localhost:8080/desk/openid",
    "response_type": "code",
    "scope": "openid email",
    "state": "state",
    "nonce": "nonce",
    "code_challenge": "challenge",
    "code_challenge_method": "S256",
}


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "another"},
        {"redirect_uri": "nowhere"},
        {"response_type": "token"},
        {"scope": "email"},
        {"nonce": ""},
        {"code_challenge_method": "plain"},
    ],
)
def test_a_request_that_is_not_whole_is_refused(openid: StandIn, changes: dict[str, str]) -> None:
    url = f"{openid.url}/dev/openid/authorize"
    assert httpx.get(url, params=ASKED).status_code == 200
    assert httpx.get(url, params=ASKED | changes).status_code == 400
    assert httpx.post(url, params=ASKED | changes, data={"answer": "in"}).status_code == 400


def test_a_refusal_comes_back_with_its_state(openid: StandIn) -> None:
    answer = httpx.post(f"{openid.url}/dev/openid/authorize", params=ASKED, data={"answer": "no"})
    assert answer.headers["location"] == "http://localhost:8080/desk/openid?error=access_denied&state=state"


@pytest.mark.parametrize("login", [None, ("another", "secret"), ("pairwise", "another")])
def test_the_token_is_for_the_client_alone(openid: StandIn, login: tuple[str, str] | None) -> None:
    answer = httpx.post(f"{openid.url}/token", data={"grant_type": "authorization_code"}, auth=login)
    assert (answer.status_code, answer.json()) == (401, {"error": "invalid_client"})
