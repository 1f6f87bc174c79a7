"""The cards of Neo-Combat: what is printed on them, their language, their checks."""
