"""Advice from the computers: hints during a match, reasons for their actions, reviews of ended matches.

All of it is computed from views, in worker processes.
"""
