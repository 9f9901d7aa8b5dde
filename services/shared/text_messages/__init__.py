"""Text messages (SMS): the client of their provider, proofs of its delivery reports, and telephone numbers."""
