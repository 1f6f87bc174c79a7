"""The codes of the checker and their meanings; docs/CARDS.md explains each, and a test checks that.

A game has additional ones (`bot.engine.cards.format.CardFormat.codes`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from bot.engine.cards.format import CardFormat

Severity: TypeAlias = Literal["error", "advice"]
"""An error keeps a set from being played with; advice says where a card goes beyond the designers' guide."""


def severity(code: str) -> Severity:
    """Return whether a code is of an error (E) or of advice (A)."""
    return "error" if code.startswith("E") else "advice"


class Code(msgspec.Struct, frozen=True):
    """A kind of finding."""

    severity: Severity
    meaning: str


_ERRORS = {
    # The file, before it is read
    "E001": "the file is too large",
    "E002": "the file is not text in UTF-8",
    "E003": "a hidden character stands in the file",
    "E004": "a line is too long",
    "E005": "brackets are nested too deep",
    "E006": "a dotted key has too many parts",
    "E007": "there are too many tables",
    "E008": "the file is not TOML, or no spreadsheet of cards",
    "E009": "there are too many cards",
    "E010": "there are too many ready decks",
    "E011": "there are more errors than are told",
    "E012": "cards are named in too many ways",
    "E013": "the file is a card set of another game",
    "E014": "the file is empty",
    # Its shape
    "E101": "an unknown key",
    "E102": "a key is missing",
    "E103": "a value of the wrong type",
    "E104": "an unknown word of the card language",
    "E105": "a number out of range",
    "E106": "a text is too short or too long",
    "E107": "a key or set number is not written as such",
    "E108": "a list is too short or too long",
    # Its texts
    "E201": "a text holds a hidden character or a line break",
    "E202": "a text holds a mention",
    "E203": "a text holds markup or a link",
    "E204": "a text begins or ends with a space, or has two in a row",
    # References
    "E301": "a set number is used twice",
    "E302": "the key of the set is taken",
    "E303": "the key of a ready deck is taken",
    "E306": "no card is meant",
    "E310": "the set is empty",
    # Its words in other languages
    "E321": "a word of a text that the set does not have",
    "E322": "a language that the bot does not speak",
    "E323": "two texts with the same word in a language",
    # What cards do
    "E402": "`chosen` before an opponent was chosen",
    "E403": "`rolled` before any roll",
    "E404": "a reroll outside a `roll` ability",
    "E405": "something other than a reroll in a `roll` ability",
    "E406": "dice or coins in an `always` ability",
    "E407": "a choice in an `always` ability",
    "E408": "a condition on power in an `always` ability",
    "E409": "an effect that happens once in an `always` ability",
    "E410": "an `always` ability that gives away hidden cards",
    "E411": "`top` without its number, or a number without `top`",
    "E412": "cards go into the deck from elsewhere than the discard pile",
    "E413": "a condition that can never hold",
    "E414": "a condition that always holds",
    "E415": "a card with too many parts",
    "E416": "a card that is nested too deep",
    "E417": "an effect that does nothing",
    "E418": "a key that means nothing here",
    "E419": "a trigger that never happens",
    "E420": "a cost that is not one's own",
    # Ready decks
    "E501": "a ready deck names an unknown card",
    "E502": "a ready deck is not legal",
}

_ADVICE = {
    "A001": "cards are counted with a most and no least",
    "A004": "letters that pictures of cards do not draw, or not everywhere",
    "A003": "a condition that is always or never true, or too long to be judged",
    "A002": "a text that spreadsheet programs change, or may have changed",
}

CODES: Mapping[str, Code] = {
    code: Code(severity(code), meaning) for code, meaning in (_ERRORS | _ADVICE).items()
}
"""Each code that every game has, with its severity and its meaning in a few words."""


def codes_of(format_: CardFormat) -> Mapping[str, Code]:
    """Return every code that can be found in the files of a game."""
    return {**CODES, **{code: Code(severity(code), meaning) for code, meaning in format_.codes.items()}}
