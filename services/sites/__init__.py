"""The sites we run: one validated document per domain (`documents/*.yaml`; a ConfigMap in Kubernetes)."""

from sites.directory import SiteDirectory, UnknownSite
from sites.model import Amount, Company, Package, Site

__all__ = ["Amount", "Company", "Package", "Site", "SiteDirectory", "UnknownSite"]
