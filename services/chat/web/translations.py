"""Translations of messages by the operator's service."""

from typing import Annotated
from urllib.parse import urlsplit
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import Invalid, NotFound, is_sandbox_host
from shared.kit.http import Input, Output, caller, endpoint
from shared.languages import Locale
from shared.sites.document import Country
from shared.sites.translation import TranslationService

from chat.settings import ChatSettings
from chat.usecases.translate_message import translate_message
from chat.web.context import current_site, wiring

translations = Blueprint("translations", __name__, url_prefix="/api")


class TranslateMessage(Input):
    """A message by its id, and no free text: the service is not for other texts."""

    message_id: UUID
    language: Locale = Field(description="One of the site's")
    source: Annotated[str, Field(pattern=r"^[a-z]{2,3}$")] | None = Field(
        None, description="The language of the message as the browser detected it; without it, the service detects it"
    )


class TranslationAnswer(Output):
    text: str
    language: str | None = Field(description="The language of the message, where the service has detected it")


class Translator(Output):
    """The service that a message is sent to when its reader asks for a translation."""

    service: str
    company: str
    country: Country
    host: str

    @staticmethod
    def of(named: TranslationService | None, settings: ChatSettings) -> "Translator | None":
        """None where the document names no service, and where the installation's is another one."""
        host = urlsplit(settings.translator_url).hostname or ""
        is_sandbox = not settings.is_production and is_sandbox_host(host)
        if named is None or not host or not (host == named.host or is_sandbox):
            return None
        return Translator(**named.model_dump())


@translations.post("/chat-translation.php")
@endpoint()
async def post_translation(body: TranslateMessage) -> TranslationAnswer:
    """Translate a message that the caller received. Nothing is stored, and its sender is not told."""
    dependencies, site, member_id = wiring(), current_site(), caller().member_id
    if Translator.of(site.translation, dependencies.settings) is None:
        raise NotFound()
    if body.language not in site.locales:
        raise Invalid(field="language")
    found = await translate_message(
        dependencies.unit_of_work(),
        dependencies.translator,
        site.history_months,
        member_id,
        body.message_id,
        source=body.source,
        target=body.language,
    )
    return TranslationAnswer(text=found.text, language=found.language)
