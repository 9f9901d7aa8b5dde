"""Demo members: portraits, profiles, and replies to messages."""
