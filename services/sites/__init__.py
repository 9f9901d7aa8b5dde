"""The sites we run: one validated document per domain (`documents/*.yaml`; a ConfigMap in Kubernetes)."""

from sites.directory import SiteDirectory, UnknownSite
from sites.model import Amount, Company, Package, Site
from sites.payment_methods import PAYMENT_METHODS, PaymentMethod

__all__ = ["PAYMENT_METHODS", "Amount", "Company", "Package", "PaymentMethod", "Site", "SiteDirectory", "UnknownSite"]
