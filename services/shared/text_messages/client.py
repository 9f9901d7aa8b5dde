"""The client of the provider of text messages.

Neither provider has idempotency keys for messages: a request whose outcome nobody knows is not repeated.
"""

import ssl
from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import SplitResult, quote, unquote, urlencode, urlsplit

import requests

from shared.kit.core import CircuitBreaker, logger
from shared.kit.http import session_to
from shared.text_messages.message import TextMessage, TextNotSent, TextOutcomeUnknown, TextRefused
from shared.text_messages.provider import SmsProvider
from shared.text_messages.settings import TextMessageSettings

CONNECT_SECONDS, READ_SECONDS = 2, 5
# Twilio: not a number, not one that SMS reaches, a country that the account does not serve, and STOP of its owner.
TWILIO_REFUSES_NUMBER = {21211, 21214, 21217, 21408, 21610, 21612, 21614}


class ProviderTextMessages:
    """Hands text messages to the provider of the settings, by the account of each brand. Safe for threads."""

    def __init__(self, settings: TextMessageSettings) -> None:
        self._provider = settings.sms_provider
        addresses = {"": settings.sms_url, **settings.sms_accounts}
        self._accounts = (
            {}
            if self._provider is SmsProvider.NONE
            else {name: _Account(address, is_production=settings.is_production) for name, address in addresses.items()}
        )
        self._webhook, self._webhook_key = settings.sms_webhook_url, settings.sms_webhook_keys[0]

    def send(self, message: TextMessage) -> None:
        """Hand a message to the provider. Raises TextNotSent, TextRefused or TextOutcomeUnknown."""
        # A brand never sends by the common account: that is another company's.
        account = self._accounts.get(message.account)
        if account is None:
            logger().error("text_message_without_account", account=message.account)
            raise TextNotSent(f"SMS_ACCOUNT_KEYS has no {message.account}")
        path, fields = self._request(message, account)
        try:
            answer = account.post(path, fields, is_json=self._provider is SmsProvider.ADAPTER)
            if not 200 <= answer.status_code < 300:
                raise _refusal(self._provider, answer)
        except (TextNotSent, TextRefused, TextOutcomeUnknown) as error:
            logger().warning(
                "text_message_not_sent", message_id=str(message.id), problem=type(error).__name__, reason=str(error)
            )
            raise

    def _request(self, message: TextMessage, account: "_Account") -> tuple[str, Mapping[str, str]]:
        """Path and fields of the request in the provider's format."""
        callback = f"{self._webhook}?{urlencode({'id': message.id})}"
        match self._provider:
            case SmsProvider.TWILIO:
                # A messaging service is a pool of senders.
                sender = (
                    "MessagingServiceSid" if message.sender.startswith("MG") and len(message.sender) == 34 else "From"
                )
                return f"/2010-04-01/Accounts/{account.user}/Messages.json", {
                    "To": message.to,
                    sender: message.sender,
                    "Body": message.text,
                    "StatusCallback": callback,
                }
            case SmsProvider.ELKS:
                return "/a1/sms", {
                    "to": message.to,
                    "from": message.sender,
                    "message": message.text,
                    "whendelivered": with_password(callback, self._webhook_key),
                    # The text, which has a secret link or a code, stays out of the provider's log.
                    "dontlog": "message",
                }
            case _:
                return account.path, {"to": message.to, "text": message.text}


class _Account:
    """An account at the provider, with its connection."""

    def __init__(self, address: str, *, is_production: bool) -> None:
        parts = urlsplit(address)
        self.user, self.path = unquote(parts.username or ""), f"{parts.path}{f'?{parts.query}' if parts.query else ''}"
        self._login = (self.user, unquote(parts.password or "")) if parts.username else None
        self._origin = f"{parts.scheme}://{_host(parts)}"
        self._session, self._breaker = session_to(self._origin, only_public=is_production), CircuitBreaker()

    def post(self, path: str, fields: Mapping[str, str], *, is_json: bool) -> requests.Response:
        """The answer, whatever its status below 500. Raises TextNotSent or TextOutcomeUnknown."""
        if not self._breaker.allows_call():
            raise TextNotSent("circuit open")
        try:
            answer = self._session.post(
                f"{self._origin}{path}",
                **({"json": fields} if is_json else {"data": fields}),  # type: ignore[arg-type]
                auth=self._login,
                timeout=(CONNECT_SECONDS, READ_SECONDS),
                allow_redirects=False,
            )
            if answer.status_code >= 500:
                raise requests.HTTPError(f"status {answer.status_code}")
        except requests.RequestException as error:
            self._breaker.failed()
            raise (TextNotSent if _is_unsent(error) else TextOutcomeUnknown)(type(error).__name__) from error
        self._breaker.succeeded()
        return answer


def with_password(address: str, key: str) -> str:
    """The address with a password for HTTP basic authentication, which proves a report of 46elks."""
    parts = urlsplit(address)
    return parts._replace(netloc=f"reports:{quote(key, safe='')}@{_host(parts)}").geturl()


def _host(parts: SplitResult) -> str:
    return parts.netloc.rpartition("@")[2]


def _is_unsent(error: requests.RequestException) -> bool:
    """Whether no byte of the message left: there was no connection."""
    if isinstance(error, requests.ConnectTimeout):
        return True
    reason = getattr(error.args[0] if error.args else None, "reason", None)
    if isinstance(error, requests.exceptions.SSLError):
        # A connection that ends while the answer is read raises an SSLError as well.
        cause = reason or (error.args[0] if error.args else None)
        return any(isinstance(each, ssl.SSLCertVerificationError) for each in (cause, *getattr(cause, "args", ())))
    return isinstance(error, requests.ConnectionError) and type(reason).__name__ in (
        "NewConnectionError",
        "ConnectTimeoutError",
        "NameResolutionError",
    )


def _refusal(provider: SmsProvider, answer: requests.Response) -> Exception:
    status = answer.status_code
    # Too many at once, a wrong login, an empty account: nothing was taken, and an operator can mend it.
    if status in (
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.PAYMENT_REQUIRED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,
        HTTPStatus.TOO_MANY_REQUESTS,
    ):
        return TextNotSent(f"status {status}")
    if provider is SmsProvider.TWILIO:
        return TextRefused("number" if _code(answer) in TWILIO_REFUSES_NUMBER else "message")
    # 46elks answers in words, which begin with the name of the parameter.
    return TextRefused("number" if provider is SmsProvider.ELKS and '"to"' in answer.text else "message")


def _code(answer: requests.Response) -> object:
    try:
        body = answer.json()
    except ValueError:
        return None
    return body.get("code") if isinstance(body, dict) else None
