import secrets
from datetime import timedelta
from uuid import UUID

from shared.sites import Site

from billing.domain.discount import OFFER_PERCENTAGE, Discount
from billing.domain.wallet import Wallet
from billing.errors import DiscountNotFound
from billing.storage import BillingUnit
from billing.usecases.check_can_buy import check_can_buy
from billing.usecases.open_wallet import open_wallet
from billing.usecases.price_with_discount import find_discount, find_offer

STAY_OFFERED_FOR = timedelta(days=7)
MADE_BY = "delete-account"


def offer_to_stay(uow: BillingUnit, member_id: UUID, site: Site) -> Discount:
    """The discount of a member who is about to delete their account, on sites that give one (`delete_discount`).

    New members have their welcome offer. Others get a code of their own for their next purchase, once in the life of an
    account, valid for a week from the first time they are offered it. Raises DiscountNotFound, DiscountUsed,
    DiscountExpired or a refusal of `check_can_buy`: a discount that the member cannot use now is no offer, and its week
    does not begin.
    """
    if not site.company.delete_discount:
        raise DiscountNotFound()
    with uow:
        wallet = open_wallet(uow, member_id, site)
        check_can_buy(uow, wallet, site)
        offer = find_offer(uow, wallet)
        if offer is None:
            offer = _own_code(uow, wallet, site)
        uow.commit()
    return offer


def _own_code(uow: BillingUnit, wallet: Wallet, site: Site) -> Discount:
    # Of two requests at once the second finds the first one's.
    uow.wallets.lock(wallet.member_id)
    code = uow.discounts.code_of(wallet.member_id, MADE_BY)
    if code is None:
        # Random: one that follows from the member's id could be guessed, and made for others at the marketing desk.
        code = f"STAY-{secrets.token_hex(5).upper()}"
        made = Discount(
            code=code,
            percentage=OFFER_PERCENTAGE,
            claimed_as=code,
            member_id=wallet.member_id,
            expires_at=uow.now() + STAY_OFFERED_FOR,
        )
        uow.discounts.add_once(made, MADE_BY)
    return find_discount(uow, wallet, wallet.country or site.default_country, code)
