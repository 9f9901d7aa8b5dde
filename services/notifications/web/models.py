"""What notifications reads and answers over HTTP."""

import base64
import binascii
from collections.abc import Sequence
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field
from servicekit.web.endpoint import Input, Output

from notifications.domain.preferences import Kind, Preference


class ChangePreference(Input):
    type: Kind
    email: bool | None = Field(None, strict=True)
    push: bool | None = Field(None, strict=True)


class PreferenceOut(Output):
    type: Kind
    email: bool
    push: bool


class PreferencesAnswer(Output):
    types: list[PreferenceOut]

    @staticmethod
    def of(preferences: Sequence[Preference]) -> "PreferencesAnswer":
        return PreferencesAnswer(
            types=[PreferenceOut(type=one.kind, email=one.email, push=one.push) for one in preferences]
        )


def _is_https(endpoint: str) -> str:
    parts = urlsplit(endpoint)
    if parts.scheme != "https" or not parts.hostname or parts.username or parts.port not in (None, 443):
        raise ValueError("a push service is reached by https on its usual port")
    return endpoint


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
    endpoint: Annotated[str, Field(max_length=2000), AfterValidator(_is_https)]
    keys: PushKeys


class Subscribe(Input):
    subscription: Subscription


class Push(Input):
    """The parameter that leads here."""

    push: Annotated[str, Field(max_length=1)]
