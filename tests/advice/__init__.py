"""Hints, reasons and reviews."""
