"""Translations: which of them are older than their English, and the glossaries they keep to."""
