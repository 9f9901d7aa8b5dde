import smtplib
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from enum import StrEnum
from functools import cache
from urllib.parse import SplitResult, unquote, urlsplit

from servicekit.errors_in_logs import describe

from notifications.ports import AddressRefused, MailRefused, PostClosed, TryAgain

DEADLINE_SECONDS = 10.0
GOODBYE_SECONDS = 1.0


class Tls(StrEnum):
    """How a connection to an smtp:// server is encrypted. smtps:// is encrypted from its first byte."""

    REQUIRED = "required"  # no STARTTLS, no mail
    OPPORTUNISTIC = "opportunistic"  # STARTTLS if the server offers it, which whoever is in between can prevent
    NONE = "none"


class NotEncrypted(OSError):
    """The server offers no STARTTLS, or somebody in between took the offer away."""


class SmtpPost:
    """Hands mails to a mail server. Where the connection is encrypted the server's certificate is verified.

    A password is never sent unencrypted, whatever `tls` says.
    """

    def __init__(self, url: str, *, tls: Tls = Tls.REQUIRED, deadline_seconds: float = DEADLINE_SECONDS) -> None:
        self._url, self._tls, self._deadline_seconds = urlsplit(url), tls, deadline_seconds

    def send(self, message: EmailMessage) -> None:
        deadline = time.monotonic() + self._deadline_seconds
        with _connection(self._url, self._tls, deadline) as server:
            try:
                _hurry(server, deadline)
                server.send_message(message)
            except smtplib.SMTPRecipientsRefused as error:
                code, _ = next(iter(error.recipients.values()))
                raise (AddressRefused if 500 <= code < 600 else TryAgain)(code) from error
            except smtplib.SMTPResponseException as error:
                raise (MailRefused if 500 <= error.smtp_code < 600 else TryAgain)(error.smtp_code) from error
            except smtplib.SMTPNotSupportedError as error:
                raise MailRefused("an address this server cannot write to") from error
            # It broke off half-way: the mail may have arrived, so this was a try.
            except (smtplib.SMTPException, OSError) as error:
                raise TryAgain(describe(error)) from error


@contextmanager
def _connection(url: SplitResult, tls: Tls, deadline: float) -> Iterator[smtplib.SMTP]:
    try:
        server = _connect(url, tls, deadline)
    except (smtplib.SMTPException, OSError) as error:
        raise PostClosed(describe(error)) from error
    try:
        yield server
    finally:
        with suppress(smtplib.SMTPException, OSError):
            if server.sock is not None:
                server.sock.settimeout(GOODBYE_SECONDS)
                server.quit()
        server.close()


def _connect(url: SplitResult, tls: Tls, deadline: float) -> smtplib.SMTP:
    host = url.hostname or ""
    if url.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, url.port or 465, timeout=_left(deadline), context=_trusted())
    else:
        server = smtplib.SMTP(host, url.port or 25, timeout=_left(deadline))
    try:
        _hurry(server, deadline)
        server.ehlo_or_helo_if_needed()
        is_encrypted = url.scheme == "smtps"
        if not is_encrypted and tls is not Tls.NONE and server.has_extn("starttls"):
            _hurry(server, deadline)
            server.starttls(context=_trusted())
            server.ehlo()
            is_encrypted = True
        if not is_encrypted and (tls is Tls.REQUIRED or url.username):
            raise NotEncrypted("the mail server offers no STARTTLS")
        if url.username:
            _hurry(server, deadline)
            server.login(unquote(url.username), unquote(url.password or ""))
    except BaseException:
        server.close()
        raise
    return server


@cache
def _trusted() -> ssl.SSLContext:
    # Made once: reading the authorities costs more than making and sending a mail.
    return ssl.create_default_context()


def _hurry(server: smtplib.SMTP, deadline: float) -> None:
    """No answer from here on may take longer than what is left of the deadline."""
    if server.sock is not None:
        server.sock.settimeout(_left(deadline))


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
