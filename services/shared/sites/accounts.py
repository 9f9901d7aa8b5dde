"""Accounts at outside parties that are a brand's or a company's own, by the name that documents give them."""

import json
from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, TypeAdapter

from shared.sites.document import Document

AccountName = Annotated[str, Field(pattern=r"^([a-z0-9][a-z0-9-]{0,39})?$")]
SEPARATOR = ":"


class PaymentKeys(Document):
    """Keys of an account at payment providers; empty where it has none at one."""

    mollie: Annotated[str, Field(pattern=r"^((test|live)_\S+)?$", repr=False)] = ""
    mollie_reports: Annotated[str, Field(pattern=r"^(access_\S+)?$", repr=False)] = ""
    stripe: Annotated[str, Field(pattern=r"^(([sr]k_)?(test|live)_\S+)?$", repr=False)] = ""
    stripe_webhook: Annotated[str, Field(pattern=r"^([!-~]{16,})?( [!-~]{16,})*$", repr=False)] = ""


_KEYS: TypeAdapter[dict[str, PaymentKeys]] = TypeAdapter(
    dict[Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")], PaymentKeys]
)


def payment_accounts(text: str) -> Mapping[str, PaymentKeys]:
    """The accounts of a JSON object by name; none in a text that is no object, such as `none`. Raises ValueError."""
    return _KEYS.validate_python(json.loads(text)) if text.lstrip().startswith("{") else {}


_SERVERS: TypeAdapter[dict[str, str]] = TypeAdapter(
    dict[
        Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")],
        Annotated[str, Field(pattern=r"^smtps?://\S+$")],
    ]
)


def mail_accounts(text: str) -> Mapping[str, str]:
    """The SMTP addresses of a JSON object by account; none in a text that is no object. Raises ValueError."""
    return _SERVERS.validate_python(json.loads(text)) if text.lstrip().startswith("{") else {}


def at_account(provider: str, account: str) -> str:
    """The name of an account at a provider, under which payments are kept: `mollie`, or `mollie:iskra` of its own."""
    return f"{provider}{SEPARATOR}{account}" if account else provider


def account_in(provider: str) -> str:
    """The account in such a name; empty for the installation's."""
    return provider.partition(SEPARATOR)[2]
