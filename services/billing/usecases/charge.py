from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import Refusal, fault_point
from shared.sites import MESSAGE, BillableItem, Purpose, SiteDirectory

from billing.domain.transfer import Transfer, TransferKind, refund_of
from billing.domain.wallet import Wallet
from billing.errors import ChargeWithdrawn, CreditsOwed, KeyReused, NotEnoughCredits, NotOffered, WalletFrozen
from billing.events.published import credits_changed
from billing.storage import BillingUnit
from billing.storage.charge import Charge
from billing.usecases.open_wallet import open_wallet

TRIES = 3


@dataclass(frozen=True)
class MessageToPay:
    """A message of a member to a partner; its id is the id of the charge.

    `agreed_credits` is the price that the member was shown, where it takes the place of the site's.
    """

    id: UUID
    member_id: UUID
    partner_id: UUID | None
    item: BillableItem = MESSAGE
    agreed_credits: int | None = None


def charge(
    uow: BillingUnit,
    sites: SiteDirectory,
    default_site: str,
    *,
    charge_id: UUID,
    member_id: UUID,
    partner_id: UUID | None,
    billable_item: BillableItem = MESSAGE,
    agreed_credits: int | None = None,
) -> tuple[int, Wallet]:
    """Pay for one message, once for its id: with a free message while there is one, else with credits.

    A photo, a voice message, a gift or an opening line is paid with credits alone, by the price of the member's site.
    Returns the cost and the wallet after it. Chat posts the message next; the charge of a refused message is
    refunded.
    Raises NotEnoughCredits, CreditsOwed, NotOffered, WalletFrozen, ChargeWithdrawn or KeyReused.
    """
    prices = _prices(sites, billable_item, agreed_credits)
    asked = Charge(charge_id, member_id, partner_id, billable_item, prices)
    for _ in range(TRIES):
        with uow.autocommit().lean() as each:
            (paid,) = each.ledger.charge_many([asked])
        if paid is not None:
            fault_point("billing.charge.committed")
            _announce_calls(uow, [(billable_item, paid)])
            return paid
        with uow:
            # The first message may arrive before MemberSignedUp; the member has the gift all the same.
            wallet = open_wallet(uow, member_id, sites.get(default_site))
            earlier = uow.ledger.find(charge_id)
            refunds = uow.ledger.made_for(refund_of(earlier).key) if earlier is not None else ()
            uow.commit()
        if earlier is not None:
            return _made_before(earlier, wallet, partner_id, billable_item, refunds)
        if wallet.is_frozen:
            raise WalletFrozen()
        if wallet.site not in prices:
            raise NotOffered()
        if not wallet.can_pay(prices[wallet.site], may_be_free=billable_item.may_be_free):
            break
        # The wallet was opened just now, or credits arrived in between: try again.
    raise CreditsOwed() if wallet.debt else NotEnoughCredits()


def charge_many(
    uow: BillingUnit, sites: SiteDirectory, default_site: str, messages: Sequence[MessageToPay]
) -> list[tuple[int, Wallet] | Refusal]:
    """As `charge` for each of these messages, by one statement and one commit for those that it can charge.

    The others are charged alone afterwards: those refused, those charged before, and a second message of one member.
    """
    first = list({message.member_id: message for message in reversed(messages)}.values())
    asked = [
        Charge(each.id, each.member_id, each.partner_id, each.item, _prices(sites, each.item, each.agreed_credits))
        for each in first
    ]
    with uow.autocommit().lean() as each:
        paid = dict(zip((message.id for message in first), each.ledger.charge_many(asked), strict=True))
    fault_point("billing.charge.committed")
    _announce_calls(uow, [(message.item, made) for message in first if (made := paid[message.id])])
    return [paid.get(message.id) or _charge_alone(uow, sites, default_site, message) for message in messages]


def _charge_alone(
    uow: BillingUnit, sites: SiteDirectory, default_site: str, message: MessageToPay
) -> tuple[int, Wallet] | Refusal:
    try:
        return charge(
            uow,
            sites,
            default_site,
            charge_id=message.id,
            member_id=message.member_id,
            partner_id=message.partner_id,
            billable_item=message.item,
            agreed_credits=message.agreed_credits,
        )
    except Refusal as refusal:
        return refusal


def _announce_calls(uow: BillingUnit, paid: Sequence[tuple[BillableItem, tuple[int, Wallet]]]) -> None:
    """Announce what charges of calls left: no MessageSent follows them. Of a process that dies before, it is announced
    when the charge is settled."""
    wallets = [wallet for item, (_, wallet) in paid if item.purpose is Purpose.CALL]
    if not wallets:
        return
    with uow:
        for wallet in wallets:
            uow.announce(credits_changed(wallet))
        uow.commit()


def _prices(sites: SiteDirectory, item: BillableItem, agreed: int | None) -> dict[str, int]:
    """By site, the agreed price or its own."""
    offered = {key: price for key, site in sites.items() if (price := site.credits_for(item)) is not None}
    return offered if agreed is None else dict.fromkeys(offered, agreed)


def _made_before(
    earlier: Transfer,
    wallet: Wallet,
    partner_id: UUID | None,
    billable_item: BillableItem,
    refunds: Sequence[Transfer],
) -> tuple[int, Wallet]:
    asked = (wallet.member_id, TransferKind.MESSAGE, partner_id, billable_item)
    if (earlier.member_id, earlier.kind, earlier.partner_id, earlier.billable_item) != asked:
        raise KeyReused(field="charge_id")
    if any(refund_of(earlier).explains(refund) for refund in refunds):
        raise ChargeWithdrawn()
    return -earlier.credits, wallet
