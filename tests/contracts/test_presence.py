"""No answer shows, finer than by the day, when somebody else was here: about every time in the API this is decided."""

from collections.abc import Iterator
from typing import Any

from shared.ops.openapi import document

OWN = "the caller's own doing, or a limit of theirs"
WRITTEN = "when a message was written, which its writer tells by writing it"
DAY = "rounded to the day"
DESK = "for the moderation desk alone"
WRITERS = "for the staff alone who write for fictional profiles: messages of conversations with these"
MARKETING = "for the marketing desk alone: when a colleague changed or planned something"
SITE = "of the site, and of nobody"
FINANCE = "for the desk of finance alone: of the company's invoices and payouts"
OWNERS = "for owners alone: of the company's own people"

TIMES = {
    "AccessAnswer.open_until": DESK,
    "StaffActOut.at": OWNERS,
    "StaffOut.invited_at": OWNERS,
    "StaffOut.logged_in_at": OWNERS,
    "AccountFactsOut.signed_up_at": DESK,
    "FinanceFinding.found_at": FINANCE,
    "FinanceInvoice.issued_at": FINANCE,
    "FinancePayout.paid_at": FINANCE,
    "CampaignOut.closed_at": MARKETING,
    "CampaignOut.created_at": MARKETING,
    "CampaignOut.finished_at": MARKETING,
    "CampaignOut.planned_at": MARKETING,
    "CampaignOut.started_at": MARKETING,
    "CannotBuyOut.until": OWN,
    "CasePersonOut.joined_at": DESK,
    "CasePersonOut.sanction_until": DESK,
    "ChangePage.starts_at": MARKETING,
    "Company.added": SITE,
    "ConsentOut.at": OWN,
    "CostOut.day": SITE,
    "CountdownBlock.ends_at": SITE,
    "TransparencyReportOut.first": SITE,
    "TransparencyReportOut.last": SITE,
    "TransparencyReportOut.published": SITE,
    "CheckInOut.ask_at": OWN,
    "CheckInAnswered.fine_at": OWN,
    "CheckInOut.fine_at": OWN,
    "CheckInOut.settled_at": OWN,
    "CheckInOut.tell_at": OWN,
    "DatePlanOut.ends_at": OWN,
    "DatePlanOut.meets_at": OWN,
    "MakeDatePlan.meets_at": OWN,
    "DrawOut.expires_at": OWN,
    "RefusalOut.decided_at": OWN,
    "VerificationAnswer.kept_until": OWN,
    "VerificationAnswer.verified_at": OWN,
    "VerificationAnswer.waiting_since": OWN,
    "VerificationOut.submitted_at": DESK,
    "SetCheckIn.ask_at": OWN,
    "SharedPlanAnswer.ends_at": WRITTEN,
    "SharedPlanAnswer.meets_at": WRITTEN,
    "DeletedAnswer.reactivate_until": OWN,
    "DeskComplaintOut.made_at": DESK,
    "DuplicateOut.joined_at": DESK,
    "DeskDecisionOut.appeal_until": DESK,
    "DeskDecisionOut.decided_at": DESK,
    "DeskDecisionOut.until": DESK,
    "DeskMemberOut.joined_at": DESK,
    "DeskMemberOut.sanction_until": DESK,
    "ContextOut.joined_at": DESK,
    "DecisionTaken.due_at": DESK,
    "DeviceFactsOut.since": DESK,
    "DeviceFactsOut.used_on": DESK,
    "DiscountOut.expires": OWN,
    "DocumentOut.issued_at": OWN,
    "DecideSuspects.day": SITE,
    "EnterCost.day": SITE,
    "SuspectGroupOut.day": SITE,
    "ExperimentOut.ended_at": MARKETING,
    "ExperimentOut.paused_at": MARKETING,
    "DayFindingOut.day": MARKETING,
    "ReportAnswer.first": MARKETING,
    "ReportAnswer.last": MARKETING,
    "ExperimentOut.started_at": MARKETING,
    "ExportOut.expires_at": OWN,
    "ExportOut.next_at": OWN,
    "ExportOut.requested_at": OWN,
    "HandAnswer.resets_at": OWN,
    "InvitationOut.created_at": OWN,
    "InviteAnswer.expires_at": OWN,
    "LastMessage.sent_at": WRITTEN,
    "LedgerCheckOut.checked_at": SITE,
    "LedgerCheckOut.first": SITE,
    "LedgerCheckOut.last": SITE,
    "LikedByCard.liked_at": DAY,
    "LikedCard.liked_at": DAY,
    "LimitOut.next_from": OWN,
    "ListedChat.updated_at": WRITTEN,
    "MarketingActionOut.at": MARKETING,
    "Message.retractable_until": WRITTEN,
    "Message.sent_at": WRITTEN,
    "NetworkDayOut.day": SITE,
    "NetworkOut.added_at": SITE,
    "NetworkOut.shared_at": SITE,
    "OpenNetworkView.first": SITE,
    "OpenNetworkView.last": SITE,
    "OpenCaseOut.lease_until": DESK,
    "MakeCode.expires_at": SITE,
    "MakeCode.starts_at": SITE,
    "OtherComplaintOut.made_at": DESK,
    "OwnComplaintOut.made_at": OWN,
    "OwnDecisionOut.appeal_until": OWN,
    "OwnDecisionOut.decided_at": OWN,
    "OwnDecisionOut.until": OWN,
    "OwnProfileOut.date_of_birth": OWN,
    "PasskeyOut.since": OWN,
    "PasskeyOut.used_on": OWN,
    "PaymentOut.created_at": OWN,
    "PostbackOut.created_at": MARKETING,
    "PostbackOut.next_try_at": MARKETING,
    "PublicSettings.terms_version": SITE,
    "PublicationOut.starts_at": MARKETING,
    "PictureOut.added_at": MARKETING,
    "TakenAnswer.expires_at": WRITERS,
    "WaitingOut.waiting_since": WRITERS,
    "WrittenOut.sent_at": WRITERS,
    "QueueItemOut.due_at": DESK,
    "QueueItemOut.since": DESK,
    "RefundOut.stated_at": OWN,
    "ResultOut.measured_until": MARKETING,
    "SavedMethodOut.saved_at": OWN,
    "SentAgainAnswer.sent_again_at": OWN,
    "SessionOut.since": OWN,
    "SessionOut.used_on": OWN,
    "SetCampaignState.at": MARKETING,
    "SiteCodeOut.expires_at": SITE,
    "SiteCodeOut.starts_at": SITE,
    "SpendingOut.paused_until": OWN,
    "SwipeAnswer.resets_at": OWN,
    "TransactionOut.at": OWN,
    "UnknownNetworkOut.first_at": MARKETING,
    "User.signup_date": OWN,
    "VersionOut.made_at": MARKETING,
    "CostKeyAnswer.made_at": MARKETING,
    "WaitingDecisionOut.decided_at": DESK,
    "WaitingDecisionOut.expires_at": DESK,
    "WaitingDecisionOut.final_until": DESK,
    "WaitingPhotoOut.added_at": DESK,
    "WithdrawableOut.bought_at": OWN,
    "WithdrawableOut.until": OWN,
    "MemberConversationOut.last_message_at": DESK,
    "MethodFactOut.saved_at": DESK,
    "PaymentFactOut.created_at": DESK,
    "CaseNoteOut.written_at": DESK,
    "DeskMessageOut.answered_at": DESK,
    "DeskMessageOut.sent_at": DESK,
    "OwnDeskMessageOut.sent_at": OWN,
    "PastDecisionOut.decided_at": DESK,
    "PastDecisionOut.until": DESK,
    "FindDecisions.first": DESK,
    "FindDecisions.last": DESK,
    "UncasedLookOut.at": DESK,
    "UncasedLookOut.week": DESK,
    "SupportConsentOut.at": DESK,
    "SupportAccountOut.deleted_at": DESK,
    "SupportAccountOut.signed_up_at": DESK,
    "SupportDeviceOut.used_on": DESK,
    "SupportMailOut.created_at": DESK,
    "SupportMailOut.finished_at": DESK,
    "SupportTransferOut.created_at": DESK,
    "AskedResetOut.at": DESK,
    "EntryOut.at": DESK,
    "InboxQuery.before_at": DESK,
    "ThreadOut.created_at": DESK,
    "ThreadOut.last_mail_at": DESK,
    "SupportTextOut.created_at": DESK,
    "SupportTextOut.finished_at": DESK,
    "SegmentOut.created_at": MARKETING,
    "VerificationAnswer.consented_at": OWN,
}


def times_in(schema: Any, of: str) -> Iterator[str]:
    if isinstance(schema, list):
        for each in schema:
            yield from times_in(each, of)
    if isinstance(schema, dict):
        if schema.get("format") in ("date-time", "date", "time"):
            yield of
        for name, each in schema.items():
            if name == "properties":
                for field, described in each.items():
                    yield from times_in(described, f"{of.partition('.')[0]}.{field}")
            else:
                yield from times_in(each, of)


def test_every_time_that_is_answered_is_decided_about() -> None:
    schemas = document()["components"]["schemas"]
    found = {time for name, schema in schemas.items() for time in times_in(schema, name)}

    assert found == set(TIMES)


def test_a_member_as_others_see_them_has_no_time_at_all() -> None:
    schemas = document()["components"]["schemas"]
    assert list(times_in(schemas["Card"], "Card")) == []
    assert schemas["Card"]["properties"]["presence"]["anyOf"][0]["enum"] == ["today", "week"]
