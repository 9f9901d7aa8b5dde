"""Set-up: build what is not committed, each step only when its inputs have changed."""
