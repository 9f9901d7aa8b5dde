"""Fault injection under the reference load, and a consistency check afterwards."""
