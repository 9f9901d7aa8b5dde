"""Portraits of people who do not exist, drawn from a seed: no photograph of anyone is used."""

from .cast import Model, cast
from .gallery import build, fingerprint

__all__ = ["Model", "build", "cast", "fingerprint"]
