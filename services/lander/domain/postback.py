"""A postback: a request to a network that reports a sign-up, confirmation or payment of one of its visitors."""

import hmac
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from urllib.parse import quote, urlsplit
from uuid import UUID, uuid5

from shared.kit.core import is_known

from lander.domain.money import Receipt, Reversal
from lander.domain.report import CONFIRMED, LEAD, SALE, SHARE, Payout
from lander.errors import PostbackTemplateWrong

REBILL, REVERSAL = "rebill", "reversal"
# The order of the postbacks of one lead: one waits while an earlier one is queued.
RANKS = {LEAD: 1, CONFIRMED: 2, SALE: 3, REBILL: 4, REVERSAL: 5}
MACROS = (
    *("goal", "status", "txid", "original", "payout", "currency", "revenue", "revenue_currency"),
    *("click_time", "ref", "sub1", "sub2", "sub3", "sub4", "sub5"),
)
METHODS = ("GET", "POST")
LONGEST_TEMPLATE = 1_000
# Sign-ups and payments come in streams of their own: a payment waits for the sign-up's events of the same minute.
PAYMENTS_WAIT = timedelta(minutes=1)
# After each failed try; after the last one the postback has failed.
RETRIES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 720, 1440))
LONGEST_WAIT = timedelta(days=1)


@dataclass(frozen=True)
class PostingTerms:
    """The postbacks a network asks for: a template for each goal, sent to its hosts only, payments after a hold."""

    hosts: tuple[str, ...] = ()
    templates: Mapping[str, str] = field(default_factory=dict)
    hold: timedelta = timedelta()
    # Earlier facts are not reported: they happened before the network asked.
    since: datetime | None = None
    method: str = "GET"
    signing_key: str | None = None


@dataclass(frozen=True)
class PostbackRequest:
    """What is sent to a network. The values of a POST are in its body, as those of a form."""

    url: str
    body: str | None = None
    signature: str | None = None


@dataclass(frozen=True)
class LeadFacts:
    """A lead with a campaign, and what happened to it so far. `reported` has the goal of each payment's postback."""

    lead_id: int
    site: str
    network: str
    terms: PostingTerms
    payout: Payout | None
    signed_up_at: datetime
    confirmed_at: datetime | None
    receipts: Sequence[Receipt]
    reversals: Sequence[Reversal]
    reported: Mapping[UUID, str]


@dataclass(frozen=True)
class Postback:
    """`id` is the transaction id the network gets: the same at every try, and of one fact alone."""

    id: UUID
    goal: str
    lead_id: int
    due_at: datetime
    payment_id: UUID | None = None
    payout_minor: int = 0
    currency: str = ""


def postbacks_of(facts: LeadFacts) -> Iterator[Postback]:
    """The postbacks of a lead to its network; the same ids at every call.

    The first payment reported is the sale, and stays it whatever order the events came in.
    """
    yield from _wanted(facts, LEAD, facts.signed_up_at, UUID(int=facts.lead_id))
    if facts.confirmed_at:
        yield from _wanted(facts, CONFIRMED, facts.confirmed_at, UUID(int=facts.lead_id))
    has_sale = SALE in facts.reported.values()
    for receipt in sorted(facts.receipts, key=lambda each: each.completed_at):
        if receipt.payment_id in facts.reported:
            continue
        goal, has_sale = (REBILL if has_sale else SALE), True
        yield from _wanted(facts, goal, receipt.completed_at, receipt.payment_id, receipt)
    currencies = {receipt.payment_id: receipt.currency for receipt in facts.receipts}
    for back in facts.reversals:
        if back.minor > 0 and back.payment_id in facts.reported:
            yield from _wanted(facts, REVERSAL, back.reversed_at, back.id, back, currencies.get(back.payment_id, ""))


