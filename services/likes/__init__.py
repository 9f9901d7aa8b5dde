"""Who likes whom, and who matches."""
