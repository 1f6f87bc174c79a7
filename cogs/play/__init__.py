"""Playing by buttons: the panel, the own hand, parts of the board."""
