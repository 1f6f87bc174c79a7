"""Long runs that report their progress: `python -m measures.soak two-worlds|forged|cards`."""
