"""Delivery states of the mails and text messages of a member, for the support desk."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.http import Input, Output, caller, endpoint

from notifications.domain.text_message import TextMessageState
from notifications.web.context import wiring

support = Blueprint("support", __name__, url_prefix="/api")
MAILS_SHOWN = TEXTS_SHOWN = 50


class SupportMailsQuery(Input):
    id: UUID


class SupportMailOut(Output):
    template: str
    state: str
    reason: str | None = Field(description="Why it was not sent")
    created_at: datetime
    finished_at: datetime | None


class SupportTextOut(Output):
    purpose: Literal["date_missed", "date_fine", "direct_debit_code"] = Field(
        description="date_missed and date_fine go to the person that the member chose for a date"
    )
    state: TextMessageState
    reason: str | None = Field(description="Why it failed: `number`, `message`, `late`, or the provider's code")
    created_at: datetime
    finished_at: datetime | None


class SupportMailsAnswer(Output):
    """The newest 50 mails and text messages of the last weeks; older ones are deleted. No contents, no numbers."""

    mails: list[SupportMailOut]
    texts: list[SupportTextOut]
    suppressed: str | None = Field(description="Why no mail at all is sent: bounced, complained or unsubscribed")


@support.get("/support-mails.php")
@endpoint()
def get_support_mails(query: SupportMailsQuery) -> SupportMailsAnswer:
    """Return the mails and text messages of a member that the caller has opened at the support desk."""
    dependencies, asking = wiring(), caller()
    pool = dependencies.sites.pool_of(asking.site)
    dependencies.visibility.record_support_view(asking.member_id, query.id, pool)
    with dependencies.unit_of_work().reading() as reads:
        texts = reads.texts.newest_to(query.id, TEXTS_SHOWN)
        mails, suppressed = reads.emails.newest_to(query.id, MAILS_SHOWN), reads.suppressions.reason(query.id)
    return SupportMailsAnswer(
        mails=[
            SupportMailOut(
                template=each.template,
                state=each.state,
                reason=each.reason,
                created_at=each.created_at,
                finished_at=each.finished_at,
            )
            for each in mails
        ],
        texts=[SupportTextOut.model_validate(each, from_attributes=True) for each in texts],
        suppressed=suppressed,
    )
