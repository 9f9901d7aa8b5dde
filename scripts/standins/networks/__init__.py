"""Advertising networks that take postbacks, check their signatures and show what arrived."""
