"""What the core can do without: each folder is a part of the product, told by one line in its list."""
