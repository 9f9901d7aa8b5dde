"""Postbacks at the marketing desk."""

from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import ClientId, NotFound
from shared.kit.http import Input, Nothing, Output, endpoint

from lander.domain.network import Posting
from lander.domain.postback import LONGEST_TEMPLATE, MACROS
from lander.postbacks import MOST_HOLD_DAYS
from lander.storage.postback_tables import PostbackRow, PostbackTestRow
from lander.usecases.change_postbacks import ask_postback_test, send_again, set_postbacks
from lander.web.context import current_marketer, wiring
from lander.web.network_models import Name

postbacks = Blueprint("postbacks", __name__, url_prefix="/api")
LOG_SHOWN, TESTS_SHOWN = 100, 5
Goal = Literal["lead", "confirmed", "sale", "rebill", "reversal"]
Reason = Literal["reversed", "no_consent", "no_template", "sale_not_sent", "refused", "answer", "tries"]
Host = Annotated[str, Field(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$", max_length=253)]
Template = Annotated[str, Field(min_length=1, max_length=LONGEST_TEMPLATE)]


class PostbacksQuery(Input):
    network: Name


class SetPostbacks(Input):
    """All postbacks of a network; one that is missing here is removed."""

    network: Name
    hosts: list[Host] = Field(max_length=10)
    templates: dict[Goal, Template]
    hold_days: int = Field(ge=0, le=MOST_HOLD_DAYS)
    is_paused: bool
    method: Literal["GET", "POST"] = "GET"

    def posting(self) -> Posting:
        templates = dict[str, str](self.templates.items())
        return Posting(tuple(self.hosts), templates, self.hold_days, self.is_paused, self.method)


class TestPostback(Input):
    id: ClientId
    network: Name
    goal: Goal


class SendAgain(Input):
    id: UUID


class PostbackOut(Output):
    """`id` is the transaction id of the network. `code` is missing where it did not answer."""

    id: UUID
    goal: Goal
    state: Literal["queued", "sent", "withheld", "failed"]
    reason: Reason | None
    code: int | None
    milliseconds: int | None
    tries: int
    payout_minor: int
    currency: str
    created_at: datetime
    next_try_at: datetime | None

    @classmethod
    def of(cls, row: PostbackRow) -> Self:
        values = {name: getattr(row, name) for name in cls.model_fields}
        return cls.model_validate(values | {"next_try_at": row.next_try_at if row.state == "queued" else None})


class PostbackTestOut(Output):
    id: UUID
    goal: Goal
    is_sent: bool
    is_refused: bool
    code: int | None
    milliseconds: int | None

    @classmethod
    def of(cls, row: PostbackTestRow) -> Self:
        values = {name: getattr(row, name) for name in ("id", "goal", "is_refused", "code", "milliseconds")}
        return cls.model_validate(values | {"is_sent": row.next_try_at is None})


class PostbacksAnswer(Output):
    hosts: list[str]
    templates: dict[Goal, str]
    hold_days: int
    is_paused: bool
    method: Literal["GET", "POST"]
    signing_key: str | None = Field(description="Of X-Signature; None before the first template")
    macros: list[str]
    log: list[PostbackOut]
    tests: list[PostbackTestOut]


@postbacks.get("/marketing-postbacks.php")
@endpoint()
def get_marketing_postbacks(query: PostbacksQuery) -> PostbacksAnswer:
    """The postbacks of a network, and the newest of its log."""
    site = current_marketer().site
    with wiring().unit_of_work().reading() as uow:
        posting = uow.networks.posting(site, query.network)
        if posting is None:
            raise NotFound()
        return PostbacksAnswer.model_validate(
            posting.described()
            | {
                "macros": list(MACROS),
                "signing_key": uow.networks.signing_key(site, query.network),
                "log": [PostbackOut.of(row) for row in uow.postbacks.newest(site, query.network, LOG_SHOWN)],
                "tests": [
                    PostbackTestOut.of(row) for row in uow.postback_tests.newest(site, query.network, TESTS_SHOWN)
                ],
            }
        )


@postbacks.put("/marketing-postbacks.php")
@endpoint()
def put_marketing_postbacks(body: SetPostbacks) -> Nothing:
    """Replace the postbacks of a network, and pause or resume them."""
    set_postbacks(wiring().unit_of_work(), current_marketer(), body.network, body.posting())
    return Nothing()


@postbacks.post("/marketing-postback.php")
@endpoint(status=202)
def post_marketing_postback(body: TestPostback) -> Nothing:
    """Send one postback with test values."""
    ask_postback_test(wiring().unit_of_work(), current_marketer(), body.network, body.goal, body.id)
    return Nothing()


@postbacks.put("/marketing-postback.php")
@endpoint()
def put_marketing_postback(body: SendAgain) -> Nothing:
    """Send one again that was sent or has failed, with its transaction id."""
    send_again(wiring().unit_of_work(), current_marketer(), body.id)
    return Nothing()
