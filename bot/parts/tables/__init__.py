"""Tables that servers add to those of the free table: files checked, joined with their cards, and kept."""
