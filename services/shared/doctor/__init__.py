"""Checks of a release before and after it opens: `python -m shared.doctor` (docs/going-live.md).

Each file has checks of one kind. `CHECKS` of `catalogue.py` lists them by name.
"""
