"""Reads card files within bounds and checks them: errors and advice with code, file, line and card (ARC-19).

Nothing of a file is ever run, and nothing in it is trusted: `read_card_set` takes any bytes at all.
"""

from bot.engine.cards.files.finding import CODES, Code, Finding, Severity, codes_of
from bot.engine.cards.files.reading import CardFile, ReadResult, check, check_together, read_card_set
from bot.engine.cards.files.tokens import SHIPPED, UPLOADED, Bounds

__all__ = [
    "CODES",
    "SHIPPED",
    "UPLOADED",
    "Bounds",
    "CardFile",
    "Code",
    "Finding",
    "ReadResult",
    "Severity",
    "check",
    "check_together",
    "codes_of",
    "read_card_set",
]
