"""Postbacks to networks about sign-ups and purchases.

`python -m lander.postbacks set pairwise northwind --host trk.example --hold-days 14
--template 'lead=https://trk.example/pb?cid={sub1}&tx={txid}'`, `list pairwise northwind`,
`test pairwise northwind lead`, `again pairwise ID`.
"""

import argparse
import os
import sys
from datetime import UTC, datetime
from uuid import UUID, uuid4

from shared.kit.core import Refusal, set_up_logs, variable
from shared.kit.db import Database

from lander.clients.networks import NetworkPostbacks
from lander.domain.network import Posting
from lander.domain.postback import METHODS, RANKS, checked_template, request_of, test_values
from lander.ports import PostbackSender
from lander.storage import LanderUnit

MOST_HOLD_DAYS = 90
LISTED = 100


class Refused(Exception):
    """The command is refused; the text says why."""


def main(arguments: list[str] | None = None, sender: PostbackSender | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        with LanderUnit(Database(variable("DATABASE_URL"))) as uow:
            print(_do(uow, given, sender or NetworkPostbacks(os.environ.get("NETWORKS_STAND_IN_URL"))))
            uow.commit()
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0


def _do(uow: LanderUnit, given: argparse.Namespace, sender: PostbackSender) -> str:
    match given.command:
        case "set":
            return _set(uow, given)
        case "test":
            return _test(uow, given, sender)
        case "again":
            goal = uow.postbacks.send_again(given.site, given.id)
            if goal is None:
                raise Refused("the site has no postback of this id that was sent or has failed")
            return f"{goal} is queued again, with the same transaction id"
    rows = uow.postbacks.newest(given.site, given.name, LISTED)
    return "\n".join(
        f"{row.created_at:%Y-%m-%d %H:%M}  {row.goal:9}  {row.state:8}  {row.code or '-'}  {row.milliseconds or 0} ms  "
        f"{row.tries} tries  {row.reason or ''}  {row.id}"
        for row in rows
    )


def _set(uow: LanderUnit, given: argparse.Namespace) -> str:
    templates = {}
    for text in given.template:
        goal, _, template = text.partition("=")
        if goal not in RANKS:
            raise Refused(f"a template begins with its goal and `=`: {', '.join(RANKS)}")
        try:
            templates[goal] = checked_template(template, given.host)
        except Refusal:
            raise Refused(
                f"{goal}: a template is an https address on one of the hosts; macros such as {{sub1}} stand behind it"
            ) from None
    if not 0 <= given.hold_days <= MOST_HOLD_DAYS:
        raise Refused(f"a hold is 0 to {MOST_HOLD_DAYS} days")
    if not uow.networks.post(
        given.site, given.name, Posting(given.host, templates, given.hold_days, method=given.method)
    ):
        raise Refused("the site does not have this network")
    return "changed"


def _test(uow: LanderUnit, given: argparse.Namespace, sender: PostbackSender) -> str:
    """Send one postback with test values at once. It is of no lead, so it is in no log."""
    terms = uow.postbacks.terms(given.site, given.name)
    if terms is None or given.goal not in terms.templates:
        raise Refused("the network has no template for this goal")
    values = test_values(given.goal, uuid4())
    answer = sender.send(request_of(terms, given.goal, values, datetime.now(UTC)), terms.hosts)
    if answer.is_refused:
        raise Refused("refused: the host has no public address")
    return f"{answer.code or 'no answer'} after {answer.milliseconds} ms"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    change = commands.add_parser("set", help="set all templates of a network at once; none posts nothing")
    listed = commands.add_parser("list", help="the newest postbacks of a network")
    test = commands.add_parser("test", help="send one with test values now")
    again = commands.add_parser("again", help="send one again, with its transaction id")
    for command in (change, listed, test, again):
        command.add_argument("site")
    for command in (change, listed, test):
        command.add_argument("name")
    change.add_argument("--host", action="append", default=[], help="may be given several times; no `*`")
    change.add_argument("--template", action="append", default=[], help="GOAL=URL; may be given several times")
    change.add_argument("--method", choices=METHODS, default="GET", help="a POST has the values of the URL in its body")
    change.add_argument("--hold-days", type=int, default=0, help="post payments so many days later")
    test.add_argument("goal", choices=list(RANKS))
    again.add_argument("id", type=UUID)
    return parser


if __name__ == "__main__":
    set_up_logs("lander", "postbacks")
    raise SystemExit(main())
