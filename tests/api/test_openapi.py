"""Every operation of the API document, called with valid and invalid input: answers match the document.

Each is called with a token that passes authorization, so that the input reaches it, and with those that do not.
"""

import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from shared.ops.openapi import document
from shared.pictures.tests.makers import jpeg
from shared.sounds.tests.makers import wav

from tests.desk import become_finance, become_owner, become_support, become_writer, log_in_marketer, log_in_moderator
from tests.member import PASSWORD, Member, until
from tests.product import Product

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
NEVER_ENDS = {"get_stream"}
# Called with a member of their own each: they end its session, or have its password guessed until it waits.
ENDS_THE_SESSION = {
    "post_user",
    "delete_user",
    "get_logout",
    "post_signup",  # every answer sets the cookies of another member
    "put_password",
    "post_mail_change",
    "post_second_factor",
    "delete_second_factor",
    "post_recovery_codes",
    "post_passkeys",
    "put_second_factor_proof",
    "post_export",
}

NOT_WALKED = {
    "POST /api/appeal.php",  # nothing was decided about either of them
    *(
        f"{method} /api/staff-{what}.php"
        for method in ("GET", "POST")
        for what in ("photos", "complaints", "confirmations", "member")
    ),
    "POST /api/date-contact-refusal.php",  # the token is in the email to a person without an account
    "GET /api/stream.php",
    "GET /api/staff-chat-photo.php",
    *(f"{method} /api/staff-verification.php" for method in ("GET", "POST")),  # profiles' test_verification
    *(f"{method} /api/verification.php" for method in ("PUT", "POST")),  # needs a photo of the profile
    "GET /api/staff-chat-voice.php",
    # the marketing desk's; the lander's own tests have them
    *(f"GET /api/marketing-{what}.php" for what in ("actions", "report", "report-file", "costs", "pages")),
    *(
        f"{method} /api/marketing-{what}.php"
        for method in ("GET", "POST", "PUT")
        for what in ("networks", "page", "experiments", "codes")
    ),
    *(f"{method} /api/marketing-suspects.php" for method in ("GET", "PUT", "DELETE")),  # the lander's test_suspects
    *(f"{method} /api/marketing-rewards.php" for method in ("GET", "PUT")),  # billing's test_invitation_rewards
    # test_campaign_mail and the tests of notifications have them
    *(f"GET /api/marketing-{what}.php" for what in ("campaigns", "campaign-preview", "audience")),
    *(f"{method} /api/marketing-segments.php" for method in ("GET", "POST", "PUT", "DELETE")),
    *(f"{method} /api/marketing-campaign.php" for method in ("GET", "POST", "PUT")),
    "PUT /api/marketing-campaign-state.php",
    "POST /api/marketing-campaign-test.php",
    *(f"{method} /api/marketing-postbacks.php" for method in ("GET", "PUT")),
    "POST /api/marketing-postback.php",
    "PUT /api/marketing-postback.php",
    *(f"{method} /api/marketing-costs.php" for method in ("POST", "PUT")),
    # test_smart_links, test_report_views and test_cost_keys of the lander have them
    *(f"{method} /api/marketing-links.php" for method in ("GET", "POST", "PUT", "DELETE")),
    *(f"{method} /api/marketing-views.php" for method in ("GET", "POST", "PUT", "DELETE")),
    *(f"{method} /api/marketing-cost-key.php" for method in ("GET", "POST", "DELETE")),
    "POST /api/costs.php",
    # test_network_views of the lander has them
    *("POST /api/network-view.php", *(f"{method} /api/marketing-network-view.php" for method in ("POST", "DELETE"))),
    "PUT /api/marketing-draft.php",
    *(f"{method} /api/marketing-pictures.php" for method in ("GET", "POST", "DELETE")),  # test_own_pictures has them
    # test_staff_access of profiles has them
    *(f"{method} /api/staff-access.php" for method in ("GET", "POST")),
    "GET /api/staff-facts.php",  # of an opened member; test_member_facts of profiles has it
    "POST /api/staff-find.php",  # test_member_search of profiles has it
    "GET /api/staff-payments.php",  # of an opened member; test_member_facts of profiles has it
    # test_member_conversations of profiles has them
    "GET /api/staff-conversations.php",
    "POST /api/staff-conversation.php",
    "GET /api/staff-queue.php",  # the queue; test_desk_queue and test_desk_decisions of profiles have it
    *(f"{method} /api/staff-{what}.php" for method in ("POST", "DELETE") for what in ("case", "decision")),
    # test_case_work and test_past_decisions of profiles have them
    *("PUT /api/staff-case.php", "GET /api/staff-colleagues.php"),
    # test_desk_messages of profiles has them
    *("GET /api/desk-message.php", "PUT /api/desk-message.php", "POST /api/staff-messages.php"),
    *(f"{method} /api/staff-replies.php" for method in ("GET", "PUT", "DELETE")),
    *("POST /api/staff-decisions.php", "GET /api/staff-numbers.php"),
    # test_desk_rules of profiles has them
    *(f"{method} /api/staff-rules.php" for method in ("GET", "PUT", "DELETE")),
    *("POST /api/staff-rule-simulation.php", "PUT /api/staff-rule-state.php"),
    *(f"{method} /api/staff-reviews.php" for method in ("GET", "POST", "PUT")),  # test_quality_reviews
    # test_experiments of the lander has them
    *("PUT /api/marketing-experiment.php", "GET /api/marketing-experiment-estimate.php"),
    *("GET /api/invoice.php", "GET /api/site-file.php"),  # no JSON
    "GET /api/transaction-receipt.php",  # test_receipts of billing has it
    *(f"{method} /api/known-contacts.php" for method in ("GET", "POST", "DELETE")),  # identity's test_known_contacts
    "POST /api/like-report.php",  # test_liked_parts of likes and of profiles
    "GET /api/prompts.php",  # test_prompts of profiles has it
    "POST /api/staff-notes.php",  # of an opened member; test_case_work of profiles has it
    "POST /api/staff-blocked-pictures.php",
    "GET /media/{photo}/{variant}.webp",  # no JSON
    "GET /chat-media/{message}/{variant}.webp",
    *(f"GET /chat-media/{{message}}/sound.{kind}" for kind in ("ogg", "mp3")),
    "PUT /api/activate.php",  # only a minute after the first mail
    *(f"POST /api/{name}-webhook.php" for name in ("payment", "stripe")),  # the providers'
    "POST /api/mail-webhook.php",  # the mail provider's, signed
    "POST /api/sms-webhook.php",  # the provider of text messages', signed
    "POST /api/unsubscribe.php",  # a mailbox's
    "POST /api/statement.php",  # by a link in a mail about a decision
    "POST /api/mail-switch.php",  # by a link in a mail about somebody else
    "PUT /api/mail-switch.php",
    # an authenticator's answers; test_second_factor and test_passkeys have them
    "PUT /api/second-factor.php",
    "DELETE /api/second-factor.php",
    "POST /api/second-factor-proof.php",
    "POST /api/recovery-codes.php",
    "PUT /api/passkeys.php",
    "DELETE /api/passkeys.php",
    "PUT /api/passkey.php",
    "PUT /api/passkey-login.php",
    "PUT /api/passkey-proof.php",
    "PUT /api/second-factor-proof.php",  # only with a passkey; test_passkeys has it
    # by a link in a mail; test_lifecycle has the last two
    "POST /api/invite.php",
    # identity's test_staff_accounts has them
    *(f"{method} /api/desk-people.php" for method in ("GET", "POST", "PUT", "DELETE")),
    *(f"{method} /api/desk-invitation.php" for method in ("POST", "PUT")),
    "POST /api/desk-login.php",
    # billing's test_finance has them
    *(f"GET /api/finance-{name}.php" for name in ("file", "invoice", "invoices", "payouts")),
    # identity's test_staff_openid has them
    *(f"{method} /api/desk-openid.php" for method in ("GET", "POST", "PUT", "DELETE")),
    # identity's test_invitations has them
    *(f"{method} /api/invitations.php" for method in ("GET", "POST", "DELETE")),
    "POST /api/invitation.php",
    "GET /api/invitation-rewards.php",
    "POST /api/mail-change-stop.php",
    "POST /api/reactivate.php",
    "POST /api/export-download.php",
    # with a phone that gets a code; test_direct_debit has them
    "POST /api/directdebit.php",
    "PUT /api/directdebit.php",
    "POST /api/directdebit-code.php",
    # they need a saved method or a refund of the provider; see test_saved_methods and test_withdrawals
    "POST /api/repeat-order.php",
    "DELETE /api/repeat-order.php",
    "POST /api/withdrawal.php",
    # for members who bought before and have no discount; billing's test_offer_to_stay has it
    "POST /api/discountcode.php",
    "GET /api/visitor-search.php",  # the site does not allow it
    "GET /media/veiled/{token}.webp",  # no JSON
    # test_well_known and test_age_assurance of identity, test_stated_reasons and test_suspected_accounts of profiles
    "GET /.well-known/change-password",
    "GET /.well-known/security.txt",
    *(f"{method} /api/age-assurance.php" for method in ("GET", "PUT")),
    *(f"{method} /api/age-check.php" for method in ("POST", "PUT")),
    "POST /api/age-webhook.php",
    *(f"{method} /api/staff-reads.php" for method in ("GET", "POST")),
    # test_fictional_queue of chat, test_fictional_profiles of identity and of profiles
    *(f"{method} /api/fictional-queue.php" for method in ("GET", "POST", "DELETE")),
    *(f"POST /api/fictional-{what}.php" for what in ("account", "answer", "photo")),
    *(f"{method} /api/fictional-profiles.php" for method in ("GET", "PUT")),
    "DELETE /api/fictional-account.php",
    # test_support of profiles and of notifications have them
    *(f"{method} /api/support-member.php" for method in ("GET", "POST")),
    *(f"POST /api/support-{what}.php" for what in ("find", "act")),
    *(f"GET /api/support-{what}.php" for what in ("mails", "resets")),
    # test_support_inbox of notifications
    "POST /api/support-mail.php",  # the mail provider's, signed
    *(f"{method} /api/support-thread.php" for method in ("GET", "PUT")),
    *(f"POST /api/support-{what}.php" for what in ("inbox", "note", "reply")),
    "GET /api/support-templates.php",
    "PUT /api/block.php",
}

