"""Good sentences for cards, generated from their data: what is printed on a card is what it does (ARC-18).

Each kind of node is told by one function, found in a table by its type; a further game's node is one function
and one line. The tables: `amounts.AMOUNTS`, `conditions.CONDITIONS`, `costs.COSTS`, `effects.SIMPLE` and
`branches.EFFECTS`. What a game calls its things is a `Terms`.

Every clause and every phrase is a message of its own (`bot.engine.language`). Other languages than English
inflect them, so a phrase is said in its case (`grammar`), a clause in its word order (`clauses`).
"""

from bot.engine.cards.text.abilities import LABEL_LENGTH, explain, label
from bot.engine.cards.text.amounts import describe_amount
from bot.engine.cards.text.branches import describe_effect
from bot.engine.cards.text.conditions import describe_condition
from bot.engine.cards.text.costs import describe_cost
from bot.engine.cards.text.filters import describe_filter
from bot.engine.cards.text.grammar import Noun
from bot.engine.cards.text.terms import Terms, Voice

__all__ = [
    "LABEL_LENGTH",
    "Noun",
    "Terms",
    "Voice",
    "describe_amount",
    "describe_condition",
    "describe_cost",
    "describe_effect",
    "describe_filter",
    "explain",
    "label",
]
