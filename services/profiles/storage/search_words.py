"""Columns of the search tables that have the words of a trait mask (`domain/bit_masks.py`)."""

from profiles.domain.bit_masks import WORDS

# Words without traits are null and take no space in rows and indexes.
WORD_COLUMNS = ("traits", *(f"traits_{number}" for number in range(2, WORDS + 1)))
