"""Long runs that tell how far they came: `python -m tests.soak two-worlds|forged|cards`."""
