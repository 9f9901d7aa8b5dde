"""Make, list and end discount codes: `python -m billing.discount_codes make SUMMER --percent 20 --by Ann`."""

import argparse
import sys
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from uuid import UUID

from shared.kit.core import log_security_event, read_date, set_up_logs, variable
from shared.kit.db import Database
from shared.sites import Money

from billing.domain.discount import Discount, Validity
from billing.security_events import Action
from billing.storage import BillingUnit
from billing.usecases.manage_discount_codes import CodeTaken, create_code, end_code, list_codes


def main(arguments: list[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    uow = BillingUnit(Database(variable("DATABASE_URL")))
    match given.command:
        case "make":
            return _make(uow, given)
        case "list":
            now = datetime.now(UTC)
            print("\n".join(line_of(discount, used, now) for discount, used in list_codes(uow)))
        case "end":
            is_ended = end_code(uow, given.code, given.by)
            if is_ended:
                log_security_event(Action.DISCOUNT_CODE_END, operator=given.by)
            print("ended" if is_ended else "there is no active code of this name")
    return 0


def line_of(discount: Discount, used: int, now: datetime) -> str:
    """One code with everything it asks for, in the order of the specification."""
    state = "ended" if not discount.is_active else "expired" if discount.is_expired(now) else "active"
    limits = [
        f"country {discount.country}" if discount.country else "",
        f"member {discount.member_id}" if discount.member_id else "",
        f"until {discount.expires_at:%Y-%m-%d %H:%M}Z" if discount.expires_at else "",
        f"from {discount.minimum.text} {discount.currency}" if discount.minimum else discount.currency or "",
        f"with {', '.join(discount.methods)}" if discount.methods else "",
        f"site {discount.site}" if discount.site else "",
        f"campaign {discount.campaign}" if discount.campaign else "",
        f"starts {discount.starts_at:%Y-%m-%d %H:%M}Z" if discount.starts_at else "",
        f"{discount.most_uses} uses in all" if discount.most_uses else "",
        f"budget {discount.budget.text} {discount.currency}" if discount.budget else "",
    ]
    words = [discount.validity.value, f"used {used}x", *(limit for limit in limits if limit)]
    return f"{discount.code:16}  {discount.percentage:>2} %  {state:7}  {'; '.join(words)}"


def _make(uow: BillingUnit, given: argparse.Namespace) -> int:
    if (given.minimum is not None or given.budget is not None) and given.currency is None:
        print("Not made: a minimum order and a budget need their currency.", file=sys.stderr)
        return 2
    try:
        discount = Discount(
            code=given.code,
            percentage=given.percent,
            claimed_as=given.code,
            validity=Validity(given.validity),
            country=given.country,
            member_id=given.member,
            expires_at=given.until,
            currency=given.currency,
            minimum=None if given.minimum is None else Money.of(given.minimum, given.currency),
            methods=tuple(given.methods) if given.methods else None,
            site=given.site,
            campaign=given.campaign,
            starts_at=given.start,
            most_uses=given.uses,
            budget=None if given.budget is None else Money.of(given.budget, given.currency),
        )
        create_code(uow, discount, given.by)
    except ValueError as problem:
        print(f"Not made: {problem}.", file=sys.stderr)
        return 2
    except CodeTaken:
        print("Not made: this code was given out before.", file=sys.stderr)
        return 1
    log_security_event(Action.DISCOUNT_CODE_MAKE, member_id=given.member, operator=given.by)
    print(line_of(discount, 0, datetime.now(UTC)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="make a code; each option is a restriction")
    make.add_argument("code", type=str.upper)
    make.add_argument("--percent", type=int, required=True, metavar="1-90")
    make.add_argument("--by", required=True, help="name of the operator")
    make.add_argument("--country", type=str.upper, help="for members of this country only, as NL")
    make.add_argument("--member", type=UUID, help="for this member only, by their id")
    make.add_argument("--until", type=_end_of, help="its last day (UTC), as 2026-12-31, or a time with its zone")
    make.add_argument("--currency", type=str.upper, help="for prices in this currency only, as EUR")
    make.add_argument("--minimum", type=_money, help="minimum order amount, as 19.99; needs --currency")
    make.add_argument("--validity", choices=[each.value for each in Validity], default=Validity.ONCE_PER_USER.value)
    make.add_argument("--methods", nargs="+", help="for these ways to pay only, as ideal paypal")
    make.add_argument("--site", help="for members of this brand only, by its key")
    make.add_argument("--campaign", default="", help="campaign shown at the marketing desk")
    make.add_argument("--start", type=_start_of, help="its first day (UTC), as 2026-12-01, or a time with its zone")
    make.add_argument("--uses", type=int, help="total number of uses")
    make.add_argument("--budget", type=_money, help="total of discounts; needs --currency")
    commands.add_parser("list", help="show all codes, the newest first")
    end = commands.add_parser("end", help="end a code")
    end.add_argument("code", type=str.upper)
    end.add_argument("--by", required=True, help="name of the operator")
    return parser


def _start_of(text: str) -> datetime:
    return _end_of(text) - (timedelta(days=1) if len(text) == len("2026-12-31") else timedelta())


def _end_of(text: str) -> datetime:
    if len(text) == len("2026-12-31"):
        return datetime.combine(read_date(text), time.min, UTC) + timedelta(days=1)
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a time needs its zone")
    return moment


def _money(text: str) -> Decimal:
    try:
        value = Decimal(text)
    except InvalidOperation as error:
        raise ValueError("no sum of money") from error
    if not value.is_finite() or value <= 0 or value >= 10**9 or value.as_tuple().exponent < -2:  # type: ignore[operator]
        raise ValueError("no sum of money")
    return value


if __name__ == "__main__":
    set_up_logs("billing", "operator")
    sys.exit(main())
