"""The card files of Overcross, as the check of card files needs them."""

from __future__ import annotations

from bot.engine.cards.format import CardFormat
from bot.engine.cards.nodes import Node, Place
from bot.engine.language import N_
from bot.games.overcross.cards.cards import AnyCard, CardSet, Character, Pool
from bot.games.overcross.cards.checks import ability_faults, check_references
from bot.games.overcross.cards.guide import ADVICE, advice
from bot.games.overcross.cards.words import VOCABULARY


def _attacks(card: AnyCard) -> list[tuple[Place, Node]]:
    """Return the printed attacks of a card with their places on it."""
    attacks = card.attacks if isinstance(card, Character) else ()
    return [(("attacks", number), attack) for number, attack in enumerate(attacks)]


FORMAT = CardFormat(
    vocabulary=VOCABULARY,
    file=CardSet,
    cards=Pool.fields,
    tables={
        "CardSet": N_("the card set"),
        "Character": N_("a Character"),
        "Edit": N_("an Edit"),
        "Terrain": N_("a Terrain"),
        "Happening": N_("an Event"),
        "Attack": N_("an attack"),
        "Ability": N_("the ability"),
        "Pieces": N_("whom it is done to"),
        "Filter": N_("the filter"),
        "DeckList": N_("the deck list"),
    },
    codes={
        "E401": "a trigger of another kind of card",
        "E441": "something done to a kind of piece that it cannot be done to",
        "E442": "something that this kind of card does not have",
        "E443": "`rolled` without the faces of the die",
        "E444": "something that is so all the time elsewhere than in an `always` ability",
        "E445": "a cost that a Leader has, or another card has not",
        "E446": "a card that does nothing",
        "E447": "something done to who has died",
        **ADVICE,
    },
    ability=ability_faults,
    references=check_references,
    advice=advice,
    further=_attacks,
)
"""What is printed on a card, in which places of a file, and what is checked about it."""
