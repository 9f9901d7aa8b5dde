"""`scripts/bench NAME --profile`: the cost of one message or one search page, by process, counted instead of timed."""
