import smtplib
import ssl
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from urllib.parse import SplitResult, unquote, urlsplit

from shared.kit.core import Deadline, describe
from shared.mail_address import needs_smtputf8

from notifications.ports import AddressRejected, EmailDeferred, EmailRejected, MailServerUnavailable, OutgoingEmail

DEADLINE_SECONDS = 10.0
QUIT_SECONDS = 1.0
# Mail servers close connections that are idle for longer, or have taken more.
IDLE_SECONDS, MOST_EMAILS = 20.0, 100
RSET_OK = 250


class Tls(StrEnum):
    """How a connection to an smtp:// server is encrypted. smtps:// is encrypted from its first byte."""

    REQUIRED = "required"  # without STARTTLS no email is sent
    OPPORTUNISTIC = "opportunistic"  # STARTTLS if the server offers it, which an attacker on the path can prevent
    NONE = "none"


class NotEncrypted(OSError):
    """The server offers no STARTTLS, or an attacker on the path has removed the offer."""


@dataclass
class _Kept:
    """An open connection, how many emails it took, and since when it is idle."""

    server: smtplib.SMTP
    emails: int = 0
    idle_since: float = 0.0


class SmtpServer:
    """Hands emails to a mail server, whose certificate is verified if the connection is encrypted.

    A password is never sent unencrypted, regardless of `tls`. Connections are kept for the next emails: opening one
    takes as long as sending ten. Threads may send at the same time, each over a connection of its own.
    """

    def __init__(self, url: str, *, tls: Tls = Tls.REQUIRED, deadline_seconds: float = DEADLINE_SECONDS) -> None:
        self._url, self._tls, self._deadline_seconds = urlsplit(url), tls, deadline_seconds
        # Last in, first out, so that those which are not needed become idle and are closed.
        self._idle: deque[_Kept] = deque()

    def send(self, email: OutgoingEmail) -> None:
        with Deadline(self._deadline_seconds) as whole:
            self._send(email, whole)

    def _send(self, email: OutgoingEmail, whole: Deadline) -> None:
        deadline = time.monotonic() + self._deadline_seconds
        kept = self._kept(deadline, whole) or self._opened(deadline, whole)
        try:
            _limit(kept.server, deadline)
            _hand_over(kept.server, email)
        except smtplib.SMTPRecipientsRefused as error:
            code, _ = next(iter(error.recipients.values()))
            raise (AddressRejected if 500 <= code < 600 else EmailDeferred)(code) from error
        except smtplib.SMTPResponseException as error:
            raise (EmailRejected if 500 <= error.smtp_code < 600 else EmailDeferred)(error.smtp_code) from error
        except smtplib.SMTPNotSupportedError as error:
            raise EmailRejected("the server supports no such address") from error
        # The connection broke: the email may have arrived, so this counts as a try.
        except (smtplib.SMTPException, OSError) as error:
            kept.server.close()
            raise EmailDeferred(describe(error)) from error
        finally:
            self._keep(kept)

    def close(self) -> None:
        """Close the connections that are idle."""
        while self._idle:
            _quit(self._idle.pop().server)

    def _kept(self, deadline: float, whole: Deadline) -> _Kept | None:
        """An idle connection that still answers; None without one. Others are closed."""
        while True:
            try:
                kept = self._idle.pop()
            except IndexError:
                return None
            if time.monotonic() - kept.idle_since < IDLE_SECONDS and kept.emails < MOST_EMAILS:
                # Servers close connections that are idle or have sent enough: nothing of the email is sent before.
                whole.connection = kept.server
                with suppress(smtplib.SMTPException, OSError):
                    _limit(kept.server, deadline)
                    if kept.server.rset()[0] == RSET_OK:
                        return kept
            _quit(kept.server)

    def _opened(self, deadline: float, whole: Deadline) -> _Kept:
        try:
            return _Kept(_connect(self._url, self._tls, deadline, whole))
        except (smtplib.SMTPException, OSError) as error:
            raise MailServerUnavailable(describe(error)) from error

    def _keep(self, kept: _Kept) -> None:
        # smtplib has closed it after an answer that ends the connection.
        if kept.server.sock is not None:
            kept.emails, kept.idle_since = kept.emails + 1, time.monotonic()
            self._idle.append(kept)


def _hand_over(server: smtplib.SMTP, email: OutgoingEmail) -> None:
    options = []
    if needs_smtputf8(email.recipient):
        server.ehlo_or_helo_if_needed()
        if not server.has_extn("smtputf8"):
            raise smtplib.SMTPNotSupportedError
        options = ["SMTPUTF8", "BODY=8BITMIME"]
    server.sendmail(email.sender, [email.recipient], email.content, options)


def _quit(server: smtplib.SMTP) -> None:
    with suppress(smtplib.SMTPException, OSError):
        if server.sock is not None:
            server.sock.settimeout(QUIT_SECONDS)
            server.quit()
    server.close()


def _connect(url: SplitResult, tls: Tls, deadline: float, whole: Deadline) -> smtplib.SMTP:
    host = url.hostname or ""
    if url.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(timeout=_left(deadline), context=_trusted())
    else:
        server = smtplib.SMTP(timeout=_left(deadline))
    whole.connection = server
    # The certificate is verified for it.
    server._host = host  # type: ignore[attr-defined]
    try:
        server.connect(host, url.port or (465 if url.scheme == "smtps" else 25))
        _limit(server, deadline)
        server.ehlo_or_helo_if_needed()
        is_encrypted = url.scheme == "smtps"
        if not is_encrypted and tls is not Tls.NONE and server.has_extn("starttls"):
            _limit(server, deadline)
            server.starttls(context=_trusted())
            server.ehlo()
            is_encrypted = True
        if not is_encrypted and (tls is Tls.REQUIRED or url.username):
            raise NotEncrypted("the mail server offers no STARTTLS")
        if url.username:
            _limit(server, deadline)
            server.login(unquote(url.username), unquote(url.password or ""))
    except BaseException:
        server.close()
        raise
    return server


@cache
def _trusted() -> ssl.SSLContext:
    # Built once: loading the certificate authorities takes longer than sending an email.
    return ssl.create_default_context()


def _limit(server: smtplib.SMTP, deadline: float) -> None:
    """Set the socket timeout to the rest of the deadline."""
    if server.sock is not None:
        server.sock.settimeout(_left(deadline))


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
