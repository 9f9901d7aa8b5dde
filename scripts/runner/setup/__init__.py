"""Makes everything that is not committed, each piece only when what it is made from has changed."""
