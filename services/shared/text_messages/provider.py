from enum import StrEnum


class SmsProvider(StrEnum):
    """The provider of text messages of an installation."""

    NONE = "none"  # no text message is sent
    ADAPTER = "adapter"  # a program of the operator takes {"to", "text"} as JSON, and reports nothing
    TWILIO = "twilio"
    ELKS = "46elks"
