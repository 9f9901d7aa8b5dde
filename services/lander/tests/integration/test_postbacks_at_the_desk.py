"""Postbacks at the marketing desk: set, paused, tested and sent again, recorded, and never another brand's."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from lander.domain.postback import PostbackRequest
from lander.ports import PostbackAnswer
from lander.tests.consuming import consume
from lander.tests.purchases import Buyer
from lander.usecases.send_postback_tests import send_postback_tests
from lander.usecases.send_postbacks import send_postbacks
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser
from sqlalchemy import text

ANN = UUID(int=1)
PATH, ONE = "/api/marketing-postbacks.php", "/api/marketing-postback.php"
URL = "https://trk.example/pb?cid={sub1}&st={goal}&tx={txid}"
TERMS = {
    "network": "northwind",
    "hosts": ["trk.example"],
    "templates": {"lead": URL},
    "hold_days": 0,
    "is_paused": False,
}


class Network:
    def __init__(self, answer: PostbackAnswer) -> None:
        self.answer, self.asked = answer, list[str]()

    def send(self, request: PostbackRequest, hosts: Any) -> PostbackAnswer:
        self.asked.append(request.url)
        return self.answer


@pytest.fixture
def desk(browser: Browser) -> Browser:
    browser.as_member(ANN, marketer=True)
    browser.post("/api/marketing-networks.php", {"name": "northwind"})
    return browser


def shown(desk: Browser) -> dict[str, Any]:
    return dict(desk.get(PATH, network="northwind").json or {})


def actions(desk: Browser) -> list[str]:
    return [each["action"] for each in desk.get("/api/marketing-actions.php").json["actions"]]


def test_terms_are_set_and_recorded_once(desk: Browser) -> None:
    for _ in range(2):
        assert desk.put(PATH, TERMS | {"hold_days": 14}).status_code == 200
    assert (shown(desk)["templates"], shown(desk)["hold_days"]) == ({"lead": URL}, 14)
    assert "sub1" in shown(desk)["macros"]
    assert actions(desk) == ["postbacks.set", "network.add"]


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"network": "unknown"}, 404),
        ({"hosts": []}, 422),
        ({"hosts": ["*.example"]}, 422),
        ({"hosts": ["localhost"]}, 422),
        ({"templates": {"lead": "http://trk.example/"}}, 422),
        ({"templates": {"lead": "https://other.example/"}}, 422),
        ({"templates": {"lead": "https://trk.example/?x={password}"}}, 422),
        ({"templates": {"lead": "https://trk.example/?x={sub1.__class__}"}}, 422),
        ({"templates": {"lead": "https://{sub1}.trk.example/"}}, 422),
        ({"templates": {"lead": "https://trk.example.other.example/"}}, 422),
        ({"templates": {"lead": "https://trk.example@other.example/"}}, 422),
        ({"templates": {"lead": "https://ann:secret@trk.example/"}}, 422),
        ({"templates": {"lead": "https://trk.example:8443/"}}, 422),
        ({"templates": {"lead": "//trk.example/"}}, 422),
        ({"hosts": ["10.0.0.7"], "templates": {"lead": "https://10.0.0.7/"}}, 422),
        ({"hosts": ["169.254.169.254"], "templates": {"lead": "https://169.254.169.254/"}}, 422),
        ({"templates": {"click": URL}}, 422),
        ({"hold_days": 91}, 422),
        ({"hold_days": -1}, 422),
    ],
)
def test_bad_terms_are_refused_and_not_recorded(desk: Browser, change: dict[str, Any], status: int) -> None:
    assert desk.put(PATH, TERMS | change).status_code == status
    assert shown(desk)["templates"] == {}
    assert actions(desk) == ["network.add"]


def test_of_two_who_change_the_terms_at_once_the_second_records_what_the_first_has_set(desk: Browser) -> None:
    at_once(*(lambda days=days: desk.put(PATH, TERMS | {"hold_days": days}) for days in (7, 14)))

    second, first = desk.get("/api/marketing-actions.php").json["actions"][:2]
    assert second["before"] == first["after"]
    assert second["after"]["hold_days"] == shown(desk)["hold_days"]


def test_a_paused_network_is_notified_later(desk: Browser, wired: Wiring, database: Database) -> None:
    desk.put(PATH, TERMS | {"is_paused": True})
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE networks SET posts_since = now() - interval '1 year'"))
    consume(wired, Buyer("map", "northwind", age_days=3).signs_up(sub1="click"))
    network = Network(PostbackAnswer(200, 3))

    assert send_postbacks(wired.unit_of_work, network) == 0
    assert [row["state"] for row in shown(desk)["log"]] == ["queued"]
    desk.put(PATH, TERMS)
    assert send_postbacks(wired.unit_of_work, network) == 1

    [row] = shown(desk)["log"]
    assert (row["goal"], row["state"], row["code"], row["tries"]) == ("lead", "sent", 200, 1)
    assert desk.put(ONE, {"id": row["id"]}).status_code == 200
    assert send_postbacks(wired.unit_of_work, network) == 1
    assert network.asked[0] == network.asked[1]
    assert actions(desk)[0] == "postbacks.again"


def test_one_sent_again_by_two_at_once_is_queued_once(desk: Browser, wired: Wiring, database: Database) -> None:
    desk.put(PATH, TERMS)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE networks SET posts_since = now() - interval '1 year'"))
    consume(wired, Buyer("map", "northwind", age_days=3).signs_up(sub1="click"))
    send_postbacks(wired.unit_of_work, Network(PostbackAnswer(200, 3)))
    [row] = shown(desk)["log"]

    pressed = at_once(*(lambda: desk.put(ONE, {"id": row["id"]}).status_code for _ in range(2)))

    assert sorted(pressed) == [200, 404]
    assert actions(desk).count("postbacks.again") == 1


def test_a_test_is_sent_once_and_shows_the_answer(desk: Browser, wired: Wiring) -> None:
    desk.put(PATH, TERMS)
    body = {"id": str(uuid4()), "network": "northwind", "goal": "lead"}
    assert {desk.post(ONE, body).status_code for _ in range(2)} == {202}
    network = Network(PostbackAnswer(404, 12))

    assert sorted(at_once(*(lambda: send_postback_tests(wired.unit_of_work, network) for _ in range(4)))) == [
        0,
        0,
        0,
        1,
    ]

    [test] = shown(desk)["tests"]
    assert (test["is_sent"], test["code"], test["milliseconds"], test["is_refused"]) == (True, 404, 12, False)
    assert len(network.asked) == 1
    assert "cid=test" in network.asked[0]
    assert actions(desk).count("postbacks.test") == 1
    assert desk.post(ONE, body | {"id": str(uuid4()), "goal": "sale"}).json["error"]["code"] == "postback_goal_missing"


def test_another_brand_sees_and_changes_nothing_of_it(desk: Browser) -> None:
    desk.put(PATH, TERMS)
    there = desk.at("iskra.localhost").as_member(ANN, marketer=True)
    assert there.get(PATH, network="northwind").status_code == 404
    assert there.put(PATH, TERMS).status_code == 404
    assert there.post(ONE, {"id": str(uuid4()), "network": "northwind", "goal": "lead"}).status_code == 404
    assert there.put(ONE, {"id": str(uuid4())}).status_code == 404
