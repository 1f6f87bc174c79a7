"""Long runs that tell how far they came: `python -m measures.soak two-worlds|forged|cards`."""
