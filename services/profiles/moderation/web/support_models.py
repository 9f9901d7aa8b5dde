"""Requests and answers of the support desk."""

from datetime import date, datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field, StringConstraints, model_validator
from shared.kit.core import ClientId
from shared.kit.http import Input, Output

from profiles.moderation.domain.member_search import LONGEST, SearchBy
from profiles.moderation.domain.staff_access import AskedReset, StaffAction
from profiles.moderation.domain.supported_account import MemberLedger, SupportedAccount
from profiles.moderation.web.complaint_models import StatedReason
from profiles.moderation.web.desk_models import ContextOut
from profiles.moderation.web.member_facts import DeskMoneyOut, PaymentFactsAnswer
from profiles.moderation.web.moderation_models import DeskDecisionOut, FoundMemberOut

MOST_CREDITS = 100

ActName = Literal[
    "send_confirmation",
    "send_password_link",
    "correct_address",
    "close_account",
    "refund",
    "give_credits",
    "ask_factor_reset",
    "confirm_factor_reset",
]
ACTIONS: dict[ActName, StaffAction] = {
    "send_confirmation": StaffAction.SEND_CONFIRMATION,
    "send_password_link": StaffAction.SEND_PASSWORD_LINK,
    "correct_address": StaffAction.CORRECT_ADDRESS,
    "close_account": StaffAction.CLOSE_ACCOUNT,
    "refund": StaffAction.REFUND,
    "give_credits": StaffAction.GIVE_CREDITS,
    "ask_factor_reset": StaffAction.ASK_RESET,
    "confirm_factor_reset": StaffAction.CONFIRM_RESET,
}
# What each act takes besides its reason.
DETAILS: dict[str, frozenset[str]] = {
    "correct_address": frozenset({"email"}),
    "refund": frozenset({"payment_id", "minor"}),
    "give_credits": frozenset({"credits"}),
}


class SupportSearch(Input):
    """By what and for which text support searches, and why. The kind and the reason are recorded, the text is not."""

    by: SearchBy
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST)]
    reason: StatedReason


class SupportOpen(Input):
    id: ClientId
    member_id: UUID
    reason: StatedReason


class SupportQuery(Input):
    id: UUID


class SupportAct(Input):
    """An act on an opened member, with what it takes: `email`, `payment_id` and `minor`, or `credits`."""

    id: ClientId
    member_id: UUID
    act: ActName
    reason: StatedReason
    email: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=LONGEST)] | None = None
    payment_id: UUID | None = None
    minor: int | None = Field(None, ge=1, le=10**9, strict=True, description="Hundredths of the payment's currency")
    credits: int | None = Field(None, ge=1, le=MOST_CREDITS, strict=True)

    @property
    def details(self) -> dict[str, str]:
        named = {"email": self.email, "payment_id": self.payment_id, "minor": self.minor, "credits": self.credits}
        return {name: str(value) for name, value in named.items() if value is not None}

    @property
    def action(self) -> StaffAction:
        return ACTIONS[self.act]

    @model_validator(mode="after")
    def _has_its_details(self) -> Self:
        if self.details.keys() != DETAILS.get(self.act, frozenset()):
            raise ValueError("not the details of this act")
        return self


class SupportConsentOut(Output):
    kind: str
    given: bool
    at: datetime


class SupportDeviceOut(Output):
    browser: str | None
    system: str | None
    used_on: date | None


class SupportAccountOut(Output):
    site: str
    email: str
    status: Literal["not_confirmed", "active", "deleted"]
    locale: str
    signed_up_at: datetime
    deleted_at: datetime | None
    suspended: bool
    mail_suppressed: str | None
    has_authenticator: bool
    passkeys: int
    consents: list[SupportConsentOut]
    devices: list[SupportDeviceOut]

    @staticmethod
    def of(account: SupportedAccount) -> "SupportAccountOut":
        return SupportAccountOut(
            site=account.site,
            email=account.email,
            status=account.status,  # type: ignore[arg-type]  # identity has these three; pydantic compares
            locale=account.locale,
            signed_up_at=account.signed_up_at,
            deleted_at=account.deleted_at,
            suspended=account.is_suspended,
            mail_suppressed=account.mail_suppressed,
            has_authenticator=account.has_authenticator,
            passkeys=account.passkeys,
            consents=[SupportConsentOut(kind=each.kind, given=each.given, at=each.at) for each in account.consents],
            devices=[
                SupportDeviceOut(browser=each.browser, system=each.system, used_on=each.used_on)
                for each in account.devices
            ],
        )


class SupportTransferOut(Output):
    id: UUID
    created_at: datetime
    kind: str
    credits: int
    balance_after: int


class SupportInvoiceOut(Output):
    number: int
    payment_id: UUID
    credit_note: bool
    amount: DeskMoneyOut


class SupportLedgerOut(Output):
    balance: int
    debt: int
    transfers: list[SupportTransferOut]
    invoices: list[SupportInvoiceOut]

    @staticmethod
    def of(ledger: MemberLedger) -> "SupportLedgerOut":
        return SupportLedgerOut(
            balance=ledger.balance,
            debt=ledger.debt,
            transfers=[
                SupportTransferOut(
                    id=each.id,
                    created_at=each.created_at,
                    kind=each.kind,
                    credits=each.credits,
                    balance_after=each.balance_after,
                )
                for each in ledger.transfers
            ],
            invoices=[
                SupportInvoiceOut(
                    number=each.number,
                    payment_id=each.payment_id,
                    credit_note=each.is_credit_note,
                    amount=DeskMoneyOut.of(each.amount),
                )
                for each in ledger.invoices
            ],
        )


class AskedResetOut(Output):
    member_id: UUID
    name: str
    by_you: bool = Field(description="Whether the caller asked for it, so that another person has to confirm")
    at: datetime
    reason: str | None

    @staticmethod
    def of(asked: AskedReset, actor_id: UUID) -> "AskedResetOut":
        return AskedResetOut(
            member_id=asked.member_id,
            name=asked.name,
            by_you=asked.actor_id == actor_id,
            at=asked.at,
            reason=asked.reason,
        )


class AskedResetsAnswer(Output):
    resets: list[AskedResetOut]


class SupportStoryOut(FoundMemberOut):
    account: SupportAccountOut | None = Field(description="Null while identity does not answer, or has erased it")
    payments: PaymentFactsAnswer | None = Field(description="Null while billing does not answer")
    ledger: SupportLedgerOut | None = Field(description="Null while billing does not answer, or without a wallet")
    context: ContextOut | None = Field(description="Numbers of reports, warnings and sanctions")
    decisions: list[DeskDecisionOut]
    resets: list[AskedResetOut]
    reason: str | None = Field(description="Why the caller has opened the member")


class SupportMemberAnswer(Output):
    member: SupportStoryOut | None = Field(description="Null unless the caller has opened the member")
