"""The key by which a program enters costs of a site, and does nothing else."""

from hashlib import sha256
from secrets import token_urlsafe

from shared.kit.core import NotFound

from lander.domain.marketing_action import Marketer, MarketingAction
from lander.storage import LanderUnit
from lander.usecases.change_network import CostImport, import_costs

KEY_BYTES = 32


def make_cost_key(uow: LanderUnit, marketer: Marketer) -> str:
    """Return a new key, which ends the earlier one. Only its hash is stored."""
    key = token_urlsafe(KEY_BYTES)
    with uow:
        uow.cost_keys.replace(marketer.site, _hash(key), marketer.member_id)
        uow.actions.record(marketer, MarketingAction("cost.key", marketer.site))
        uow.commit()
    return key


def revoke_cost_key(uow: LanderUnit, marketer: Marketer) -> None:
    """End the key; without one nothing is to do."""
    with uow:
        if not uow.cost_keys.revoke(marketer.site):
            return
        uow.actions.record(marketer, MarketingAction("cost.unkey", marketer.site))
        uow.commit()


def send_costs(uow: LanderUnit, site: str, key: str, text: str) -> CostImport:
    """Enter the costs of a file as `import_costs` does, by the name of who made the key. Raises NotFound."""
    with uow.reading() as reads:
        maker = reads.cost_keys.maker(site, _hash(key))
    if maker is None:
        raise NotFound()
    return import_costs(uow, Marketer(maker, site), text, through="key")


def _hash(key: str) -> bytes:
    # The key is random, so that a plain hash cannot be searched for it.
    return sha256(key.encode()).digest()
