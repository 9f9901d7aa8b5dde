from typing import Any

import httpx
import pytest
from standins.tests.running import StandIn

KEY = "a-key-of-sixteen"


def ask(translator: StandIn, path: str = "/translate", **body: Any) -> httpx.Response:
    return httpx.post(f"{translator.url}{path}", json={"api_key": KEY, **body})


def test_a_translation_names_its_language_and_the_detected_one(translator: StandIn) -> None:
    answer = ask(translator, q="Wat doe je op zondag?", source="auto", target="en").json()

    assert answer["translatedText"] == "[en] Wat doe je op zondag?"
    assert answer["detectedLanguage"]["language"] == "nl"
    assert ask(translator, q="Hoi", source="nl", target="nl").json() == {"translatedText": "Hoi"}
    assert ask(translator, "/detect", q="Ich habe das nicht").json()[0]["language"] == "de"
    assert "nb" in [each["code"] for each in httpx.get(f"{translator.url}/languages").json()]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"api_key": ""}, 400),
        ({"api_key": "another"}, 403),
        ({"q": ""}, 400),
        ({"q": "x" * 2_001}, 400),
        ({"source": ""}, 400),
        ({"target": "ja"}, 400),
        ({"source": "ja"}, 400),
    ],
)
def test_a_refusal_has_an_error(translator: StandIn, body: dict[str, str], status: int) -> None:
    answer = ask(translator, **{"q": "Hoi", "source": "nl", "target": "en", **body})
    assert answer.status_code == status
    assert list(answer.json()) == ["error"]


def test_it_fails_on_request(translator: StandIn) -> None:
    url = f"{translator.url}/dev/translator/behaviour"
    assert httpx.post(url, json={"answers": 500}).status_code == 200
    assert ask(translator, q="Hoi", source="nl", target="en").status_code == 500
    assert httpx.post(url, json={"slow_ms": -1}).status_code == 422
    assert httpx.post(url, json={}).json() == {"slow_ms": 0, "answers": 200}
