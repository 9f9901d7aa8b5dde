from typing import Any

import pytest
from shared.doctor import text_messages
from shared.doctor.finding import Installation


class Counted(Installation):
    """An installation whose database counts text messages by state."""

    def rows(self, *_: Any) -> list[tuple[Any, ...]]:
        """The counts of the environment."""
        return [(state, int(count)) for state, count in self.environ.items() if state.islower()]


@pytest.mark.parametrize(
    ("counts", "problems"),
    [
        ({}, []),
        ({"sent": "3", "delivered": "1"}, []),
        ({"sent": "3", "queued": "1"}, ["came for none of 3 within a week"]),
        ({"delivered": "10", "failed": "6"}, ["failed 6 times of 16 within a week"]),
    ],
)
def test_reports_that_do_not_come_and_messages_that_fail_are_faults(
    counts: dict[str, str], problems: list[str]
) -> None:
    installation = Counted({"SMS_PROVIDER": "46elks", **counts})

    assert [each.problem for each in text_messages.reports_were_seen(installation)] == problems
    assert list(text_messages.reports_were_seen(Counted({"SMS_PROVIDER": "adapter", **counts}))) == []
