from flask import Blueprint
from shared.kit.http import Output, caller, endpoint, locale
from shared.sites import GiftName, Icebreaker, Site
from shared.sites.prompts import words_in

from chat.usecases.see_balance import see_balance
from chat.web.context import current_site, wiring

offers = Blueprint("offers", __name__, url_prefix="/api")


class GiftOut(Output):
    id: GiftName
    credits: int


class GiftsAnswer(Output):
    gifts: list[GiftOut]
    balance: int


class IcebreakerOut(Output):
    id: str
    text: str
    credits: int

    @staticmethod
    def of(line: Icebreaker, site: Site, language: str) -> "IcebreakerOut":
        text = words_in(line.words, language, site.domain_language)
        return IcebreakerOut(id=line.id, text=text, credits=line.credits)


class IcebreakersAnswer(Output):
    icebreakers: list[IcebreakerOut]
    balance: int


@offers.get("/gifts.php")
@endpoint()
def get_gifts() -> GiftsAnswer:
    """The gifts this site has, with their prices, and the caller's balance."""
    return GiftsAnswer(
        gifts=[GiftOut(id=gift.id, credits=gift.credits) for gift in current_site().gifts], balance=_balance()
    )


@offers.get("/icebreakers.php")
@endpoint()
def get_icebreakers() -> IcebreakersAnswer:
    """Opening lines in the caller's language, with their prices, and the caller's balance."""
    site = current_site()
    lines = [IcebreakerOut.of(line, site, locale()) for line in site.icebreakers]
    return IcebreakersAnswer(icebreakers=lines, balance=_balance())


def _balance() -> int:
    dependencies = wiring()
    return see_balance(
        dependencies.unit_of_work(), dependencies.billing, caller().member_id, current_site().message_credits
    )
