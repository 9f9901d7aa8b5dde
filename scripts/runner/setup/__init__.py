"""Set-up: build the files that are not committed, each step only when its inputs have changed."""
