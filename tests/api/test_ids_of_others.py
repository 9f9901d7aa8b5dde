"""Ids are made by clients: one another member has used is refused in the envelope, and changes nothing of theirs."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from shared.ops.openapi import document
from shared.pictures.tests.makers import jpeg
from shared.sounds.tests.makers import wav

from tests.member import PASSWORD, Member, until
from tests.product import Product

Create = Callable[[Member, str, Member], httpx.Response]


def post(name: str, **body: Any) -> Create:
    """A create with JSON; `{other}` is the id of somebody else."""

    def create(member: Member, key: str, other: Member) -> httpx.Response:
        filled = {field: other.id if value == "{other}" else value for field, value in body.items()}
        return member.http.post(f"/api/{name}.php", json={"id": key, **filled})

    return create


def upload(name: str, *fields: str, file: str = "photo", content: bytes | None = None) -> Create:
    def create(member: Member, key: str, other: Member) -> httpx.Response:
        data = {"id": key, **dict.fromkeys(fields, other.id)}
        return member.http.post(f"/api/{name}.php", data=data, files={file: ("a", content or jpeg())})

    return create


CREATES: dict[str, Create] = {
    "POST /api/block.php": post("block", profile_id="{other}"),
    "POST /api/chat.php": post("chat", profile_id="{other}", text="Hello"),
    "POST /api/chat-photo.php": upload("chat-photo", "profile_id"),
    "POST /api/chat-voice.php": upload("chat-voice", "profile_id", file="voice", content=wav()),
    "POST /api/complaint.php": post("complaint", kind="profile", about_id="{other}", reason="fake", text="An actor."),
    "POST /api/export.php": post("export", password=PASSWORD),
    "POST /api/like.php": post("like", profile_id="{other}"),
    "POST /api/order.php": post("order", package_id="p0", method="ideal", immediate_delivery=True),
    "POST /api/photo.php": upload("photo"),
    "POST /api/swipe-game.php": post("swipe-game", profile_id="{other}", like=True),
}
# Where the id is none the caller makes up, or another test has it.
ELSEWHERE = {
    "POST /api/invitations.php": "identity, test_invitations",
    "POST /api/date-plans.php": "profiles, test_client_keys: with a conversation",
    "PUT /api/verification.php": "profiles, test_client_keys: with a photo",
    "POST /api/verification.php": "profiles, test_verification: the id of a draw",
    "POST /api/staff-verification.php": "profiles, test_client_keys: at the desk",
    "POST /api/like-report.php": "profiles, test_liked_parts: with the words of a like",
    "PUT /api/desk-people.php": "identity, test_staff_accounts: the id of an account",
    "POST /api/fictional-account.php": "identity, test_fictional_profiles: at the desk",
    "POST /api/fictional-photo.php": "profiles, test_fictional_profiles: at the desk",
    "POST /api/fictional-answer.php": "chat, test_fictional_queue: with a lease",
    "POST /api/unmatch.php": "profiles, test_client_keys: a block",
    "POST /api/appeal.php": "profiles, test_statements: needs a decision",
    "POST /api/staff-complaints.php": "profiles, test_complaints: at the desk",
    "POST /api/staff-case.php": "profiles, test_desk_queue: at the desk",
    "PUT /api/staff-case.php": "profiles, test_case_work: at the desk",
    "POST /api/staff-decisions.php": "profiles, test_past_decisions: at the desk",
    "POST /api/staff-notes.php": "profiles, test_case_work: at the desk",
    "POST /api/staff-messages.php": "profiles, test_desk_messages: at the desk",
    "PUT /api/staff-replies.php": "profiles, test_desk_reach: at the desk",
    "PUT /api/staff-rules.php": "profiles, test_desk_reach: at the desk",
    "POST /api/staff-rule-simulation.php": "profiles, test_desk_reach: at the desk",
    "PUT /api/staff-rule-state.php": "profiles, test_desk_reach: at the desk",
    "PUT /api/desk-message.php": "profiles, test_desk_messages: needs a question",
    "POST /api/staff-reviews.php": "profiles, test_quality_reviews: at the desk",
    "PUT /api/staff-reviews.php": "profiles, test_quality_reviews: at the desk",
    "POST /api/staff-decision.php": "profiles, test_desk_decisions: at the desk",
    "POST /api/staff-access.php": "profiles, test_staff_access: at the desk",
    "POST /api/staff-blocked-pictures.php": "profiles, test_evidence_pictures: at the desk",
    "POST /api/staff-confirmations.php": "profiles, test_confirmations: at the desk",
    "POST /api/staff-member.php": "profiles, test_sanctions: at the desk",
    "POST /api/staff-photos.php": "profiles, test_photo_inspection: at the desk",
    "POST /api/support-member.php": "profiles, test_support: at the desk",
    "POST /api/support-act.php": "profiles, test_support: at the desk",
    "POST /api/support-reply.php": "notifications, test_support_inbox: at the desk",
    "POST /api/support-note.php": "notifications, test_support_inbox: at the desk",
    "PUT /api/support-thread.php": "finds a thread of the pool, makes none",
    "POST /api/directdebit.php": "billing, test_direct_debit: with a phone that gets a code",
    "POST /api/repeat-order.php": "billing, test_saved_methods: with a saved method",
    "POST /api/withdrawal.php": "billing, test_withdrawals: with a purchase",
    "POST /api/signup.php": "identity, test_sign_up: the id of an account",
    "POST /api/directdebit-code.php": "finds an application, makes none",
    "PUT /api/directdebit.php": "finds an application, makes none",
    "PUT /api/passkey-login.php": "answers a challenge of the server's",
    "PUT /api/passkey.php": "answers a challenge of the server's",
    "PUT /api/passkey-proof.php": "answers a challenge of the server's",
    "PUT /api/passkeys.php": "renames one",
    "POST /api/marketing-postback.php": "lander, test_postbacks_at_the_desk: at the desk",
    "PUT /api/marketing-postback.php": "finds a postback of the brand, makes none",
    "POST /api/marketing-campaign.php": "notifications, test_campaigns: at the desk",
    "PUT /api/marketing-campaign.php": "finds a campaign of the brand, makes none",
    "PUT /api/marketing-campaign-state.php": "finds a campaign of the brand, makes none",
    "POST /api/marketing-campaign-test.php": "finds a campaign of the brand, makes none",
    "POST /api/marketing-views.php": "lander, test_report_views: at the desk",
    "PUT /api/marketing-views.php": "finds a view of the marketer, makes none",
    "POST /api/marketing-segments.php": "notifications, test_segments: at the desk",
    "PUT /api/marketing-segments.php": "finds a segment of the brand, makes none",
    "POST /api/track.php": "lander, test_views: an id is ignored",
    "PUT /api/track.php": "lander, test_views: an id is ignored",
}


def with_an_id() -> set[str]:
    """Every POST and PUT that reads an `id` or a `visit_id`."""
    described = document()
    found = set()
    for path, methods in described["paths"].items():
        for method in methods.keys() & {"post", "put"}:
            for content in methods[method].get("requestBody", {}).get("content", {}).values():
                schema = content["schema"]
                schema = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
                if {"id", "visit_id"} & {
                    n for n, field in schema["properties"].items() if field.get("format") == "uuid"
                }:
                    found.add(f"{method.upper()} {path}")
    return found


def test_every_operation_with_an_id_is_named_here() -> None:
    assert with_an_id() <= CREATES.keys() | ELSEWHERE.keys()


@pytest.fixture(scope="module")
def people(product: Product) -> Iterator[tuple[Member, Member, Member]]:
    ann, eve = (Member(product.base_url).sign_up(name).confirm().become_premium() for name in ("Ann", "Eve"))
    bo = Member(product.base_url).sign_up("Bo", gender="male", seeks="female").confirm()
    for one, name in ((ann, "Ann"), (eve, "Eve")):
        one.write(bo.id, f"Hello from {name}")
        until(lambda one=one: one.http.get(f"/api/profile.php?id={bo.id}").status_code == 200)  # type: ignore[misc]
    yield ann, eve, bo
    for each in (ann, eve, bo):
        each.http.close()


@pytest.mark.parametrize("name", sorted(CREATES, key=lambda name: (name == "POST /api/block.php", name)))
def test_an_id_of_another_member_is_refused_or_ones_own(people: tuple[Member, Member, Member], name: str) -> None:
    ann, eve, bo = people
    key, create = str(uuid4()), CREATES[name]
    first = create(ann, key, bo)
    assert first.is_success, first.text

    theirs = create(eve, key, bo)

    # Where nothing is stored under the id, keys are each member's own.
    assert theirs.is_success or theirs.status_code in (404, 409, 422), theirs.text
    if not theirs.is_success:
        assert theirs.json()["error"]["message"]
    again = create(ann, key, bo)
    assert (again.status_code, shape_of(again)) == (first.status_code, shape_of(first))


def shape_of(answer: httpx.Response) -> Any:
    """The ids in an answer, by the name of the entity."""
    found = answer.json() if answer.content else {}
    return {name: inner.get("id") for name, inner in found.items() if isinstance(inner, dict)}
