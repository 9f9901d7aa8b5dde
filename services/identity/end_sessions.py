"""End sessions after a breach: `python -m identity.end_sessions all|MEMBER_ID --by NAME`.

The members have to log in again. Their tokens are refused in every service within 60 s, also without NATS. Passwords
and second factors stay. See docs/breach-run-book.md.
"""

import argparse
import sys
from uuid import UUID

from shared.kit.core import log_security_event, set_up_logs

from identity.security_events import Action
from identity.usecases.end_sessions import end_every_session, end_sessions_of
from identity.wiring import read_settings, wire

EVERYONE = "all"


def main(arguments: list[str]) -> int:
    given = parser().parse_args(arguments)
    uow = wire(read_settings()).unit_of_work()
    if given.target == EVERYONE:
        ended = end_every_session(uow)
        log_security_event(Action.SESSION_END, operator=given.by, reason=EVERYONE)
    else:
        ended = end_sessions_of(uow, given.target)
        log_security_event(Action.SESSION_END, operator=given.by, member_id=given.target)
    print(f"{ended} sessions ended")
    return 0


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=_target, help="all, or a member's id")
    parser.add_argument("--by", required=True, help="name of the operator who decides it")
    return parser


def _target(text: str) -> UUID | str:
    return text if text == EVERYONE else UUID(text)


if __name__ == "__main__":
    set_up_logs("identity", "operator")
    sys.exit(main(sys.argv[1:]))
