"""The cards of Neo-Combat: their printed faces, their language, their checks."""