AT_LENGTH = "TESTS_AT_LENGTH" in os.environ
whole: Any = schemathesis.openapi.from_dict(document())
lasting: Any = whole.exclude(operation_id=sorted(NEVER_ENDS | ENDS_THE_SESSION))
ending: Any = whole.include(operation_id=sorted(ENDS_THE_SESSION))
# Who passes the check of each audience of the route table (`x-audience`), and who does not.
MAY = {name: name for name in ("member", "premium", "staff", "marketer", "support", "writer", "finance", "owner")} | {
    "anyone": "visitor",
    "session": "member",
    "account": "member",
}
MAY_NOT = {
    "anyone": (),
    "session": ("visitor",),
    "account": ("visitor",),
    "member": ("visitor", "owner"),
    "premium": ("visitor", "member", "owner"),
    "staff": ("visitor", "member", "premium", "marketer", "support", "writer", "finance", "owner"),
    "marketer": ("visitor", "member", "premium", "staff", "support", "writer", "finance", "owner"),
    "support": ("visitor", "member", "premium", "staff", "marketer", "writer", "finance", "owner"),
    "writer": ("visitor", "member", "premium", "staff", "marketer", "support", "finance", "owner"),
    "finance": ("visitor", "member", "premium", "staff", "marketer", "support", "writer", "owner"),
    "owner": ("visitor", "member", "premium", "staff", "marketer", "support", "writer", "finance"),
}
NOT_ALLOWED = {
    "authentication_required",
    "forbidden",
    "premium_required",
    "staff_required",
    "marketer_required",
    "support_required",
    "writer_required",
    "finance_required",
    "owner_required",
    "members_only",
}
NO_REQUEST = (400, 405, 413, 415)
# A token lives ten minutes.
RENEWED_AFTER_SECONDS = 240


