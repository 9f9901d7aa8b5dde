"""Fill a new instance with demo members: `python -m demo.seed --members N`.

Every service loads its own rows; this only hands out the same people to all of them. The marketing desk gets two months
of traffic. The databases' addresses come from DATABASE_URL_<SERVICE>, the portraits from PORTRAITS_DIR; MEDIA_URL is
where profiles looks for photos.
"""

import argparse
import base64
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from multiprocessing import Process
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import psycopg
from billing.storage.seed import SeedWallet
from billing.storage.seed import seed as seed_billing
from chat.storage.seed import SeedMember
from chat.storage.seed import seed as seed_chat
from identity.one_time_codes import OneTimeCodes
from identity.passwords import Argon2Passwords
from identity.storage.seed import SeedAccount, seed_desk
from identity.storage.seed import seed as seed_identity
from lander.storage.seed import seed as seed_lander
from likes.storage.seed import SeedLike
from likes.storage.seed import seed as seed_likes
from profiles.domain.fields import FIELDS
from profiles.domain.presence import some_time_that_day
from profiles.storage.seed import SeedPhoto, SeedProfile, id_of_answer
from profiles.storage.seed import seed as seed_profiles
from shared.kit.core import SealingKeys
from shared.registry import read_yaml
from shared.sites import SiteDirectory

from demo.logins import DEMO_PASSWORD, DESK_SECRET, login_of_marketing, logins_of_the_desk
from demo.people import DemoPerson, people
from demo.portraits import portraits
from demo.words import words

FREE_CREDITS, PREMIUM_CREDITS, ANSWERING_CREDITS = 6, 60, 500
FREE_MESSAGES, FREE_PHOTOS = 3, 3
LIKES_PER_LOGIN = 14
SITES = SiteDirectory()


def credits_of(person: DemoPerson) -> int:
    # Members that answer need credits for many messages.
    return ANSWERING_CREDITS if person.answers else PREMIUM_CREDITS if person.premium else FREE_CREDITS


def accounts(members: Iterable[DemoPerson], now: datetime) -> Iterator[SeedAccount]:
    # One hash for all: hashing a hundred thousand equal passwords would take hours and protect nothing.
    password_hash = Argon2Passwords().hash(DEMO_PASSWORD)
    for person in members:
        yield SeedAccount(
            member_id=person.id,
            site=person.site,
            email=person.email,
            name=person.display_name,
            password_hash=password_hash,
            locale=person.language,
            signed_up_at=now - timedelta(seconds=person.joined_seconds_ago),
            credits=credits_of(person),
            is_premium=person.premium,
        )


def profiles(members: Iterable[DemoPerson], now: datetime) -> Iterator[SeedProfile]:
    waiting = waiting_photos() if os.environ.get("DEMO_CASES") == "on" else []
    for person in members:
        photos = photos_of(person)
        if waiting and person.answers and person.premium and person.site == "pairwise" and len(photos) > 1:
            photos[-1] = replace(waiting.pop() or photos[-1], waits=True)
        yield SeedProfile(
            member_id=person.id,
            name=person.display_name,
            birth_date=person.birth_date,
            gender=person.gender,
            seeks=sorted(person.seeks),
            town_id=person.town_id,
            language=person.language,
            joined_at=now - timedelta(seconds=person.joined_seconds_ago),
            last_active_at=some_time_that_day(now - timedelta(seconds=person.active_seconds_ago)),
            interests=person.interests,
            said={name: getattr(person, name, None) for name in FIELDS},
            answers=person.prompt_answers,
            photos=photos,
            fictional=person.fictional,
            demonstration=person.demonstration,
            is_premium=person.premium,
            pool=SITES.pool_of(person.site),
        )


def photos_of(person: DemoPerson) -> list[SeedPhoto]:
    shown = gallery()[person.portrait][: person.photo_count if person.premium else min(person.photo_count, FREE_PHOTOS)]
    return [SeedPhoto(f"demo/{name}", thumbhash) for name, thumbhash in shown]


def waiting_photos() -> list[SeedPhoto | None]:
    """Photos for the desk to inspect, each in place of a member's last one. None: that one itself."""
    told = read_yaml(Path(__file__).parent / "cases.yaml")["waiting_photos"]
    return [SeedPhoto(f"demo/{gallery()[name][0][0]}", gallery()[name][0][1]) if name else None for name in told]


@cache
def gallery() -> dict[str, list[tuple[str, str]]]:
    """Name and thumbhash of every photo, by portrait."""
    return {
        one.name: [(f"{one.name}-{number}", thumbhash) for number, thumbhash in enumerate(one.photos, start=1)]
        for one in portraits()
    }


