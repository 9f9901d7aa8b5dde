"""A provider that knows illegal pictures: those that a test names."""