class Role:
    """Somebody whose session lasts for the whole run."""

    def __init__(self, member: Member, *, has_session: bool = True) -> None:
        self._member, self._has_session, self._renewed_at = member, has_session, time.monotonic()

    def cookies(self) -> dict[str, str]:
        if self._has_session and time.monotonic() - self._renewed_at > RENEWED_AFTER_SECONDS:
            self._member.get("user")
            self._renewed_at = time.monotonic()
        return dict(self._member.http.cookies)


@pytest.fixture(scope="module")
def roles(product: Product) -> Iterator[dict[str, Role]]:
    members = {name: Member(product.base_url) for name in ("visitor", *MAY.values())}
    members["member"].sign_up("Ada").confirm()
    members["premium"].sign_up("Pia").confirm().become_premium()
    log_in_moderator(members["staff"])
    log_in_marketer(members["marketer"])
    become_support(product, members["support"].sign_up("Sue").confirm())
    become_writer(product, members["writer"].sign_up("Will").confirm())
    become_finance(product, members["finance"])
    become_owner(product, members["owner"])
    yield {name: Role(member, has_session=name != "visitor") for name, member in members.items()}
    for member in members.values():
        member.http.close()


@pytest.fixture
def passing(product: Product) -> Iterator[Member]:
    with Member(product.base_url).sign_up("Eve").confirm() as signed_up:
        yield signed_up


