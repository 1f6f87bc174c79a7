"""Verification of matches from their audits."""
