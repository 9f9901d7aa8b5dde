"""A translation service with the HTTP API of LibreTranslate. The sandbox has the same (scripts/standins/translator)."""

import asyncio
import re
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any
from uuid import UUID

import requests
from shared.kit.core import CircuitBreaker, logger, tame
from shared.kit.http import is_clean, session_to

from chat.errors import NotTranslatable, TranslatorUnavailable
from chat.ports import Translation
from chat.settings import ChatSettings

# Machine translation without a graphics card takes seconds. Together less than the gateway waits (routes.yaml).
CONNECT_SECONDS, READ_SECONDS = 2, 8
# Calls of this process at the same time. Their threads are their own, so that no other request waits for them.
CALLS = 8
# Of one reader at the same time, so that nobody keeps the others out: two of each page.
CALLS_OF_ONE = 4
DETECT = "auto"
# A language that it does not have, or a text that is too long for it; the doctor finds a missing key.
OF_THE_TEXT = (400, 413, 422)
# The service is there, and this text is one that it fails on.
FAILED_ON_THE_TEXT = 500
FAILED_TEXTS = 16
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
# Times the length of the original, for languages with long words; a longer answer is no translation.
LONGEST_RATIO, ALLOWANCE = 6, 200


class LibreTranslate:
    """Calls the service at `TRANSLATOR_URL`, and reaches no other host. It learns the words and the languages alone."""

    def __init__(self, settings: ChatSettings) -> None:
        key = settings.translator_api_key.get_secret_value()
        self._key = {} if key == "none" else {"api_key": key}
        self._url = settings.translator_url.rstrip("/") + "/translate"
        # The address may be in the operator's own network.
        self._session = session_to(self._url, only_public=False, is_idempotent=True)
        self._breaker, self._lock = CircuitBreaker(), Lock()
        self._calls = Counter[UUID]()  # of each reader
        self._threads = ThreadPoolExecutor(CALLS, "translator")
        # Hashes of the texts that failed last. The same one again says nothing new about the service.
        self._failed_texts = deque[int](maxlen=FAILED_TEXTS)

    async def translate(self, text: str, *, reader_id: UUID, source: str | None, target: str) -> Translation:
        self._enter(reader_id)
        body = {"q": text, "source": source or DETECT, "target": target, "format": "text", **self._key}
        # The room is given back by the thread: a caller that gives up leaves the call running.
        called = asyncio.get_running_loop().run_in_executor(self._threads, self._call, reader_id, body)
        return _translation(await called, text)

    def _enter(self, reader_id: UUID) -> None:
        with self._lock:
            if self._calls.total() >= CALLS or self._calls[reader_id] >= CALLS_OF_ONE:
                raise TranslatorUnavailable()
            self._calls[reader_id] += 1

    def _call(self, reader_id: UUID, body: dict[str, str]) -> Any:
        try:
            return self._answer(body)
        finally:
            with self._lock:
                self._calls -= Counter({reader_id: 1})  # keeps no reader without calls

    def _answer(self, body: dict[str, str]) -> Any:
        if not self._breaker.allows_call():
            raise TranslatorUnavailable()
        status = None
        try:
            answer = self._session.post(
                self._url, json=body, timeout=(CONNECT_SECONDS, READ_SECONDS), allow_redirects=False
            )
            status = answer.status_code
            if status not in (200, *OF_THE_TEXT):
                raise requests.HTTPError
            found = answer.json()
        except (requests.RequestException, ValueError) as error:
            self._count_failure(body["q"], status)
            logger().warning("translator_unavailable", problem=type(error).__name__, status=status)
            raise TranslatorUnavailable() from error
        self._breaker.succeeded()
        self._failed_texts.clear()
        if status in OF_THE_TEXT:
            raise NotTranslatable()
        return found

    def _count_failure(self, text: str, status: int | None) -> None:
        """Count a failure that says something about the service: one message shall not keep all others from it."""
        if status != FAILED_ON_THE_TEXT and hash(text) not in self._failed_texts:
            self._failed_texts.append(hash(text))
            self._breaker.failed()


def _translation(found: Any, original: str) -> Translation:
    text = found.get("translatedText") if isinstance(found, dict) else None
    longest = LONGEST_RATIO * len(original) + ALLOWANCE
    if not isinstance(text, str) or not text.strip() or not is_clean(text) or len(text) > longest:
        logger().error("translator_not_understood")
        raise TranslatorUnavailable()
    detected = found.get("detectedLanguage")
    language = detected.get("language") if isinstance(detected, dict) else None
    is_code = isinstance(language, str) and LANGUAGE.fullmatch(language)
    return Translation(tame(text), language if is_code else None)