def examples(most: int, *phases: Phase) -> settings:
    return settings(
        max_examples=most,
        deadline=None,
        derandomize=True,
        database=None,
        # Explicit examples are Schemathesis's cases of limits: some 85 requests for each operation.
        phases=phases or ((Phase.explicit, Phase.generate) if AT_LENGTH else (Phase.generate,)),
        suppress_health_check=list(HealthCheck),
    )


def audience_of(case: Any) -> str:
    found: str = case.operation.definition.raw["x-audience"]
    return found


def code_of(answer: Any) -> str:
    is_json = "application/json" in answer.headers.get("content-type", [""])[0]
    body = answer.json() if is_json else {}
    return str(body.get("error", {}).get("code", "")) if isinstance(body, dict) else ""


def test_the_document_is_the_one_that_is_published(product: Product) -> None:
    assert httpx.get(f"{product.base_url}/api/openapi.json").json() == document()


@lasting.parametrize()  # type: ignore[untyped-decorator]
@examples(10)
def test_answers_are_as_the_document_says(case: Any, product: Product, roles: dict[str, Role], connection: Any) -> None:
    answer = case.call(product.base_url, connection, cookies=roles[MAY[audience_of(case)]].cookies())

    assert code_of(answer) not in NOT_ALLOWED
    case.validate_response(answer, checks=CHECKS)


@ending.parametrize()  # type: ignore[untyped-decorator]
@examples(10)
def test_answers_that_end_a_session_are_as_the_document_says(
    case: Any, product: Product, passing: Member, connection: Any
) -> None:
    answer = case.call(product.base_url, connection, cookies=dict(passing.http.cookies))

    case.validate_response(answer, checks=CHECKS)


@lasting.parametrize()  # type: ignore[untyped-decorator]
@examples(2, Phase.generate)
def test_any_input_of_another_role_is_refused(
    case: Any, product: Product, roles: dict[str, Role], connection: Any
) -> None:
    for role in MAY_NOT[audience_of(case)]:
        answer = case.call(product.base_url, connection, cookies=roles[role].cookies())

        # Requests of another form are refused before anybody asks who sends them; nothing else is.
        # A view that reads the session itself reads its query first.
        reads_first = (422,) if audience_of(case) == "session" else ()
        assert answer.status_code in (*NO_REQUEST, *reads_first, 403), (role, answer.status_code)
        assert answer.status_code != 403 or code_of(answer) in NOT_ALLOWED, role
        case.validate_response(answer, checks=CHECKS)


def test_real_answers_match_the_document(product: Product) -> None:
    """Made-up ids find nothing, so two members use the product and every answer they get is compared."""
    seen: set[str] = set()

    def compare(answer: httpx.Response) -> None:
        name = answer.url.path
        if name.startswith("/api/"):
            answer.read()
            answer.request.read()
            path = f"{name}?push=1" if "push" in answer.url.params else name
            whole[path][answer.request.method].validate_response(answer)
            seen.add(f"{answer.request.method} {path} {answer.status_code}")

    with Member(product.base_url) as ann, Member(product.base_url) as bo:
        for member in (ann, bo):
            member.http.event_hooks = {"response": [compare]}
        use_the_product(ann.sign_up("Ann", town_id=town_of(ann)), bo.sign_up("Bo", gender="male", seeks="female"))

    answers = {f"{method.upper()} {path}" for path, methods in document()["paths"].items() for method in methods}
    never = answers - {name.rpartition(" ")[0] for name in seen if name.rpartition(" ")[2].startswith(("2", "3"))}
    assert never == NOT_WALKED


def call_each_other(ann: Member, bo: Member, chat: str) -> None:
    bo.write(ann.id, "Call me")
    for each in (ann, bo):
        each.call("PUT", "chat-settings", conversation_id=chat, calls=True)
    here, there = Member.new_id(), Member.new_id()
    call = ann.call("POST", "call", profile_id=bo.id, kind="voice", tab=here)["call"]["id"]
    assert bo.get("call")["call"]["state"] == "ringing"
    bo.call("PUT", "call", call_id=call, step="answer", tab=there)
    ann.call("POST", "call-relay", call_id=call, tab=here)
    ann.call("POST", "call-signal", call_id=call, tab=here, kind="candidate", content="")
    ann.call("DELETE", "call", call_id=call)


