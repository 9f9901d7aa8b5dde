"""Our hot paths beside their physical limit, in the same run. Ratios count: absolute times are the machine's."""
