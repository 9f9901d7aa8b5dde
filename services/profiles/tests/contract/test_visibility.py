"""The rules of visibility exist twice, in Python and as SQL, and agree in every state between two members."""

import json
from itertools import product
from pathlib import Path

import psycopg
from psycopg.sql import SQL
from shared.kit.core import Refusal

from profiles.domain.search import Criteria
from profiles.domain.traits import Gender
from profiles.domain.visibility import Visibility, check_may_open
from profiles.storage import ProfilesReads
from profiles.storage.visibility import may_be_opened
from profiles.tests.makers import Town

RULES = Path(__file__).resolve().parents[4] / "tests" / "contracts" / "visibility.json"


def test_python_and_sql_agree(town: Town) -> None:
    ann = town.woman()
    for flags in product((False, True), repeat=7):
        deleted, hidden, invisible, acquainted, they_block, i_block, known = flags
        bo = town.man()
        town.change(bo, state="deleted" if deleted else "active", hidden=hidden, invisible=invisible)
        if acquainted:
            town.acquaint(ann, bo)
        if they_block:
            town.block(bo, ann)
        if i_block:
            town.block(ann, bo)
        if known:
            town.hide_contact(*((ann, bo) if they_block else (bo, ann)))
        visibility = Visibility(False, deleted, hidden, invisible, acquainted, they_block, i_block, False, known)

        with ProfilesReads(town.database) as reads:
            profile = reads.profiles.find(ann, bo)
            _, found = reads.search.begin(ann, Criteria((Gender.MALE,), Gender.FEMALE), 100)
            walked = reads.search.page(ann, Criteria((Gender.MALE,), Gender.FEMALE), None, 100, few=False)
            shown = reads.cards.shown(ann, [bo])
            pairs = reads.cards.visible_pairs([(ann, bo)])
            counted = reads.search.count(ann, Criteria((Gender.MALE,), Gender.FEMALE))

        assert profile is not None
        assert profile.visibility == visibility
        assert (bo in [position.id for position in found]) == visibility.is_found
        assert (counted.value, walked) == (len(found), found)
        assert [card.id for card in shown] == ([bo] if visibility.is_shown else [])
        assert pairs == ({(ann, bo)} if visibility.is_shown else set())
        assert _may_open_by_sql(town, ann, bo) == _may_open(visibility)


def test_the_rules_are_those_every_service_follows() -> None:
    for case in json.loads(RULES.read_text()):
        visibility = Visibility(
            is_deleted=case.get("deleted", False),
            is_hidden=case.get("hidden", False),
            is_invisible=case.get("invisible", False),
            is_acquainted=case.get("conversation", False),
            blocks_viewer=case.get("they_block", False),
            is_blocked_by_viewer=case.get("i_block", False),
            is_known_contact=case.get("i_know", False) or case.get("they_know", False),
        )

        assert visibility.is_shown == case["is_shown"], case["why"]


def test_members_of_other_sites_are_not_there(town: Town) -> None:
    ann, bo, zofia = town.woman(), town.man(), town.man(pool=2)

    with ProfilesReads(town.database) as reads:
        profile = reads.profiles.find(ann, zofia)
        assert profile is not None
        assert profile.visibility == Visibility(is_elsewhere=True)
        assert not _may_open(profile.visibility)
        assert not _may_open_by_sql(town, ann, zofia)
        assert [card.id for card in reads.cards.shown(ann, [bo, zofia])] == [bo]
        assert [
            one.id for one in reads.search.page(ann, Criteria((Gender.MALE,), Gender.FEMALE), None, 10, few=False)
        ] == [bo]
        elsewhere = Criteria((Gender.MALE,), Gender.FEMALE, pool=2)
        assert [one.id for one in reads.search.page(ann, elsewhere, None, 10, few=False)] == [zofia]


def test_one_is_shown_to_oneself_and_not_found(town: Town) -> None:
    ann = town.woman(seeks=("female",))

    with ProfilesReads(town.database) as reads:
        assert [card.id for card in reads.cards.shown(ann, [ann])] == [ann]
        assert reads.search.page(ann, Criteria((Gender.FEMALE,), Gender.FEMALE), None, 10, few=False) == []


def _may_open(visibility: Visibility) -> bool:
    try:
        check_may_open(visibility, "Bo")
    except Refusal:
        return False
    return True


def _may_open_by_sql(town: Town, viewer: object, member: object) -> bool:
    query = SQL("SELECT FROM profiles p WHERE p.member_id = %(member)s AND ") + SQL(may_be_opened("p"))
    with psycopg.connect(town.database.dsn) as connection:
        return connection.execute(query, {"viewer": viewer, "member": member}).fetchone() is not None
