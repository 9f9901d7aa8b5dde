from typing import Any

import httpx
import pytest
from standins.tests.running import StandIn

KEY = {"Authorization": "Bearer a-key-of-sixteen"}


def start(age: StandIn, callback_url: str = "http://127.0.0.1:1/", reference: str = "r1") -> dict[str, Any]:
    asked = {
        "reference": reference,
        "minimum_age": 18,
        "return_url": "http://localhost:8080/age-check",
        "callback_url": callback_url,
    }
    answer = httpx.post(f"{age.url}/v1/sessions", json=asked, headers=KEY)
    assert answer.status_code == 201
    made: dict[str, Any] = answer.json()
    return made


def status(age: StandIn, session_id: str) -> str:
    found: str = httpx.get(f"{age.url}/v1/sessions/{session_id}", headers=KEY).json()["status"]
    return found


@pytest.mark.parametrize("outcome", ["passed", "failed"])
def test_the_page_decides_once_and_leads_back(age: StandIn, outcome: str) -> None:
    session = start(age)
    assert "Old enough" in httpx.get(session["url"]).text

    back = httpx.post(session["url"], data={"outcome": outcome})

    assert (back.status_code, back.headers["location"]) == (303, "http://localhost:8080/age-check")
    assert status(age, session["id"]) == outcome
    assert httpx.post(session["url"], data={"outcome": "passed"}).status_code == 409


def test_one_reference_is_one_session_also_after_a_kill(age: StandIn) -> None:
    first = start(age)
    age.restart_after_kill()
    assert start(age)["id"] == first["id"]
    assert start(age, reference="r2")["id"] != first["id"]


def test_without_the_key_nothing_is_told(age: StandIn) -> None:
    session = start(age)
    wrong = {"Authorization": "Bearer another"}
    assert httpx.get(f"{age.url}/v1/sessions/{session['id']}", headers=wrong).status_code == 401
    assert httpx.post(f"{age.url}/v1/sessions", json={}, headers=wrong).status_code == 401
    assert httpx.post(f"{age.url}/v1/sessions", json={}, headers=KEY).status_code == 422
    assert httpx.get(f"{age.url}/v1/sessions/unknown", headers=KEY).status_code == 404