def town_of(member: Member) -> int:
    assert member.get("geocode", lat=52.09, lon=5.12)["town"]
    found: int = member.get("geocode", q="utrecht", country="NL")["towns"][0]["id"]
    return found


def prove_who_one_is(ann: Member) -> None:
    assert ann.get("sessions")["sessions"]
    ann.call("DELETE", "sessions", others=True)
    ann.call("POST", "second-factor", password=PASSWORD)
    ann.get("second-factor")
    assert ann.call("POST", "passkeys", password=PASSWORD)["options"]["challenge"]
    ann.get("passkeys")
    ann.call("POST", "passkey-login")
    ann.call("POST", "passkey-proof")
    ann.call("PUT", "password", old_password=PASSWORD, password="four green frogs")
    ann.call("PUT", "reactivate", email=ann.email)
    ann.call("POST", "reset-password", email=ann.email)
    ann.call("PUT", "reset-password", token=ann.mailed_token("reset-password"), password=PASSWORD)
    ann.call("POST", "user", email=ann.email, password=PASSWORD)
    address = f"new-{ann.email}"
    ann.call("POST", "mail-change", email=address, password=PASSWORD)
    ann.email = address
    ann.call("PUT", "mail-change", token=ann.mailed_token("mail-change"))


def see_what_was_paid(ann: Member) -> None:
    newest = ann.get("transactions")["transactions"][0]["id"]
    assert ann.get("transaction", id=newest)["transaction"]["id"] == newest
    assert ann.http.get("/api/transactions-file.php").is_success
    ann.get("spending")
    ann.call("PUT", "spending", daily="500", monthly=None)
    ann.get("repeat-order")
    assert ann.get("withdrawal")["purchases"]


def share_a_date(ann: Member, bo: Member) -> None:
    bo.write(ann.id, "Gladly")
    when = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    plan = {"id": Member.new_id(), "profile_id": bo.id, "place": "Café Noord", "meets_at": when}
    # The event about the conversation reaches profiles a moment later.
    until(lambda: ann.http.post("/api/date-plans.php", json=plan).is_success)
    [made] = ann.get("date-plans")["plans"]
    token = ann.call("PUT", "date-plans", plan_id=made["id"])["token"]
    assert bo.call("POST", "shared-plan", token=token)["place"] == "Café Noord"
    person = {"name": "Mia", "email": "mia@friend.example", "grace_minutes": 15, "time_zone": "Europe/Amsterdam"}
    ann.call("PUT", "date-check-in", plan_id=made["id"], ask_at=when, **person)
    assert ann.get("date-plans")["plans"][0]["check_in"]["name"] == "Mia"
    assert ann.call("POST", "date-check-in", plan_id=made["id"], answer="fine")["state"] == "answered"
    ann.call("DELETE", "date-check-in", plan_id=made["id"])
    ann.call("DELETE", "date-plans", plan_id=made["id"])
    ann.get("verification")
    ann.call("DELETE", "verification")


