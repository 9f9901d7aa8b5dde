"""Facts of one member at the desk, beside the profile."""

from datetime import date, datetime
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import NotFound, Unavailable
from shared.kit.http import Input, Output, endpoint
from shared.sites import Money

from profiles.moderation.domain.account_facts import AccountFacts
from profiles.moderation.domain.payment_facts import PaymentFacts
from profiles.moderation.domain.staff_access import StaffAction
from profiles.moderation.ports import Accounts
from profiles.moderation.usecases.staff_access import record_view
from profiles.moderation.web.context import context_of, current_desk, current_site_key, wiring
from profiles.moderation.web.desk_models import ContextOut

member_facts = Blueprint("member_facts", __name__, url_prefix="/api")


class FactsQuery(Input):
    id: UUID


class DeviceFactsOut(Output):
    """A browser that is logged in, as coarse as the member sees it."""

    browser: str | None
    system: str | None
    since: datetime
    used_on: date


class AccountFactsOut(Output):
    site: str
    signed_up_at: datetime
    is_confirmed: bool = Field(description="Whether the address is confirmed")
    devices: list[DeviceFactsOut]

    @staticmethod
    def of(facts: AccountFacts) -> "AccountFactsOut":
        return AccountFactsOut(
            site=facts.site,
            signed_up_at=facts.signed_up_at,
            is_confirmed=facts.is_confirmed,
            devices=[
                DeviceFactsOut(browser=each.browser, system=each.system, since=each.since, used_on=each.used_on)
                for each in facts.devices
            ],
        )


class DeskMoneyOut(Output):
    value: str = Field(description="A decimal number, as in 19.99")
    currency: str

    @staticmethod
    def of(money: Money) -> "DeskMoneyOut":
        return DeskMoneyOut(value=money.text, currency=money.currency)


class PaymentFactOut(Output):
    id: UUID
    created_at: datetime
    method: str
    status: str
    amount: DeskMoneyOut
    returned: DeskMoneyOut | None = Field(description="What went back; null when nothing did")


class MethodFactOut(Output):
    kind: str
    brand: str | None
    last4: str | None
    saved_at: datetime
    removed: bool


class PaymentFactsAnswer(Output):
    """The newest 50 payments, and saved methods. No number, account or id of the provider."""

    payments: list[PaymentFactOut]
    methods: list[MethodFactOut]

    @staticmethod
    def of(facts: PaymentFacts) -> "PaymentFactsAnswer":
        return PaymentFactsAnswer(
            payments=[
                PaymentFactOut(
                    id=each.id,
                    created_at=each.created_at,
                    method=each.method,
                    status=each.status,
                    amount=DeskMoneyOut.of(each.amount),
                    returned=DeskMoneyOut.of(each.returned) if each.returned.minor else None,
                )
                for each in facts.payments
            ],
            methods=[
                MethodFactOut(
                    kind=each.kind,
                    brand=each.brand,
                    last4=each.last4,
                    saved_at=each.saved_at,
                    removed=each.is_removed,
                )
                for each in facts.methods
            ],
        )


class MemberFactsAnswer(Output):
    account: AccountFactsOut | None = Field(
        description="Null while identity does not answer, or has erased the account"
    )
    context: ContextOut | None = Field(description="Numbers of reports, warnings and sanctions")


@member_facts.get("/staff-facts.php")
@endpoint()
def get_member_facts(query: FactsQuery) -> MemberFactsAnswer:
    """Return sign-up, devices and numbers of a member that the caller has opened."""
    dependencies = wiring()
    record_view(dependencies.unit_of_work(), current_desk(), query.id, StaffAction.VIEW_FACTS)
    with dependencies.reads() as reads:
        context = context_of(reads, query.id, current_site_key())
    # Asked outside the transaction, so that a slow identity keeps no connection of the pool.
    account = _account(dependencies.desk_accounts, query.id)
    return MemberFactsAnswer(account=account, context=ContextOut.of(context) if context else None)


@member_facts.get("/staff-payments.php")
@endpoint()
def get_payments(query: FactsQuery) -> PaymentFactsAnswer:
    """Return the payments of a member that the caller has opened."""
    dependencies = wiring()
    record_view(dependencies.unit_of_work(), current_desk(), query.id, StaffAction.VIEW_PAYMENTS)
    return PaymentFactsAnswer.of(dependencies.payments.facts(query.id))


def _account(accounts: Accounts, member_id: UUID) -> AccountFactsOut | None:
    try:
        return AccountFactsOut.of(accounts.facts(member_id))
    except (NotFound, Unavailable):
        return None
