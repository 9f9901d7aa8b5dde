"""The service that translates messages of a site."""

from typing import Annotated

from pydantic import Field

from shared.sites.document import Country, Document

ServiceHost = Annotated[str, Field(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)*$", max_length=200)]


class TranslationService(Document):
    """A service as members are told of it before a message is sent there. No other host gets one."""

    service: str = Field(min_length=1, max_length=40, description="Its name: LibreTranslate")
    company: str = Field(min_length=1, max_length=80, description="Who runs it")
    country: Country = Field(description="Where the texts are processed")
    host: ServiceHost = Field(description="The host of TRANSLATOR_URL; with another one nothing is translated")