def use_the_product(ann: Member, bo: Member) -> None:
    for name in ("settings", "companyinfo", "packages", "interests", "notifications", "profile", "likes"):
        ann.get(name)
    for name in ("gifts", "icebreakers"):
        ann.get(name)
    ann.get("regions", country="NL")
    ann.call("POST", "track", path="/", locale="en")
    ann.call("PUT", "track", path="/", locale="en")
    ann.call("POST", "page-hidden")
    assert ann.call("POST", "signup-check", name="Support")["problems"]
    for file in ("openapi.json", "theme.css", "manifest.webmanifest"):
        assert ann.http.get(f"/api/{file}").is_success
    ann.http.get("/api/unsubscribe.php", follow_redirects=False)
    ann.confirm()
    shown = next(card for card in ann.get("search", limit=48)["profiles"] if card["main_image"])
    assert ann.get("profile", id=shown["id"])["profile"]["photos"]
    ann.get("similar", id=shown["id"])
    assert ann.get("discountcode", welcome=True)["discount"]["reason"] == "new_member"
    ann.become_premium()
    assert ann.get("profile", id=shown["id"])["profile"]["photos"]
    see_what_was_paid(ann)
    assert ann.get("consents")["consents"]
    ann.call("PUT", "consents", kind="sexuality", version="1", given=True)
    ann.call("POST", "export", id=Member.new_id(), password=PASSWORD)
    assert ann.get("export")["export"]
    ann.call("PUT", "user", language="nl")
    ann.call("PUT", "profile", about="I bake.", interests=["baking"], eye_colour="green")
    photo = ann.upload("photo", jpeg(), id=Member.new_id())["photo"]["id"]
    assert ann.get("photo")["photos"]
    ann.call("PUT", "photo", order=[photo])
    ann.call("DELETE", "photo", photo_id=photo)
    ann.call("PUT", "notifications", type="like", email=False)
    subscription = {"endpoint": "https://fcm.googleapis.com/1", "keys": {"p256dh": "A" * 87, "auth": "A" * 22}}
    assert ann.http.post("/api/user.php", params={"push": "1"}, json={"subscription": subscription}).is_success
    forgotten = {"endpoint": subscription["endpoint"]}
    assert ann.http.request("DELETE", "/api/user.php", params={"push": "1"}, json=forgotten).is_success
    ann.call("DELETE", "mail-suppression")

    ann.call("POST", "like", id=Member.new_id(), profile_id=bo.id)
    bo.call("POST", "like", id=Member.new_id(), profile_id=ann.id)
    until(lambda: bo.get("likes")["liked_by"])
    bo.call("PUT", "likes", profile_id=ann.id)
    ann.get("like", profile_ids=bo.id)
    ann.get("openers", profile_id=bo.id)
    assert ann.http.get("/api/auto-like.php").json()["id"] == bo.id
    assert ann.http.get("/api/auto-like.php").json()["id"] is None
    bo.call("DELETE", "like", profile_id=ann.id)
    hand = bo.get("swipe-game")["profiles"]
    bo.call("POST", "swipe-game", id=Member.new_id(), profile_id=hand[0]["id"], like=False)
    bo.get("swipe-game")
    bo.call("DELETE", "swipe-game", profile_id=hand[0]["id"])

    assert ann.get("transparency")["report"] is None
    ann.get("chat", profile=bo.id)
    written = ann.write(bo.id, "Hello Bo")
    chat = written["conversation"]["id"]
    assert (
        bo.call("POST", "chat-translation", message_id=written["message"]["id"], language="nl")["text"]
        == "[nl] Hello Bo"
    )
    ann.get("spent", profile_id=bo.id)
    ann.call("POST", "typing", profile_id=bo.id)
    assert bo.get("chats")["chats"]
    assert bo.get("chat", conversation=chat)["messages"]
    bo.call("PUT", "chat", conversation_id=chat, read_seq=1)
    sent = ann.upload("chat-photo", jpeg(), id=Member.new_id(), profile_id=bo.id)["message"]["id"]
    assert bo.get("chat-photo", message_id=sent)["message"]["photo"]["veiled"]
    bo.call("PUT", "chat-photo", message_id=sent)
    spoken = ann.upload("chat-voice", wav(), "voice", id=Member.new_id(), profile_id=bo.id)["message"]["id"]
    assert bo.get("chat-voice", message_id=spoken)["message"]["voice"]["peaks"]
    bo.call("PUT", "chat-reaction", message_id=sent, reaction="heart")
    ann.call("DELETE", "chat-message", message_id=sent)
    call_each_other(ann, bo, chat)
    bo.call("PUT", "chat-settings", conversation_id=chat, muted=True)
    bo.get("chats-search", name="A")
    bo.get("chat-search", conversation=bo.get("chats")["chats"][0]["conversation"]["id"], words="a")
    bo.call("DELETE", "chat", conversation=chat)

    share_a_date(ann, bo)
    bo.call("POST", "complaint", id=Member.new_id(), kind="profile", about_id=ann.id, reason="fake", text="An actor.")
    assert bo.get("complaint")["complaints"]
    bo.get("decision")
    bo.call("POST", "block", id=Member.new_id(), profile_id=ann.id)
    assert bo.get("block")["profiles"]
    bo.call("DELETE", "block", profile_id=ann.id)
    bo.call("POST", "unmatch", id=Member.new_id(), profile_id=ann.id, reason="no_interest")
    assert bo.call("PUT", "privacy", invisible=True)["invisible"]
    bo.get("privacy")
    ann.call("PUT", "looks", profile_id=shown["id"])
    assert ann.get("looks")["profiles"] == []

    prove_who_one_is(ann)
    bo.get("logout")
    bo.call("POST", "user", email=bo.email, password=PASSWORD)
    bo.delete()
