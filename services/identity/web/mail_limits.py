"""Rate limits of mails that anybody can request for an address, and of answers that disclose accounts."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from shared.kit.core import RateLimited
from shared.kit.http import Subjects, limiter, source, visitor

from identity.errors import AccountDeleted, EmailTaken
from identity.web.context import current_site, site_key
from identity.web.guess_limits import is_owners_device, owner_of


def take_mail(name: str, address: str, refusal: type[RateLimited]) -> None:
    """Count a request for a mail to this address.

    Strangers are counted by network and address, and known devices of the owner separately, so that no stranger can use
    up the owner's limit.
    """
    owner = owner_of(address)
    mailbox = f"{site_key()} {address}"
    subjects: Subjects = {"device": mailbox} if is_owners_device(owner) else {"recipient": f"{source()} {mailbox}"}
    limiter().take(name, subjects, refusal=refusal)


def may_disclose(address: str) -> bool:
    """Whether the answer may differ for addresses with and without an account.

    Beyond the rate limit `disclosure` a site with `account_disclosure: spec` answers like one with `neutral`, and mails
    the result. So nobody is refused, and an attacker in a shared network does not block its other members.
    """
    if current_site().account_disclosure == "neutral":
        return False
    return is_owners_device(owner_of(address)) or limiter().allows("disclosure", visitor())


@dataclass
class CountedSignUp:
    """Whether the answer to a sign-up may disclose accounts, and whether an account was created."""

    may_disclose: bool
    was_made: bool = False


@contextmanager
def count_sign_up() -> Iterator[CountedSignUp]:
    """Count a sign-up under `sign_up`, and its answer under `disclosure` if it can disclose an account.

    Both are counted in advance, and undone if no account was created or disclosed. Raises RateLimited.
    """
    subjects = visitor()
    limiter().take("sign_up", subjects)
    is_spec = current_site().account_disclosure == "spec"
    counted = CountedSignUp(may_disclose=is_spec and limiter().allows("disclosure", subjects))
    was_disclosed = False
    try:
        yield counted
    except (EmailTaken, AccountDeleted):
        was_disclosed = True
        raise
    finally:
        if not counted.was_made:
            limiter().give_back("sign_up", subjects)
        if counted.may_disclose and not was_disclosed:
            limiter().give_back("disclosure", subjects)
