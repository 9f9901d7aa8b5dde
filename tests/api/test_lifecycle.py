"""Leaving, coming back and taking one's data along, through the gateway and across all services."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from shared.registry import service_names

from tests.member import PASSWORD, Member, until

NewMember = Callable[..., Member]


def sees(viewer: Member, member: Member) -> int:
    return viewer.http.get("/api/profile.php", params={"id": member.id}).status_code


def test_a_deleted_member_is_gone_and_comes_back_with_everything(new_member: NewMember) -> None:
    ann, bo = new_member("Ann").confirm(), new_member("Bo", gender="male", seeks="female").confirm()
    ann.write(bo.id, "hello")
    until(lambda: bo.get("chats")["chats"])

    ann.call("DELETE", "user", password=PASSWORD)
    until(lambda: sees(bo, ann) == 404)
    assert ann.refused("POST", "user", email=ann.email, password=PASSWORD)[1] == "account_deleted"

    ann.call("POST", "reactivate", token=ann.mailed_token("reactivate"))
    ann.call("POST", "user", email=ann.email, password=PASSWORD)
    until(lambda: sees(bo, ann) == 200)
    until(lambda: bo.get("chats")["chats"])


def test_a_member_takes_a_copy_of_everything_along(new_member: NewMember) -> None:
    ann, bo = new_member("Ann").confirm(), new_member("Bo", gender="male", seeks="female").confirm()
    ann.write(bo.id, "hello there")
    ann.call("POST", "like", id=str(uuid4()), profile_id=bo.id)

    ann.call("POST", "export", id=str(uuid4()), password=PASSWORD)
    until(lambda: ann.get("export")["export"]["state"] == "ready")
    answer = ann.http.post(
        "/api/export-download.php",
        json={"token": ann.mailed_token("my-data")},
        headers={"X-Request-Type": "app"},
    )

    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert {name.split("/")[0] for name in archive.namelist()} == {"about.json", *service_names()}
        messages: list[dict[str, Any]] = json.loads(archive.read("chat/messages.json"))
        profile = json.loads(archive.read("profiles/profiles.json"))
    assert [message["text"] for message in messages] == ["hello there"]
    assert profile[0]["name"] == "Ann"


def test_sexuality_is_shown_while_its_owner_agrees(new_member: NewMember) -> None:
    ann, bo = new_member("Ann").confirm(), new_member("Bo", gender="male", seeks="female").confirm()
    until(lambda: sees(bo, ann) == 200)

    def shown() -> str | None:
        sexuality: str | None = bo.get("profile", id=ann.id)["profile"]["sexuality"]
        return sexuality

    assert shown() is None
    ann.call("PUT", "consents", kind="sexuality", version="1", given=True)
    until(lambda: shown() == "hetero")
    ann.call("PUT", "consents", kind="sexuality", version="1", given=False)
    until(lambda: shown() is None)
