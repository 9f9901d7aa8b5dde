"""Saved views of the report: one's own, those shared at the desk of a site, and the one that the report opens with."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

PATH = "/api/marketing-views.php"


@pytest.fixture
def ann(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys).as_member(UUID(int=1), marketer=True)


@pytest.fixture
def bea(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys).as_member(UUID(int=2), marketer=True)


def saved(desk: Browser, **changed: Any) -> str:
    view = {"id": str(uuid4()), "name": "Weekly", "query": "by=network,week&days=90&compare=before", **changed}
    assert desk.post(PATH, view).status_code == 201
    return str(view["id"])


def views(desk: Browser) -> list[tuple[str, bool, bool, bool]]:
    found = desk.get(PATH).json["views"]
    return [(each["name"], each["is_shared"], each["is_own"], each["is_default"]) for each in found]


def test_a_view_is_ones_own_until_it_is_shared(ann: Browser, bea: Browser) -> None:
    view = saved(ann)
    assert views(ann) == [("Weekly", False, True, False)]
    assert views(bea) == []

    saved(ann, id=view, name="Weekly, all", is_shared=True)

    assert views(bea) == [("Weekly, all", True, False, False)]
    assert ann.get(PATH).json["views"][0]["query"] == "by=network,week&days=90&compare=before"
    assert [each["action"] for each in ann.get("/api/marketing-actions.php").json["actions"]] == ["view.save"]


def test_each_marketer_has_a_default_of_their_own(ann: Browser, bea: Browser) -> None:
    shared, own = saved(ann, is_shared=True), saved(bea, name="Mine")
    for desk, view in ((ann, shared), (bea, shared), (bea, own)):
        assert desk.put(PATH, {"id": view, "is_default": True}).status_code == 200
    assert [each[3] for each in views(ann)] == [True]
    assert views(bea) == [("Mine", False, True, True), ("Weekly", True, False, False)]
    bea.put(PATH, {"id": own, "is_default": False})
    assert not any(each[3] for each in views(bea))


def test_what_is_anothers_is_not_found(ann: Browser, bea: Browser) -> None:
    private, shared = saved(ann), saved(ann, is_shared=True)
    taken = {"name": "Taken", "query": "", "is_shared": False}
    assert bea.post(PATH, taken | {"id": private}).status_code == 404
    assert bea.post(PATH, taken | {"id": shared}).status_code == 404
    assert bea.put(PATH, {"id": private, "is_default": True}).status_code == 404
    assert bea.delete(PATH, {"id": private}).status_code == 404
    assert len(views(ann)) == 2


def test_a_shared_view_is_deleted_with_everybodys_default(ann: Browser, bea: Browser) -> None:
    shared = saved(ann, is_shared=True)
    bea.put(PATH, {"id": shared, "is_default": True})
    assert bea.delete(PATH, {"id": shared}).status_code == 200
    assert (views(ann), views(bea)) == ([], [])
    assert ann.delete(PATH, {"id": shared}).status_code == 404


def test_another_brand_sees_and_takes_none(ann: Browser, app: Flask, keys: KeyPair) -> None:
    shared = saved(ann, is_shared=True)
    there = Browser(app, keys).at("iskra.localhost").as_member(UUID(int=1), marketer=True)
    assert views(there) == []
    assert there.delete(PATH, {"id": shared}).status_code == 404
    assert there.post(PATH, {"id": shared, "name": "x", "query": ""}).status_code == 404
    assert len(views(ann)) == 1


@pytest.mark.parametrize(
    "wrong", [{"name": " "}, {"name": "x" * 61}, {"query": "https://evil.example/#x"}, {"query": "a b"}, {"id": "1"}]
)
def test_a_wrong_view_changes_nothing(ann: Browser, wrong: dict[str, str]) -> None:
    assert ann.post(PATH, {"id": str(uuid4()), "name": "Weekly", "query": "by=day", **wrong}).status_code == 422
    assert views(ann) == []


def test_a_marketer_has_room_for_fifty(ann: Browser) -> None:
    ids = [saved(ann, name=f"View {number}") for number in range(50)]
    one_more = {"id": str(uuid4()), "name": "One more", "query": ""}
    assert ann.post(PATH, one_more).json["error"]["code"] == "views_full"
    saved(ann, id=ids[0], name="Renamed")
