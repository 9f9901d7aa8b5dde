"""Landing pages, and which visit led to which member."""
