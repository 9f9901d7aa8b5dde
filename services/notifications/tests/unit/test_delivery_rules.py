from datetime import timedelta

import pytest
from notifications.domain.email import Recipient, outage_delay, reason_to_withhold, retry_delay
from notifications.domain.email_templates import EmailTemplate, Purpose
from notifications.domain.preferences import MARKETING, NotificationKind, default
from notifications.tests.fakes import a_recipient

DEMONSTRATION = "mila@pairwise.example"
OF_ACCOUNT = [each for each in EmailTemplate if each.rules.purpose in (Purpose.REQUEST, Purpose.ACCOUNT)]
OTHERS = [each for each in EmailTemplate if each not in OF_ACCOUNT]


def reason(
    template: EmailTemplate,
    to: Recipient,
    *,
    is_wanted: bool = True,
    is_suppressed: bool = False,
    is_production: bool = False,
) -> str | None:
    return reason_to_withhold(
        template, to, is_wanted=is_wanted, is_suppressed=is_suppressed, is_production=is_production
    )


@pytest.mark.parametrize("template", list(EmailTemplate))
def test_a_confirmed_member_gets_wanted_emails(template: EmailTemplate) -> None:
    assert reason(template, a_recipient()) is None


@pytest.mark.parametrize("template", OTHERS)
def test_an_unconfirmed_address_gets_only_emails_of_the_account(template: EmailTemplate) -> None:
    assert reason(template, a_recipient(is_confirmed=False)) == "unconfirmed"


@pytest.mark.parametrize("template", OF_ACCOUNT)
def test_emails_of_the_account_are_not_withheld(template: EmailTemplate) -> None:
    assert reason(template, a_recipient(is_confirmed=False), is_wanted=False, is_suppressed=True) is None


@pytest.mark.parametrize("template", OTHERS)
def test_switches_and_suppressions_are_respected(template: EmailTemplate) -> None:
    assert reason(template, a_recipient(), is_wanted=False) == "unwanted"
    assert reason(template, a_recipient(), is_suppressed=True) == "suppressed"


@pytest.mark.parametrize("template", list(EmailTemplate))
def test_demonstration_members_get_only_requests_and_decisions_outside_production(template: EmailTemplate) -> None:
    to = a_recipient(DEMONSTRATION)
    is_let_through = template.rules.purpose in (Purpose.REQUEST, Purpose.DECISION)

    assert reason(template, to) == (None if is_let_through else "demonstration")
    assert reason(template, to, is_production=True) == "demonstration"


def test_pauses_grow_and_differ() -> None:
    assert retry_delay(1) <= timedelta(seconds=30)
    assert max(retry_delay(4) for _ in range(50)) > timedelta(minutes=2)
    assert max(retry_delay(4) for _ in range(50)) <= timedelta(minutes=32)
    assert len({outage_delay() for _ in range(10)}) == 10


def test_only_marketing_is_off_by_default() -> None:
    assert (
        {kind for kind in NotificationKind if not default(kind).email}
        == MARKETING
        == {
            NotificationKind.PROMOTIONS,
            NotificationKind.WEEKLY_UPDATES,
            NotificationKind.NEWSLETTER,
        }
    )
