"""Credits, messages paid with them, and the payments that buy them."""
