"""What one brand has at its marketing desk, and what somebody at the desk of another brand could try with it."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
from lander.tests.makers import document

from tests.api.visits import view_of
from tests.member import Member, until

HALVES = [{"version": 1, "weight": 0.5}, {"version": 2, "weight": 0.5}]
TEXT = {"subject": "River", "preheader": "Come", "blocks": [{"kind": "text", "text": "Evenings."}], "button": "See"}
MAIL = {"texts": {"en": TEXT}, "fallback": "en", "page": "/members"}
Request = tuple[str, str, dict[str, Any]]


def today() -> str:
    return datetime.now(UTC).date().isoformat()


# Two days, because a run may pass midnight.
REPORT = {"first": today(), "last": (datetime.now(UTC) + timedelta(days=1)).date().isoformat()}


@dataclass(frozen=True)
class Property:
    """Of one brand: a live page that is split, a network with a lead, costs and postbacks, a code, a campaign mail,
    a segment."""

    desk: Member
    member: Member
    slug: str
    network: str
    code: str
    sub1: str
    campaign: str
    segment: str
    publication: int
    experiment: int
    arms: list[int]
    postback: str
    preview: str
    draft: str

    @property
    def names(self) -> list[str]:
        """What no answer to another brand may hold."""
        return [self.slug, self.network, self.code, self.sub1, self.campaign, self.segment, self.member.id]

    def terms(self) -> dict[str, Any]:
        url = "https://trk.example/pb?cid={sub1}&st={goal}&tx={txid}"
        given = {"hosts": ["trk.example"], "templates": {"lead": url, "sale": url}}
        return {"network": self.network, **given, "hold_days": 0, "is_paused": True}

    def plan(self) -> dict[str, Any]:
        return {"id": self.campaign, "name": "River", "kind": "news", "audience": "all", "document": MAIL}

    def rendered(self) -> tuple[dict[str, Any], str]:
        """A rendering of the page: the view its script reports, and its proof for the sign-up."""
        return view_of(self.desk.http.get(f"/en/landers/{self.slug}").text)

    def state(self) -> dict[str, Any]:
        """Everything the desk of the brand shows of it."""
        wanted = REPORT | {"by": "version,arm,network", "page": self.slug}
        page = self.desk.get("marketing-page", slug=self.slug)
        for version in page["versions"]:
            del version["preview"]  # signed anew each time
        return {
            "page": page,
            "experiment": _one(self.desk.get("marketing-experiments")["experiments"], "id", self.experiment),
            "network": _one(self.desk.get("marketing-networks")["networks"], "name", self.network),
            "link": _one(self.desk.get("marketing-links")["links"], "name", self.slug),
            "costs": [c for c in self.desk.get("marketing-costs")["costs"] if c["network"] == self.network],
            "postbacks": self.desk.get("marketing-postbacks", network=self.network),
            "suspects": [g for g in self.desk.get("marketing-suspects")["groups"] if g["network"] == self.network],
            "code": _one(self.desk.get("marketing-codes")["codes"], "code", self.code),
            "segment": _one(self.desk.get("marketing-segments")["segments"], "id", self.segment),
            "campaign": self.desk.get("marketing-campaign", id=self.campaign),
            "report": self.desk.get("marketing-report", **wanted)["rows"],
        }


def _one(items: list[dict[str, Any]], key: str, value: object) -> dict[str, Any]:
    [found] = [each for each in items if each[key] == value]
    return found


def make_property(desk: Member, member: Member) -> Property:
    """Everything of it, made at the desk as a marketer makes it. `member` becomes the one who signed up by the code."""
    mark = secrets.token_hex(4)
    slug, network, code, sub1 = f"apart-{mark}", f"net{mark}", f"APART-{mark}".upper(), f"click{mark}"
    made = Property(desk, member, slug, network, code, sub1, Member.new_id(), Member.new_id(), 0, 0, [], "", "", "")
    for base, title in enumerate(["One", "Two"]):
        desk.call("POST", "marketing-page", slug=slug, base=base, document=document(f"{title} of {slug}"))
    desk.call("PUT", "marketing-page", slug=slug, action="publish", version=1)
    draft = desk.call("PUT", "marketing-draft", draft=Member.new_id(), slug=slug, document=document("Draft"))
    experiment = desk.call("POST", "marketing-experiments", slug=slug, goal="sign_up", arms=HALVES)["id"]
    desk.call("POST", "marketing-networks", name=network)
    desk.call("PUT", "marketing-networks", name=network, goal="lead", minor=250, currency="EUR")
    desk.call("POST", "marketing-links", name=slug, fallback=slug, targets=[])
    desk.call("PUT", "marketing-costs", network=network, day=today(), minor=1000, currency="EUR")
    desk.call("PUT", "marketing-postbacks", **made.terms())
    desk.call("POST", "marketing-codes", code=code, percentage=30)
    desk.call("POST", "marketing-campaign", **made.plan())
    desk.call("POST", "marketing-segments", id=made.segment, name="Some", conditions={"age_from": 30})
    tracking = {"network": network, "sub1": sub1}
    member.sign_up("Ann", tracking=tracking, consents=["matching", "attribution"], arrival={"page": "app"}).confirm()
    with Member(str(desk.http.base_url)) as stranger:
        stranger.sign_up("Sue", arrival={"page": slug, "network": network})
    until(lambda: desk.http.get(f"/en/landers/{slug}").is_success)
    until(lambda: any(group["network"] == network for group in desk.get("marketing-suspects")["groups"]))
    page = desk.get("marketing-page", slug=slug)
    arms = [arm["id"] for arm in _one(desk.get("marketing-experiments")["experiments"], "id", experiment)["arms"]]
    return Property(
        **{
            **vars(made),
            "publication": page["publications"][0]["id"],
            "experiment": experiment,
            "arms": arms,
            "postback": until(lambda: desk.get("marketing-postbacks", network=network)["log"])[0]["id"],
            "preview": page["versions"][0]["preview"],
            "draft": draft["preview"],
        }
    )


def _desk(method: str, name: str, body: Callable[[Property], dict[str, Any]]) -> Callable[[Property], Request]:
    return lambda theirs: (method, f"/api/{name}.php", body(theirs))


def _page(action: str, **more: Any) -> Callable[[Property], Request]:
    return _desk("PUT", "marketing-page", lambda theirs: {"slug": theirs.slug, "action": action, **more})


def _suspects(decision: str) -> Callable[[Property], Request]:
    group = {"day": today(), "sign": "no_script", "decision": decision}
    return _desk("PUT", "marketing-suspects", lambda theirs: {"network": theirs.network, **group})


def _address(path: str) -> Callable[[Property], Request]:
    return lambda theirs: ("GET", path.format(theirs=theirs), {})


def _campaign(method: str, name: str, **more: Any) -> Callable[[Property], Request]:
    return _desk(method, name, lambda theirs: {"id": theirs.campaign, **more})


TRIES: dict[str, Callable[[Property], Request]] = {
    "open a page": _desk("GET", "marketing-page", lambda theirs: {"slug": theirs.slug}),
    "save a version of a page": _desk(
        "POST", "marketing-page", lambda theirs: {"slug": theirs.slug, "base": 2, "document": document("Mine")}
    ),
    "publish a version": _page("publish", version=2),
    "publish a version later": _page("publish", version=2, starts_at="2099-01-01T00:00:00Z"),
    "retire a page": _page("retire"),
    "approve a publication": lambda theirs: _page("approve", publication=theirs.publication)(theirs),
    "withdraw a publication": lambda theirs: _page("withdraw", publication=theirs.publication)(theirs),
    "split a page": _desk(
        "POST", "marketing-experiments", lambda theirs: {"slug": theirs.slug, "goal": "sign_up", "arms": HALVES}
    ),
    "end an experiment": _desk("PUT", "marketing-experiments", lambda theirs: {"experiment": theirs.experiment}),
    "ship an arm": _desk(
        "PUT", "marketing-experiments", lambda theirs: {"experiment": theirs.experiment, "ship": theirs.arms[1]}
    ),
    "pause an experiment": _desk(
        "PUT", "marketing-experiment", lambda theirs: {"experiment": theirs.experiment, "is_paused": True}
    ),
    "pay a network": _desk("PUT", "marketing-networks", lambda theirs: {"name": theirs.network, "goal": ""}),
    "enter a cost": _desk(
        "PUT",
        "marketing-costs",
        lambda theirs: {"network": theirs.network, "day": today(), "minor": 1, "currency": "EUR"},
    ),
    "make a link of a network": _desk("POST", "marketing-network-view", lambda theirs: {"name": theirs.network}),
    "end a link of a network": _desk("DELETE", "marketing-network-view", lambda theirs: {"name": theirs.network}),
    "make a smart link to a page": _desk(
        "POST", "marketing-links", lambda theirs: {"name": Member.new_id()[:8], "fallback": theirs.slug, "targets": []}
    ),
    "change a smart link": _desk(
        "PUT", "marketing-links", lambda theirs: {"name": theirs.slug, "fallback": "video", "targets": []}
    ),
    "end a smart link": _desk("DELETE", "marketing-links", lambda theirs: {"name": theirs.slug}),
    "follow a smart link": _address("/go/{theirs.slug}"),
    "read postbacks": _desk("GET", "marketing-postbacks", lambda theirs: {"network": theirs.network}),
    "change postbacks": _desk("PUT", "marketing-postbacks", lambda theirs: theirs.terms() | {"is_paused": False}),
    "test a postback": _desk(
        "POST",
        "marketing-postback",
        lambda theirs: {"id": Member.new_id(), "network": theirs.network, "goal": "lead"},
    ),
    "send a postback again": _desk("PUT", "marketing-postback", lambda theirs: {"id": theirs.postback}),
    "count suspects": _suspects("genuine"),
    "leave suspects out": _suspects("fraud"),
    "decide a reward": _desk(
        "PUT", "marketing-rewards", lambda theirs: {"member_id": theirs.member.id, "decision": "pay"}
    ),
    "end a code": _desk("PUT", "marketing-codes", lambda theirs: {"code": theirs.code}),
    "make a code anew": _desk("POST", "marketing-codes", lambda theirs: {"code": theirs.code, "percentage": 90}),
    "use a code": _desk("GET", "discountcode", lambda theirs: {"code": theirs.code}),
    "order with a code": _desk(
        "POST",
        "order",
        lambda theirs: {
            "id": Member.new_id(),
            "package_id": "p0",
            "method": "paypal",
            "immediate_delivery": True,
            "discount_code": theirs.code,
        },
    ),
    "open a campaign": _campaign("GET", "marketing-campaign"),
    "edit a campaign": _desk("PUT", "marketing-campaign", lambda theirs: theirs.plan() | {"version": 1}),
    "send a campaign": _campaign("PUT", "marketing-campaign-state", state="scheduled"),
    "take a campaign back": _campaign("PUT", "marketing-campaign-state", state="draft"),
    "stop a campaign": _campaign("PUT", "marketing-campaign-state", state="stopped"),
    "test a campaign": _campaign("POST", "marketing-campaign-test", locale="en"),
    "preview a campaign": _campaign("GET", "marketing-campaign-preview", locale="en"),
    "change a segment": _desk(
        "PUT",
        "marketing-segments",
        lambda theirs: {"id": theirs.segment, "version": 1, "name": "Mine", "conditions": {"age_from": 40}},
    ),
    "delete a segment": _desk("DELETE", "marketing-segments", lambda theirs: {"id": theirs.segment}),
    "count a segment": _desk(
        "GET",
        "marketing-audience",
        lambda theirs: {"kind": "news", "audience": "segment", "segment_id": theirs.segment},
    ),
    "send to a segment": _desk(
        "POST",
        "marketing-campaign",
        lambda theirs: theirs.plan() | {"id": Member.new_id(), "audience": "segment", "segment_id": theirs.segment},
    ),
    "send a code by mail": _desk(
        "POST",
        "marketing-campaign",
        lambda theirs: theirs.plan() | {"id": Member.new_id(), "document": MAIL | {"code": theirs.code}},
    ),
    "follow a preview": _address("{theirs.preview}"),
    "follow a draft": _address("{theirs.draft}"),
    "visit a page": _address("/landers/{theirs.slug}"),
    "visit a page in a language": _address("/de/landers/{theirs.slug}"),
    "visit a page below its scene": _address("/landers/gallery/{theirs.slug}"),
    "visit an arm": _address("/landers/{theirs.slug}?v=1.{theirs.arms[0]}"),
    "visit a member's page": _address("/members/{theirs.member.id}/landing"),
    "visit a member's second page": _address("/members/{theirs.member.id}/landing2"),
    "visit a member's third page": _address("/members/{theirs.member.id}/landing3"),
}
# The reads of the desk, each with its query.
READS: dict[str, dict[str, str]] = {
    "marketing-pages": {},
    "marketing-experiments": {},
    "marketing-pictures": {},
    "marketing-networks": {},
    "marketing-costs": {},
    "marketing-links": {},
    "marketing-views": {},
    "marketing-suspects": {},
    "marketing-actions": {},
    "marketing-rewards": {},
    "marketing-codes": {},
    "marketing-campaigns": {},
    "marketing-report": REPORT | {"by": "page,network,sub1"},
    "marketing-report-file": REPORT | {"by": "network,day"},
    "marketing-segments": {},
    "marketing-audience": {"kind": "news", "audience": "all"},
}


def send(member: Member, request: Request) -> httpx.Response:
    method, path, body = request
    if method == "GET":
        return member.http.get(path, params=body or None)
    return member.http.request(method, path, json=body)
