"""The screens of a free table's panel."""
