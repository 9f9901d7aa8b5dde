"""Limits of mails that anybody can ask for with an address, and of answers that tell whose an address is."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from servicekit.errors import RateLimited
from servicekit.web.rate_limit import Subjects, limiter, visitor
from servicekit.web.source import source

from identity.errors import AccountDeleted, EmailTaken
from identity.web.context import current_site, site_key
from identity.web.guessing import is_owners_device, owner_of


def take_mail(name: str, address: str, refusal: type[RateLimited]) -> None:
    """Count a request for a mail to this address.

    Strangers count with their network, so that none of them uses up what the owner may ask for; the owner's own devices
    count apart from both.
    """
    owner = owner_of(address)
    whose = f"{site_key()} {address}"
    subjects: Subjects = {"device": whose} if is_owners_device(owner) else {"recipient": f"{source()} {whose}"}
    limiter().take(name, subjects, refusal=refusal)


def may_tell(address: str) -> bool:
    """Whether the answer may differ for known and unknown addresses.

    Beyond the budget of `disclosure` a site with `account_disclosure: spec` answers as one with `neutral`: the truth
    goes by mail. So nobody is refused, and an attacker behind a shared network blocks no neighbour.
    """
    if current_site().account_disclosure == "neutral":
        return False
    return is_owners_device(owner_of(address)) or limiter().allows("disclosure", visitor())


@dataclass
class CountedSignUp:
    """How one sign-up may be answered, and what came of it."""

    may_tell: bool
    was_made: bool = False


@contextmanager
def count_sign_up() -> Iterator[CountedSignUp]:
    """Count a sign-up under `sign_up`, and its answer under `disclosure` where that says whose an address is.

    Both are counted before, and given back where nothing was made or nothing told. Raises RateLimited.
    """
    subjects = visitor()
    limiter().take("sign_up", subjects)
    is_spec = current_site().account_disclosure == "spec"
    counted = CountedSignUp(may_tell=is_spec and limiter().allows("disclosure", subjects))
    was_told = False
    try:
        yield counted
    except (EmailTaken, AccountDeleted):
        was_told = True
        raise
    finally:
        if not counted.was_made:
            limiter().give_back("sign_up", subjects)
        if counted.may_tell and not was_told:
            limiter().give_back("disclosure", subjects)
