from datetime import timedelta

import pytest
from notifications.domain.mail import (
    ASKED_FOR,
    OF_THE_ACCOUNT,
    OF_THE_DESK,
    Addressee,
    Template,
    pause_after,
    pause_in_outage,
    reason_to_withhold,
)
from notifications.domain.preferences import Kind, default
from notifications.tests.fakes import an_addressee

DEMONSTRATION = "mila@pairwise.example"


def reason(
    template: Template,
    to: Addressee,
    *,
    is_wanted: bool = True,
    is_suppressed: bool = False,
    is_production: bool = False,
) -> str | None:
    return reason_to_withhold(
        template, to, is_wanted=is_wanted, is_suppressed=is_suppressed, is_production=is_production
    )


@pytest.mark.parametrize("template", list(Template))
def test_a_confirmed_member_gets_what_they_want(template: Template) -> None:
    assert reason(template, an_addressee()) is None


@pytest.mark.parametrize("template", [each for each in Template if each not in OF_THE_ACCOUNT])
def test_an_unconfirmed_address_gets_nothing_but_what_the_account_needs(template: Template) -> None:
    assert reason(template, an_addressee(is_confirmed=False)) == "unconfirmed"


@pytest.mark.parametrize("template", sorted(OF_THE_ACCOUNT))
def test_what_an_account_needs_is_not_withheld(template: Template) -> None:
    assert reason(template, an_addressee(is_confirmed=False), is_wanted=False, is_suppressed=True) is None


@pytest.mark.parametrize("template", [each for each in Template if each not in OF_THE_ACCOUNT])
def test_switches_and_suppressions_are_kept(template: Template) -> None:
    assert reason(template, an_addressee(), is_wanted=False) == "unwanted"
    assert reason(template, an_addressee(), is_suppressed=True) == "suppressed"


@pytest.mark.parametrize("template", list(Template))
def test_demonstration_members_get_only_what_they_ask_for_and_on_a_developers_machine(template: Template) -> None:
    to = an_addressee(DEMONSTRATION)

    assert reason(template, to) == (None if template in ASKED_FOR | OF_THE_DESK else "demonstration")
    assert reason(template, to, is_production=True) == "demonstration"


def test_pauses_grow_and_differ() -> None:
    assert pause_after(1) <= timedelta(seconds=30)
    assert max(pause_after(4) for _ in range(50)) > timedelta(minutes=2)
    assert max(pause_after(4) for _ in range(50)) <= timedelta(minutes=32)
    assert len({pause_in_outage() for _ in range(10)}) == 10


def test_only_marketing_waits_for_a_yes() -> None:
    assert [kind for kind in Kind if not default(kind).email] == [Kind.PROMOTIONS, Kind.WEEKLY_UPDATES, Kind.NEWS]