def wallets(members: Iterable[DemoPerson], now: datetime) -> Iterator[SeedWallet]:
    for person in members:
        yield SeedWallet(
            signed_up_at=now - timedelta(seconds=person.joined_seconds_ago),
            member_id=person.id,
            credits=credits_of(person),
            free_messages_left=0 if person.premium else FREE_MESSAGES,
            is_premium=person.premium,
            site=person.site,
        )


def chatters(members: Iterable[DemoPerson], _: datetime) -> Iterator[SeedMember]:
    for person in members:
        yield SeedMember(
            member_id=person.id,
            name=person.display_name,
            is_premium=person.premium,
            credits=credits_of(person),
            free_messages_left=0 if person.premium else FREE_MESSAGES,
            wallet_version=1,
            pool=SITES.pool_of(person.site),
            is_fictional=person.fictional,
        )


def likes(members: Iterable[DemoPerson], now: datetime) -> Iterator[SeedLike]:
    """Likes from matching members for the two demo logins: some recent and unseen, two of an answer of theirs."""
    everyone = list(members)
    for login in everyone[:2]:
        # A fictional profile likes nobody.
        near = [p for p in everyone[2:] if p.country == "NL" and not p.fictional]
        fitting = [p for p in near if p.gender in login.seeks and login.gender in p.seeks]
        chance = Random(login.email)
        chance.shuffle(fitting)
        for number, person in enumerate(fitting[:LIKES_PER_LOGIN]):
            given_at = now - timedelta(hours=number * 5 + 1)
            seen_at = None if number < 4 else now
            if number < len(openers := words(person.language)["openers"]):
                prompt = login.prompt_answers[0][0]
                part_id = id_of_answer(login.id, prompt)
                yield SeedLike(person.id, login.id, given_at, seen_at, part_id, openers[number])
            else:
                yield SeedLike(person.id, login.id, given_at, seen_at)


def open_the_desks() -> None:
    """Let three members work at the moderation desk, the third also at the desks of support and of fictional profiles,
    and one at the marketing desk, with an authenticator whose secret is in docs/commands.md.
    """
    secret = base64.b32decode(DESK_SECRET)
    codes = OneTimeCodes(SealingKeys(os.environ["AUTHENTICATOR_KEYS"]))
    with psycopg.connect(os.environ["DATABASE_URL_IDENTITY"]) as connection:
        *moderators, third = logins_of_the_desk()
        for staff in moderators:
            seed_desk(connection, staff.id, codes.seal_secret(secret), "staff")
        seed_desk(connection, third.id, codes.seal_secret(secret), "staff", "support", "writer")
        seed_desk(connection, login_of_marketing().id, codes.seal_secret(secret), "marketer")


def place_portraits() -> None:
    """Let profiles' media folder show the portraits, as if they had been uploaded."""
    media = Path(urlsplit(os.environ["MEDIA_URL"]).path)
    media.mkdir(parents=True, exist_ok=True)
    link = media / "demo"
    link.unlink(missing_ok=True)
    link.symlink_to(Path(os.environ["PORTRAITS_DIR"]).resolve(), target_is_directory=True)


Rows = Callable[[Iterable[DemoPerson], datetime], Iterable[Any]]
SEEDS: dict[str, tuple[Rows, Callable[[psycopg.Connection[Any], Iterable[Any]], None]]] = {
    "identity": (accounts, seed_identity),
    "profiles": (profiles, seed_profiles),
    "billing": (wallets, seed_billing),
    "chat": (chatters, seed_chat),
    "likes": (likes, seed_likes),
}


def fill(service: str, count: int, now: datetime) -> None:
    rows, load = SEEDS[service]
    started = time.monotonic()
    with psycopg.connect(os.environ[f"DATABASE_URL_{service.upper()}"]) as connection:
        load(connection, rows(people(count), now))
    print(f"{service}: {time.monotonic() - started:.1f} s", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--members", type=int, default=2000)
    count, now = arguments.parse_args().members, datetime.now(UTC)
    place_portraits()
    loading = [Process(target=fill, args=(service, count, now), name=service) for service in SEEDS]
    for process in loading:
        process.start()
    for process in loading:
        process.join()
    if failed := [process.name for process in loading if process.exitcode]:
        raise SystemExit(f"could not fill {', '.join(failed)}")
    open_the_desks()
    with psycopg.connect(os.environ["DATABASE_URL_LANDER"]) as connection:
        seed_lander(connection, "pairwise", login_of_marketing().id, now)


if __name__ == "__main__":
    main()
