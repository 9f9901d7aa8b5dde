"""One member's way from sign-up to a paid conversation, by the API alone."""

import json
import threading
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx

from tests.member import Member, until
from tests.product import Product

NewMember = Callable[..., Member]


def test_from_sign_up_to_a_paid_conversation(new_member: NewMember) -> None:
    ann = new_member("Ann", gender="female", seeks="male").confirm()
    bo = new_member("Bo", gender="male", seeks="female").confirm()

    first = ann.get("search", gender="male", country="NL", min_age=20, max_age=60)
    assert first["count"]["value"] > len(first["profiles"]) == 24
    second = ann.get("search", gender="male", country="NL", min_age=20, max_age=60, cursor=first["next_cursor"])
    seen = [card["id"] for card in first["profiles"] + second["profiles"]]
    assert len(seen) == len(set(seen)) == 48

    bo.call("POST", "like", id=str(uuid4()), profile_id=ann.id)
    assert ann.call("POST", "like", id=str(uuid4()), profile_id=bo.id)["match"]
    assert [card["id"] for card in bo.get("likes")["liked_by"]] == [ann.id]

    costs = []
    for number in range(6):
        costs.append(ann.get("chat", profile=bo.id)["price"]["credits"])
        ann.write(bo.id, f"message {number}")
    assert costs == [0, 0, 0, 2, 2, 2]
    assert ann.refused("POST", "chat", id=str(uuid4()), profile_id=bo.id, text="one more") == (
        402,
        "not_enough_credits",
    )

    until(lambda: bo.get("chats")["total_unread_messages"] == 6)
    chat = bo.get("chat", profile=ann.id)
    assert [message["seq"] for message in chat["messages"]] == [1, 2, 3, 4, 5, 6]
    bo.call("PUT", "chat", conversation_id=chat["conversation"]["id"], read_seq=6)
    assert bo.get("chats")["total_unread_messages"] == 0

    ann.become_premium()
    until(lambda: ann.get("user")["user"]["credits"] == 20)
    assert ann.get("transactions")["transactions"][0]["kind"] == "purchase"
    assert ann.write(bo.id, "there you are")["price"]["balance"] == 18


def test_a_failed_payment_gives_nothing(new_member: NewMember) -> None:
    ann = new_member()
    for status, ours in (("failed", "failed"), ("canceled", "cancelled"), ("expired", "expired")):
        wait_for(ann, ann.buy(status=status), ours)
    assert not ann.get("user")["user"]["paid_user"]
    assert [entry["kind"] for entry in ann.get("transactions")["transactions"]] == ["signup_gift"]


def wait_for(member: Member, payment: dict[str, Any], status: str) -> None:
    until(lambda: member.get("payment", id=payment["payment_id"])["payment"]["status"] == status)


def test_coming_back_from_the_provider_pays_nothing(new_member: NewMember) -> None:
    """The return address is only an address: the provider's own word counts."""
    ann = new_member()
    order = {"id": str(uuid4()), "package_id": "p0", "method": "ideal", "immediate_delivery": True}
    payment = ann.call("POST", "order", **order)["payment"]

    forged = ann.http.post("/api/payment-webhook.php", data={"id": "tr_forged"})

    assert forged.status_code == 200
    assert ann.get("payment", id=payment["payment_id"])["payment"]["status"] in ("open", "pending")


def test_the_same_message_twenty_times_is_one_message_and_one_charge(new_member: NewMember) -> None:
    ann, bo = new_member("Ann"), new_member("Bo", gender="male", seeks="female")
    for number in range(3):
        ann.write(bo.id, f"free {number}")
    message_id, answers = str(uuid4()), []

    def send() -> None:
        answers.append(ann.write(bo.id, "only once", message_id)["message"]["seq"])

    threads = [threading.Thread(target=send) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert answers == [4] * 20
    assert ann.get("chat", profile=bo.id)["price"]["balance"] == 4
    assert ann.refused("POST", "chat", id=message_id, profile_id=bo.id, text="other words") == (
        422,
        "idempotency_key_reused",
    )


def test_an_open_page_gets_the_message_at_once(product: Product, new_member: NewMember) -> None:
    ann, bo = new_member("Ann"), new_member("Bo", gender="male", seeks="female")
    events: list[tuple[str, dict[str, Any]]] = []

    def listen() -> None:
        with bo.http.stream("GET", "/api/stream.php", timeout=httpx.Timeout(20, read=60)) as stream:
            name = ""
            for line in stream.iter_lines():
                if line.startswith("event:"):
                    name = line.removeprefix("event:").strip()
                elif line.startswith("data:"):
                    events.append((name, json.loads(line.removeprefix("data:"))))
                    if name == "message":
                        return

    listening = threading.Thread(target=listen, daemon=True)
    listening.start()
    until(lambda: events)
    ann.write(bo.id, "are you there?")
    until(lambda: not listening.is_alive())

    assert events[0][0] == "hello"
    assert [data["message"]["text"] for name, data in events if name == "message"] == ["are you there?"]
