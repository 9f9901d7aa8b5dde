"""What notifications reads and answers over HTTP."""

import base64
import binascii
from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from servicekit.web.endpoint import Input, Output

from notifications.domain.mail import MAILED
from notifications.domain.preferences import Kind, Preference
from notifications.domain.push import PUSHED
from notifications.usecases.list_preferences import Told

Way = Literal["email", "push"]
SENT_BY: dict[Way, frozenset[Kind]] = {"email": MAILED, "push": PUSHED}


class ChangePreference(Input):
    type: Kind
    email: bool | None = Field(None, strict=True)
    push: bool | None = Field(None, strict=True)


class PreferenceOut(Output):
    type: Kind
    email: bool
    push: bool
    sent_by: list[Way] = Field(description="The ways in which this kind is sent at all")

    @staticmethod
    def of(one: Preference) -> "PreferenceOut":
        return PreferenceOut(
            type=one.kind,
            email=one.email,
            push=one.push,
            sent_by=[way for way, kinds in SENT_BY.items() if one.kind in kinds],
        )


class PreferencesAnswer(Output):
    types: list[PreferenceOut]
    mail_disabled: str | None  # bounced, complained, unsubscribed; null while mail goes

    @staticmethod
    def of(told: Told) -> "PreferencesAnswer":
        return PreferencesAnswer(
            types=[PreferenceOut.of(one) for one in told.preferences],
            mail_disabled=told.mail_disabled,
        )


class MailReport(Input):
    """What became of one mail, by the word of who carried it."""

    type: Literal["bounce", "complaint", "unsubscribe", "delivered"]
    message_id: str = Field(max_length=300)
    permanent: bool = Field(True, strict=True)


class MailReports(Input):
    reports: list[MailReport] = Field(max_length=1000)


def _has_bytes(count: int) -> AfterValidator:
    def check(text: str) -> str:
        try:
            raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        except binascii.Error as error:
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
    type: Kind
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
    """The parameter that leads here."""

    push: Annotated[str, Field(max_length=1)]
