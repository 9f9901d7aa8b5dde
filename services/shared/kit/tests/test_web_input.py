"""Input of an app: fields, numbers, queries, and pages of others."""

from datetime import date

import pytest
from flask.testing import FlaskClient
from shared.kit.testing.tokens import KeyPair
from shared.kit.tests.things import MEMBER, ThingQuery, headers, refusal

JSON = "application/json"


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"name": "field_required"}),
        ({"name": "x"}, {"name": "field_too_short"}),
        ({"name": "it", "count": "many", "role": "admin"}, {"count": "field_invalid", "role": "field_unknown"}),
    ],
)
def test_every_wrong_field_is_named(
    client: FlaskClient, keys: KeyPair, body: dict[str, str], fields: dict[str, str]
) -> None:
    answer = client.post("/api/thing.php", json=body, headers=headers(keys.token(MEMBER)))

    assert refusal(answer) == (422, "validation_failed")
    assert {wrong["field"]: wrong["code"] for wrong in answer.json["error"]["errors"]} == fields


@pytest.mark.parametrize("count", ["true", '"1"', "1.0", "1e0", "-0.0", "null", "[1]"])
def test_only_an_integer_is_an_integer(client: FlaskClient, keys: KeyPair, count: str) -> None:
    body = b'{"name": "it", "count": %s}' % count.encode()

    answer = client.post("/api/thing.php", data=body, headers=headers(keys.token(MEMBER)), content_type=JSON)

    assert refusal(answer) == (422, "validation_failed")


@pytest.mark.parametrize("count", ["1" + "0" * 4300, "9" * 60_000, "9007199254740993", "1e400", "NaN"])
def test_a_number_no_computer_has_is_malformed(client: FlaskClient, keys: KeyPair, count: str) -> None:
    body = b'{"name": "it", "count": %s}' % count.encode()

    answer = client.post("/api/thing.php", data=body, headers=headers(keys.token(MEMBER)), content_type=JSON)

    assert refusal(answer) == (400, "malformed_request")


@pytest.mark.parametrize(
    "query",
    [
        *("whole= 1", "whole=%2B1", "whole=1_000", "whole=1.0", "whole=true", "whole=٣", "whole=01", "whole=1e3"),
        *("broken=1e400", "broken=nan", "broken=.5", "broken=1_0.5", "broken=0x1p3", "whole=" + "9" * 5000),
        *("truth=yes", "truth=on", "truth=TRUE", "truth=2", "day=1700000000", "day=2020-1-1", "day=2020-02-30"),
    ],
)
def test_a_query_is_written_in_one_way(client: FlaskClient, query: str) -> None:
    assert refusal(client.get(f"/api/query.php?{query}", headers=headers())) == (422, "validation_failed")


def test_a_query_has_numbers_truth_values_and_dates(client: FlaskClient) -> None:
    answer = client.get("/api/query.php?whole=-7&broken=4.25&truth=true&day=2020-02-29&text=1_0", headers=headers())

    read = ThingQuery.model_validate_json(answer.json["name"])
    assert read == ThingQuery(whole=-7, broken=4.25, truth=True, day=date(2020, 2, 29), text="1_0")


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"X-Request-Type": ""}, 403),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"}, 201),
    ],
)
def test_only_our_own_pages_change_anything(
    client: FlaskClient, keys: KeyPair, changes: dict[str, str], status: int
) -> None:
    sent = headers(keys.token(MEMBER), **{"Content-Type": "application/json", **changes})

    assert client.post("/api/thing.php", data=b'{"name": "it"}', headers=sent).status_code == status
