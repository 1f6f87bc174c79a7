"""What card files of Arclash are checked for: references, the designers' guide (ARC-16, ARC-17, ARC-19)."""
