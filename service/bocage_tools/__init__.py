"""Developer tools. They run in a checkout and are not part of the wheel (decision 058)."""
