"""The sites we run: one validated document per domain (`documents/*.yaml`; a ConfigMap in Kubernetes)."""

from sites.directory import SiteDirectory, UnknownSite
from sites.model import Amount, Company, Gift, Icebreaker, Package, Site
from sites.payment_methods import PAYMENT_METHODS, PaymentMethod
from sites.wares import MESSAGE, PHOTO, GiftName, Purpose, Ware

__all__ = [
    "MESSAGE",
    "PAYMENT_METHODS",
    "PHOTO",
    "Amount",
    "Company",
    "Gift",
    "GiftName",
    "Icebreaker",
    "Package",
    "PaymentMethod",
    "Purpose",
    "Site",
    "SiteDirectory",
    "UnknownSite",
    "Ware",
]
