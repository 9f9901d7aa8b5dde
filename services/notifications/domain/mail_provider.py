"""The mail provider of an installation: how its reports are proved, and which header carries our id through it."""

from collections.abc import Mapping
from enum import StrEnum
from uuid import UUID


class MailProvider(StrEnum):
    ADAPTER = "adapter"  # a program of the operator sends signed reports in our own format
    SES = "ses"
    POSTMARK = "postmark"
    MAILGUN = "mailgun"
    SENDGRID = "sendgrid"

    @property
    def has_password(self) -> bool:
        """Whether it proves its reports with the password of the webhook's address, and waits for a 401 to do so."""
        return self in (MailProvider.SES, MailProvider.POSTMARK)

    def headers(self, email_id: UUID) -> Mapping[str, str]:
        """Headers that bring the email's id back with each report; none where the Message-ID comes back."""
        if self is MailProvider.POSTMARK:
            return {"X-PM-Metadata-mail": str(email_id)}
        if self is MailProvider.SENDGRID:
            return {"X-SMTPAPI": f'{{"unique_args": {{"mail": "{email_id}"}}}}'}
        return {}
