"""Requests and answers of the HTTP API."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator
from shared import base64url
from shared.kit.http import Input, Output

from notifications.domain.email_templates import EMAILED
from notifications.domain.preferences import NotificationKind, Preference
from notifications.domain.push_kinds import PUSHED
from notifications.usecases.list_preferences import MemberPreferences

Channel = Literal["email", "push"]
SENT_BY: dict[Channel, frozenset[NotificationKind]] = {"email": EMAILED, "push": PUSHED}


class Empty(Input):
    """A body without fields."""


class ChangePreference(Input):
    """One kind with the ways to turn, or `discreet_mails` alone."""

    type: NotificationKind | None = None
    email: bool | None = Field(None, strict=True)
    push: bool | None = Field(None, strict=True)
    discreet_mails: bool | None = Field(None, strict=True)

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        if (self.type is None) == (self.discreet_mails is None):
            raise ValueError("give a type or discreet_mails")
        if self.type is None and (self.email is not None or self.push is not None):
            raise ValueError("a type is missing")
        return self


class PreferenceOut(Output):
    type: NotificationKind
    email: bool
    push: bool
    sent_by: list[Channel] = Field(description="The ways in which this kind is sent at all")

    @staticmethod
    def of(preference: Preference) -> "PreferenceOut":
        return PreferenceOut(
            type=preference.kind,
            email=preference.email,
            push=preference.push,
            sent_by=[channel for channel, kinds in SENT_BY.items() if preference.kind in kinds],
        )


class PreferencesAnswer(Output):
    types: list[PreferenceOut]
    mail_disabled: str | None  # bounced, complained, unsubscribed; null while mail goes
    discreet_mails: bool = Field(description="Whether mails leave out whose message, like or match they are about")

    @staticmethod
    def of(member: MemberPreferences) -> "PreferencesAnswer":
        return PreferencesAnswer(
            types=[PreferenceOut.of(preference) for preference in member.preferences],
            mail_disabled=member.mail_disabled,
            discreet_mails=member.has_discreet_mails,
        )


class MailReport(Input):
    """Outcome of one email, as its provider reports it."""

    type: Literal["bounce", "complaint", "unsubscribe", "delivered"]
    message_id: str = Field(max_length=300)
    permanent: bool = Field(True, strict=True)


class MailReports(Input):
    reports: list[MailReport] = Field(max_length=1000)


def _has_bytes(count: int) -> AfterValidator:
    def check(text: str) -> str:
        try:
            raw = base64url.decode(text)
        except ValueError as error:
            raise ValueError("not base64url") from error
        if len(raw) != count:
            raise ValueError(f"not {count} bytes")
        return text

    return AfterValidator(check)


class Unsubscribe(Input):
    token: str = ""


class MailSwitch(Input):
    token: str = Field(max_length=200)


class TurnMailSwitch(MailSwitch):
    email: bool = Field(strict=True)


class MailSwitchAnswer(Output):
    type: NotificationKind
    email: bool

    @staticmethod
    def of(preference: Preference) -> "MailSwitchAnswer":
        return MailSwitchAnswer(type=preference.kind, email=preference.email)


class PushKeys(Input):
    p256dh: Annotated[str, Field(max_length=100), _has_bytes(65)]
    auth: Annotated[str, Field(max_length=40), _has_bytes(16)]


class Subscription(Input):
    endpoint: str = Field(min_length=1, max_length=2000)
    keys: PushKeys


class Subscribe(Input):
    subscription: Subscription


class Unsubscribed(Input):
    endpoint: str = Field(min_length=1, max_length=2000)


class Push(Input):
    """The parameter that distinguishes these routes from identity's on the same path."""

    push: Annotated[str, Field(max_length=1)]
