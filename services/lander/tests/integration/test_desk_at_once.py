"""Two marketers who change one page or experiment at the same moment: one after the other, and the last one counts."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import permutations
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from lander.domain.marketing_action import Marketer
from lander.domain.publication import state_of
from lander.tests.makers import document
from lander.usecases.change_page import locked_page, publish_version, put_live, retire_page
from lander.usecases.run_experiment import end_experiment
from lander.web import BLUEPRINTS
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.http.app import create_app
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

ANN, BO = UUID(int=1), UUID(int=2)
HALVES = [{"version": 1, "weight": 0.5}, {"version": 2, "weight": 0.5}]
PAGE, EXPERIMENTS = "/api/marketing-page.php", "/api/marketing-experiments.php"
ROUNDS = 8


@pytest.fixture
def desks(app: Flask, keys: KeyPair) -> list[Browser]:
    """Two marketers and a page with three versions, of which the first is live."""
    desks = [Browser(app, keys).as_member(each, marketer=True) for each in (ANN, BO)]
    for base, title in enumerate(["One", "Two", "Three"]):
        desks[0].post(PAGE, {"slug": "spring", "base": base, "document": document(title)})
    change(desks[0], "publish", version=1)
    return desks


def change(desk: Browser, action: str, **more: Any) -> int:
    return int(desk.put(PAGE, {"slug": "spring", "action": action, **more}).status_code)


def page_of(desk: Browser) -> Any:
    return desk.get(PAGE, slug="spring").json


def actions(desk: Browser) -> list[str]:
    return [each["action"] for each in desk.get("/api/marketing-actions.php").json["actions"]]


def start(desk: Browser) -> int:
    body = {"slug": "spring", "goal": "sign_up", "arms": HALVES}
    return int(desk.post(EXPERIMENTS, body).status_code)


def end(desk: Browser, experiment: int, ship: int | None = None) -> int:
    body = {"experiment": experiment} | ({"ship": ship} if ship is not None else {})
    return int(desk.put(EXPERIMENTS, body).status_code)


def newest(desk: Browser) -> Any:
    return desk.get(EXPERIMENTS).json["experiments"][0]


@pytest.mark.parametrize("later", ["publish", "retire"])
def test_a_change_that_began_earlier_and_was_served_later_is_in_force(
    wired: Wiring, desks: list[Browser], later: str
) -> None:
    ann, bo, site = Marketer(ANN, "pairwise"), Marketer(BO, "pairwise"), wired.sites.get("pairwise")
    uow = wired.unit_of_work()
    with uow:
        began = uow.now()
        publish_version(wired.unit_of_work(), bo, site, "spring", 2, None)
        page_id = locked_page(uow, ann, "spring")
        if later == "publish":
            put_live(uow, ann, site, page_id, "spring", 3)
        else:
            uow.pages.publish(page_id, None, None, ANN, approved=True)
        uow.commit()

    page = page_of(desks[0])
    assert page["live_version"] == (3 if later == "publish" else None)
    begins = [datetime.fromisoformat(each["starts_at"]) for each in page["publications"][:2]]
    assert begins == sorted(begins, reverse=True)
    assert began < begins[1]


def test_a_page_taken_away_has_no_plan_left_and_stays_away(wired: Wiring, desks: list[Browser]) -> None:
    later = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    for _ in range(ROUNDS):
        change(desks[0], "publish", version=1)
        statuses = at_once(
            lambda: change(desks[0], "retire"), lambda: change(desks[1], "publish", version=2, starts_at=later)
        )
        assert statuses == [200, 200]
        with wired.unit_of_work().reading() as uow:
            page_id = uow.pages.find("pairwise", "spring")
            assert page_id is not None
            found = uow.pages.publications(page_id)
        plans = [each for each in found if each.version == 2 and each.is_approved]
        # A plan of after the retirement stays, one of before is withdrawn with it.
        retired = next(each for each in found if each.version is None)
        assert all(each.id > retired.id for each in plans)
        for plan in plans:
            change(desks[0], "withdraw", publication=plan.id)
        assert page_of(desks[0])["state"] == "retired"


def test_of_many_changes_at_once_the_last_one_served_is_in_force(wired: Wiring, desks: list[Browser]) -> None:
    ann, bo = desks
    for _ in range(ROUNDS):
        statuses = at_once(
            lambda: change(ann, "publish", version=1),
            lambda: change(bo, "publish", version=2),
            lambda: change(ann, "publish", version=3),
            lambda: change(bo, "retire"),
        )
        assert statuses == [200] * 4
        page = page_of(ann)
        assert page["live_version"] == page["publications"][0]["version"]
    assert actions(ann).count("page.retire") == ROUNDS


def test_a_plan_withdrawn_by_two_at_once_is_withdrawn_once(desks: list[Browser]) -> None:
    later = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    change(desks[0], "publish", version=2, starts_at=later)
    plan = page_of(desks[0])["publications"][0]["id"]

    assert at_once(*(partial(change, desk, "withdraw", publication=plan) for desk in desks * 2)) == [200] * 4

    assert page_of(desks[0])["publications"][0]["state"] == "withdrawn"
    assert actions(desks[0]).count("page.withdraw") == 1


@pytest.mark.parametrize("days", [-1, 0, 91])
def test_a_time_that_has_passed_or_is_far_ahead_is_refused(desks: list[Browser], days: int) -> None:
    at = (datetime.now(UTC) + timedelta(days=days)).isoformat()
    before = page_of(desks[0])

    body = {"slug": "spring", "action": "publish", "version": 2, "starts_at": at}
    answer = desks[0].put(PAGE, body)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "publication_time_wrong")
    assert answer.json["error"]["field"] == "starts_at"
    assert page_of(desks[0])["publications"] == before["publications"]


def test_an_experiment_started_by_two_at_once_is_one(desks: list[Browser]) -> None:
    statuses = at_once(*(partial(start, desk) for desk in desks * 2))

    assert sorted(statuses) == [201, 409, 409, 409]
    assert len(desks[0].get(EXPERIMENTS).json["experiments"]) == 1
    assert actions(desks[0]).count("experiment.start") == 1


def test_a_page_is_split_or_published_and_both_only_in_that_order(desks: list[Browser]) -> None:
    ann, bo = desks
    for number in range(ROUNDS):
        change(ann, "publish", version=1)
        started, published = at_once(lambda: start(ann), lambda: change(bo, "publish", version=2))
        assert (started, published) in {(201, 200), (201, 409)}
        assert page_of(ann)["live_version"] == (2 if published == 200 else 1)
        assert page_of(ann)["has_experiment"] is True
        assert end(ann, newest(ann)["id"]) == 200
        assert actions(ann).count("experiment.end") == number + 1


def test_two_winners_shipped_at_once_are_one(desks: list[Browser]) -> None:
    for number in range(ROUNDS):
        start(desks[0])
        found = newest(desks[0])
        arms = {arm["id"]: arm["version"] for arm in found["arms"]}
        statuses = at_once(*(partial(end, desk, found["id"], arm) for desk, arm in zip(desks, arms, strict=True)))

        assert sorted(statuses) == [200, 409]
        shipped = dict(zip(statuses, arms.values(), strict=True))[200]
        assert page_of(desks[0])["live_version"] == shipped
        assert newest(desks[0])["ended_at"]
        assert actions(desks[0]).count("experiment.ship") == number + 1


def test_the_same_winner_shipped_by_two_at_once_is_shipped_once(desks: list[Browser]) -> None:
    start(desks[0])
    found = newest(desks[0])
    winner = found["arms"][1]["id"]

    assert at_once(*(partial(end, desk, found["id"], winner) for desk in desks * 2)) == [200] * 4

    assert page_of(desks[0])["live_version"] == 2
    assert len([each for each in page_of(desks[0])["publications"] if each["version"] == 2]) == 1
    assert actions(desks[0]).count("experiment.ship") == 1


def test_a_winner_is_not_called_shipped_where_a_colleague_ended_without_one(desks: list[Browser]) -> None:
    ann, bo = desks
    for order in permutations(["end", "ship"]):
        change(ann, "publish", version=1)
        start(ann)
        found = newest(ann)
        winner = found["arms"][1]["id"]
        press = {"end": partial(end, ann, found["id"]), "ship": partial(end, bo, found["id"], winner)}
        statuses = [press[each]() for each in order]

        assert statuses == ([200, 409] if order[0] == "end" else [200, 200])
        assert page_of(ann)["live_version"] == (1 if order[0] == "end" else 2)


def test_what_is_approved_goes_live_although_another_version_went_live_while_it_waited(
    wired: Wiring, database: Database, keys: KeyPair, monkeypatch: pytest.MonkeyPatch, desks: list[Browser]
) -> None:
    strict = wired.sites.for_host("localhost").model_copy(update={"lander_review": "two"})
    monkeypatch.setattr(type(wired.sites), "for_host", lambda *_: strict)
    app = create_app(wired.settings, database, BLUEPRINTS, replace(wired), wired.sites.origins("http://localhost:8080"))
    ann, bo = (Browser(app, keys).as_member(each, marketer=True) for each in (ANN, BO))
    change(ann, "publish", version=2)
    waiting = page_of(ann)["publications"][0]
    # Back to a version that was approved before.
    change(bo, "publish", version=1)

    assert at_once(*[partial(change, bo, "approve", publication=waiting["id"])] * 3) == [200] * 3

    page = page_of(ann)
    assert (waiting["state"], page["live_version"]) == ("waiting", 2)
    assert actions(ann).count("page.approve") == 1


def test_a_retirement_and_an_end_of_an_experiment_do_not_deadlock(wired: Wiring, desks: list[Browser]) -> None:
    marketer = Marketer(ANN, "pairwise")
    for _ in range(ROUNDS):
        change(desks[0], "publish", version=1)
        start(desks[0])
        found = newest(desks[0])
        at_once(
            partial(end_experiment, wired.unit_of_work(), marketer, found["id"]),
            partial(change, desks[1], "retire"),
        )
        if page_of(desks[0])["state"] == "live":
            retire_page(wired.unit_of_work(), marketer, "spring")
        with wired.unit_of_work().reading() as uow:
            page_id = uow.pages.find("pairwise", "spring")
            assert page_id is not None
            assert state_of(uow.pages.publications(page_id), uow.now())[1] is None
            assert not uow.experiments.is_running(page_id)
