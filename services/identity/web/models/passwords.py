"""Request and response models of passwords and addresses."""

from pydantic import Field
from shared.kit.http import Input


class AskReset(Input):
    email: str = Field(max_length=254)


class ResetPassword(Input):
    token: str = Field(max_length=200)
    password: str = Field(max_length=1000)


class ChangePassword(Input):
    old_password: str = Field(max_length=1000)
    password: str = Field(max_length=1000)


class AskChange(Input):
    email: str = Field(max_length=254)
    email_kept: bool = Field(False, description="The address is right, although `email_mistyped` suggests another one")
    password: str = Field(max_length=1000)


class UseToken(Input):
    token: str = Field(max_length=200)


class OwnPassword(Input):
    password: str = Field(max_length=1000)
