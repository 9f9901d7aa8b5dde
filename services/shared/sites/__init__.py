"""Sites: one validated document per brand (`documents/*.yaml`; a ConfigMap in Kubernetes)."""

from shared.sites.billable_items import (
    CALL,
    MESSAGE,
    OPENER,
    OPENER_LENGTH,
    PHOTO,
    VOICE,
    BillableItem,
    GiftName,
    Purpose,
)
from shared.sites.bookkeeping import Bookkeeping
from shared.sites.classifier import PhotoAction, PhotoClassifier, PhotoVerdict, VerificationModel
from shared.sites.directory import SiteDirectory, UnknownSite
from shared.sites.legal import Company
from shared.sites.model import Site
from shared.sites.money import MixedCurrencies, Money
from shared.sites.payment_methods import PAYMENT_METHODS, PaymentMethod
from shared.sites.prices import Gift, Icebreaker, Package

__all__ = [
    "CALL",
    "MESSAGE",
    "OPENER",
    "OPENER_LENGTH",
    "PAYMENT_METHODS",
    "PHOTO",
    "VOICE",
    "BillableItem",
    "Bookkeeping",
    "Company",
    "Gift",
    "GiftName",
    "Icebreaker",
    "MixedCurrencies",
    "Money",
    "Package",
    "PaymentMethod",
    "PhotoAction",
    "PhotoClassifier",
    "PhotoVerdict",
    "Purpose",
    "Site",
    "SiteDirectory",
    "UnknownSite",
    "VerificationModel",
]
