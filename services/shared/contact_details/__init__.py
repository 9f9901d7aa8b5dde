"""Contact details in a text: telephone numbers, mail addresses, accounts elsewhere, links.

Rules in this process; no other service reads the text. Hints to readers share the numbers (`numbers.py`).
"""

from shared.contact_details.addresses import FOREIGN, names_address
from shared.contact_details.details import ContactDetail, contact_details_in
from shared.contact_details.hints import Hint, hints_in
from shared.contact_details.numbers import holds_number
from shared.contact_details.plain import LATIN_LETTER, as_it_looks, latin_shape, latin_shapes, plain

__all__ = [
    "FOREIGN",
    "LATIN_LETTER",
    "ContactDetail",
    "Hint",
    "as_it_looks",
    "contact_details_in",
    "hints_in",
    "holds_number",
    "latin_shape",
    "latin_shapes",
    "names_address",
    "plain",
]
