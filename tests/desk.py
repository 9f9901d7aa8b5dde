"""Logging in at a desk, as its demo accounts do: with a password and a code of the authenticator."""

import base64
import os
import subprocess
import sys
import time
from uuid import UUID

import psycopg
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from demo.logins import DEMO_PASSWORD, DESK_SECRET, login_of_marketing, logins_of_the_desk
from identity.one_time_codes import OneTimeCodes
from identity.storage.seed import Role, seed_desk
from runner.within import variables
from shared.kit.core import SealingKeys

from tests.member import PASSWORD, Member, until
from tests.product import Product

SECRET = base64.b32decode(DESK_SECRET)
STEP_SECONDS = 30
# A browser may have used a code of this step already.
TRIES = 3

# The step whose code each account was last logged in with.
_used_steps: dict[str, int] = {}


def log_in_marketer(member: Member) -> None:
    """A code is accepted once: one login every 30 seconds."""
    _log_in(member, login_of_marketing().email, DEMO_PASSWORD)


def log_in_moderator(member: Member, which: int = 0) -> None:
    _log_in(member, logins_of_the_desk()[which].email, DEMO_PASSWORD)


def become_marketer(product: Product, member: Member) -> Member:
    """Let a member who has confirmed work at the marketing desk of their brand, and log in with a second factor."""
    return _take_role(product, member, "marketer")


def become_support(product: Product, member: Member) -> Member:
    """Let a member who has confirmed work at the support desk, and log in with a second factor."""
    return _take_role(product, member, "support")


def become_writer(product: Product, member: Member) -> Member:
    """Let a member who has confirmed write for fictional profiles, and log in with a second factor."""
    return _take_role(product, member, "writer")


def become_owner(product: Product, owner: Member) -> Member:
    """Accept an operator's invitation to manage the accounts of staff, with a password and a second factor."""
    return _accept(product, owner, "--owner")


def become_finance(product: Product, person: Member) -> Member:
    """The same for somebody of finance."""
    return _accept(product, person, "--role", "finance")


def _accept(product: Product, owner: Member, *roles: str) -> Member:
    owner.email = f"{Member.new_id()}@example.com"
    command = [sys.executable, "-m", "identity.staff", "invite", *roles, "--by", "Test"]
    environment = os.environ | variables(product.instance, "identity") | {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([*command, "pairwise", owner.email, "Olga Owner"], env=environment, check=True, stdout=sys.stderr)
    links = until(lambda: [link for mail in owner.mails() for link in mail["links"] if "/desk/invitation#" in link])
    token = links[0].partition("token=")[2]
    shown = owner.call("POST", "desk-invitation", token=token)["secret"]
    secret = base64.b32decode(shown.replace(" ", "").upper())
    owner.call("PUT", "desk-invitation", token=token, password=PASSWORD, code=_code(_step(), secret))
    return owner


def _take_role(product: Product, member: Member, role: Role) -> Member:
    sealed = OneTimeCodes(SealingKeys(variables(product.instance, "identity")["AUTHENTICATOR_KEYS"])).seal_secret(
        SECRET
    )
    with psycopg.connect(product.instance.database_url("identity")) as connection:
        seed_desk(connection, UUID(member.id), sealed, role)
    _log_in(member, member.email, PASSWORD)
    return member


def _log_in(member: Member, email: str, password: str) -> None:
    """A code is accepted once, so this waits for the next one; wrong ones in a row would bar the account."""
    member.email = email
    for _ in range(TRIES):
        until(lambda: _step() > _used_steps.get(email, 0) or None)
        step = _used_steps[email] = _step()
        answer = member.http.post("/api/user.php", json={"email": email, "password": password, "code": _code(step)})
        if answer.is_success:
            return
    raise AssertionError(answer.text)


def _step() -> int:
    return int(time.time()) // STEP_SECONDS


def _code(step: int, secret: bytes = SECRET) -> str:
    return TOTP(secret, 6, SHA1(), STEP_SECONDS).generate(step * STEP_SECONDS).decode()  # noqa: S303 - RFC 6238 names SHA-1
