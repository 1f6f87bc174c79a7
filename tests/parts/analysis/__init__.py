"""Tests of hints, reasons and reviews."""
