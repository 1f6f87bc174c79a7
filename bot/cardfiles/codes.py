"""Every code of the checker and what it means; docs/CARDS.md explains each, which a test sees to."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from bot.games.arclash.guide import ADVICE


class Code(msgspec.Struct, frozen=True):
    """A kind of finding."""

    severity: Literal["error", "advice"]
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
    "E008": "the file is not TOML",
    "E009": "there are too many cards",
    "E010": "there are too many ready decks",
    "E011": "there are more errors than are told",
    "E012": "cards are named in too many ways",
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
    # What belongs together
    "E301": "a set number is used twice",
    "E302": "the key of the set is taken",
    "E303": "the key of a ready deck is taken",
    "E304": "the key of a lineage is taken",
    "E305": "there is no such lineage",
    "E306": "no card is meant",
    "E307": "an advancement that cannot be reached",
    "E308": "a Level 1 Character with advancements",
    "E309": "a Character above Level 1 without advancements",
    "E310": "the set is empty",
    # What cards do
    "E401": "a trigger of the other kind of card",
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

CODES: Mapping[str, Code] = MappingProxyType(
    {code: Code("error", meaning) for code, meaning in _ERRORS.items()}
    | {code: Code("advice", meaning) for code, meaning in ADVICE.items()}
)
"""Each code with its severity and its meaning in a few words."""