def _wanted(
    facts: LeadFacts,
    goal: str,
    at: datetime,
    fact_id: UUID,
    money: Receipt | Reversal | None = None,
    currency: str = "",
) -> Iterator[Postback]:
    terms = facts.terms
    if goal not in terms.templates or terms.since is None or at < terms.since:
        return
    waits = timedelta() if money is None else PAYMENTS_WAIT
    if goal in (SALE, REBILL):
        waits += terms.hold
    # Sale and rebill share the namespace of payments, so that a payment is posted once.
    kind = "payment" if goal in (SALE, REBILL) else goal
    minor, payout_currency = _payout(facts.payout, goal, money)
    yield Postback(
        uuid5(fact_id, f"{facts.site} {facts.network} {kind}"),
        goal,
        facts.lead_id,
        at + waits,
        None if money is None else money.payment_id,
        minor,
        payout_currency or (money.currency if isinstance(money, Receipt) else currency),
    )


def _payout(payout: Payout | None, goal: str, money: Receipt | Reversal | None) -> tuple[int, str]:
    """What the network is owed for this fact alone, as the report counts it."""
    if payout is None:
        return 0, ""
    if payout.goal == SHARE and isinstance(money, Receipt):
        return (money.minor - money.vat_minor) * payout.share // 10_000, money.currency
    return (payout.minor, payout.currency) if payout.goal == goal else (0, "")


def checked_template(template: str, hosts: Sequence[str]) -> str:
    """A template whose host is fixed and one of the network's, with known macros only. Raises PostbackTemplateWrong."""
    if len(template) > LONGEST_TEMPLATE or not template.isprintable() or not template.isascii() or " " in template:
        raise PostbackTemplateWrong(field="template")
    try:
        parts = list(string.Formatter().parse(template))
        host = urlsplit(template).netloc
    except ValueError:
        raise PostbackTemplateWrong(field="template") from None
    macros = [(name, spec, conversion) for _, name, spec, conversion in parts if name is not None]
    if any(name not in MACROS or spec or conversion for name, spec, conversion in macros) or "{" in host:
        raise PostbackTemplateWrong(field="template")
    plain = template.format_map(dict.fromkeys(MACROS, "x"))
    if not is_known(plain, hosts) or not all(_is_host(each) for each in hosts):
        raise PostbackTemplateWrong(field="template")
    return template


def _is_host(name: str) -> bool:
    """Whether it is the name of one public host: no pattern, no address of digits, no name without a domain."""
    _, dot, last = name.rpartition(".")
    return bool(dot) and "*" not in name and not last.isdigit()


def test_values(goal: str, txid: UUID) -> dict[str, str]:
    """The values of a postback that is sent to see whether the network answers."""
    values = dict.fromkeys(("sub1", "sub2", "sub3", "sub4", "sub5", "ref", "original"), "test")
    money = {"payout": "0.00", "currency": "EUR", "revenue": "0.00", "revenue_currency": "EUR"}
    return values | money | {"goal": goal, "status": status_of(goal), "txid": str(txid), "click_time": ""}


def status_of(goal: str) -> str:
    """Whether the fact counts for the network, or takes back what counted."""
    return "reversed" if goal == REVERSAL else "approved"


def request_of(terms: PostingTerms, goal: str, values: Mapping[str, str], at: datetime) -> PostbackRequest:
    """The request of a goal by the network's template and method.

    Its signature is `t=SECONDS,v1=HEX`: the HMAC-SHA256 of `SECONDS.` and the body of a POST or the URL of a GET.
    """
    url, body = rendered(terms.templates[goal], values), None
    if terms.method == "POST":
        url, _, body = url.partition("?")
    if terms.signing_key is None:
        return PostbackRequest(url, body)
    seconds = int(at.timestamp())
    signed = f"{seconds}.{url if body is None else body}"
    digest = hmac.new(terms.signing_key.encode(), signed.encode(), sha256).hexdigest()
    return PostbackRequest(url, body, f"t={seconds},v1={digest}")


def rendered(template: str, values: Mapping[str, str]) -> str:
    """The URL: every value encoded, so that `&`, a line break or a brace in a sub id stays inside its parameter."""
    return template.format_map({name: quote(values.get(name, ""), safe="") for name in MACROS})


def retry_after(tries: int) -> timedelta | None:
    """The wait after so many tries; None after the last one."""
    return RETRIES[tries - 1] if tries <= len(RETRIES) else None
