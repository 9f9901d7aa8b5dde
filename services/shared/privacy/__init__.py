"""Data inventory of each table: purpose, legal basis, erasure, retention and export.

Retention jobs are in `shared.privacy.retain`, separately, so that web processes do not import the workers' modules.
"""

from shared.privacy.declare import (
    UNTIL_ERASED,
    Cascades,
    DataRecord,
    Deleted,
    DeletedAfter,
    ErasedBy,
    Exported,
    LegalBasis,
    NotExported,
    NotPersonal,
    Overwritten,
    Records,
    Retained,
    WhileNeeded,
)
from shared.privacy.erase import erase, erase_and_report
from shared.privacy.kit import KIT

__all__ = [
    "KIT",
    "UNTIL_ERASED",
    "Cascades",
    "DataRecord",
    "Deleted",
    "DeletedAfter",
    "ErasedBy",
    "Exported",
    "LegalBasis",
    "NotExported",
    "NotPersonal",
    "Overwritten",
    "Records",
    "Retained",
    "WhileNeeded",
    "erase",
    "erase_and_report",
]
