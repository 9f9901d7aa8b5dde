import smtplib
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from functools import cache
from urllib.parse import SplitResult, unquote, urlsplit

from notifications.ports import AddressRefused, MailRefused, PostClosed, TryAgain

DEADLINE_SECONDS = 10.0
GOODBYE_SECONDS = 1.0


class SmtpPost:
    """Hands mails to a mail server: smtp:// (encrypted whenever the server offers it) or smtps://."""

    def __init__(self, url: str, *, deadline_seconds: float = DEADLINE_SECONDS) -> None:
        self._url, self._deadline_seconds = urlsplit(url), deadline_seconds

    def send(self, message: EmailMessage) -> None:
        deadline = time.monotonic() + self._deadline_seconds
        with _connection(self._url, deadline) as server:
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
                raise TryAgain(repr(error)) from error


@contextmanager
def _connection(url: SplitResult, deadline: float) -> Iterator[smtplib.SMTP]:
    try:
        server = _connect(url, deadline)
    except (smtplib.SMTPException, OSError) as error:
        raise PostClosed(repr(error)) from error
    try:
        yield server
    finally:
        with suppress(smtplib.SMTPException, OSError):
            if server.sock is not None:
                server.sock.settimeout(GOODBYE_SECONDS)
                server.quit()
        server.close()


def _connect(url: SplitResult, deadline: float) -> smtplib.SMTP:
    host = url.hostname or ""
    if url.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, url.port or 465, timeout=_left(deadline), context=_trusted())
    else:
        server = smtplib.SMTP(host, url.port or 25, timeout=_left(deadline))
    try:
        _hurry(server, deadline)
        server.ehlo_or_helo_if_needed()
        if url.scheme == "smtp" and server.has_extn("starttls"):
            _hurry(server, deadline)
            server.starttls(context=_trusted())
            server.ehlo()
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
