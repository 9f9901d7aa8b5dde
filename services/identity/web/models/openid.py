"""Request and response models of a log-in at the company's OpenID provider."""

from pydantic import Field
from shared.kit.http import Input, Output

from identity.web.models.accounts import User


class OpenIdOffer(Output):
    offered: bool


class OpenIdPageAnswer(Output):
    url: str = Field(description="the provider's page")


class FinishOpenId(Input):
    """`code` and `state` as they come with the browser from the provider; then `second_factor`, where it is due."""

    state: str | None = Field(None, max_length=200)
    code: str | None = Field(None, max_length=4000)
    second_factor: str | None = Field(None, max_length=40, description="a one-time code or a recovery code")


class OpenIdAnswer(Output):
    user: User | None = Field(description="null while a second factor is due")


class OpenIdLogOutAnswer(Output):
    url: str | None = Field(description="the provider's page that ends its own session")
