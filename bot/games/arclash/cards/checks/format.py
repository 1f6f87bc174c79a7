"""The format of Arclash's card files, for the check of card files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.base.language import N_, gettext
from bot.engine.cards.deciding import Limits
from bot.engine.cards.flow import Add
from bot.engine.cards.format import CardFormat
from bot.engine.cards.nodes import Fault, Node, NodePath, nodes
from bot.engine.cards.references import TABLES
from bot.games.arclash.cards.cards import AnyCard, CardSet, Character, Pool, Support, with_keywords
from bot.games.arclash.cards.words import VOCABULARY
from bot.games.arclash.cards.words.abilities import Ability, Forbid
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.cards.words.shield import Shield

_OF_SUPPORTS = ("played", "always", "end-of-battle", "roll")
_OF_CHARACTERS = (
    "start-of-turn",
    "advance",
    "start-of-battle",
    "support-played",
    "level-lost",
    "always",
    "end-of-battle",
    "roll",
)
_IN_BATTLE = ("start-of-battle", "played", "support-played", "level-lost")
_NO_TRIGGER = {
    "support": N_('a Support has no "{trigger}": it could be {triggers}.'),
    "character": N_('a Character has no "{trigger}": it could be {triggers}.'),
}


def ability_faults(card: AnyCard, ability: Ability) -> Iterator[Fault]:
    """Yield triggers that the card cannot have, and durations that its effects cannot have."""
    allowed = _OF_SUPPORTS if isinstance(card, Support) else _OF_CHARACTERS
    if ability.on not in allowed:
        sentence = gettext(_NO_TRIGGER[card.kind], trigger=ability.on, triggers=", ".join(allowed))
        yield "E401", ("on",), sentence
    elif card.level == 1 and ability.on == "advance":
        yield "E419", ("on",), gettext("no Character advances to a Level 1, so this never happens.")
    elif card.level == 4 and ability.on == "start-of-turn":
        sentence = gettext("a Level 4 goes down at the end of its turn, so that it never sees one start.")
        yield "E419", ("on",), sentence
    elif card.level == 4 and ability.on == "level-lost":
        sentence = gettext("the level that is lost is this card's own, so that it is not there any more.")
        yield "E419", ("on",), sentence
    for place, node in nodes(ability):
        if isinstance(node, Forbid) and ability.on not in _IN_BATTLE:
            sentence = gettext("Supports are played in the battle alone, so that nothing is forbidden here.")
            yield "E418", place, sentence
        if isinstance(node, Buff | Debuff | Shield):
            yield from _lasting_faults(card, ability, node, place)


def _lasting_faults(
    card: AnyCard, ability: Ability, node: Buff | Debuff | Shield, place: NodePath
) -> Iterator[Fault]:
    """Yield the durations that an effect cannot have."""
    if ability.on == "always":
        if node.until != "turn":
            sentence = gettext(
                'what an "always" ability does lasts as long as its card is there: leave it out.'
            )
            yield "E418", (*place, "until"), sentence
    elif node.until == "stack" and isinstance(card, Support):
        sentence = gettext('a Support is in no stack: say "turn" or "next-turn".')
        yield "E418", (*place, "until"), sentence
    elif node.until == "turn" and ability.on == "end-of-battle" and not isinstance(node, Shield):
        sentence = gettext('the battle is over and the turn as good as: say until = "next-turn".')
        yield "E417", place, sentence


_IN_THE_STACK = (
    "start-of-turn",
    "start-of-battle",
    "support-played",
    "level-lost",
    "always",
    "end-of-battle",
)


def limits(card: AnyCard, ability: Ability) -> Limits:
    """Return what a trigger says of the level: a stack with this Character has its level or a higher one."""
    if isinstance(card, Character) and ability.on == "advance":
        return {("level", "you"): (card.level, card.level)}
    if isinstance(card, Character) and ability.on in _IN_THE_STACK:
        return {("level", "you"): (card.level, 4)}
    return {}


def _advancements(card: AnyCard) -> Iterable[tuple[NodePath, Node]]:
    ways = card.advances if isinstance(card, Character) else ()
    return [(("advances", number), way) for number, way in enumerate(ways)]


def check_references(card_set: CardSet, base: Sequence[CardSet], add: Add) -> None:
    """Report references to missing things, and faults of ready decks; loaded by the first check of a file."""
    from bot.games.arclash.cards.checks import references

    references.check_references(card_set, base, add)


def advice(card: AnyCard) -> Iterator[Fault]:
    """Yield the points in which a card exceeds the guide; loaded by the first check of a file."""
    from bot.games.arclash.cards.checks import guide

    return guide.advice(card)


FORMAT = CardFormat(
    vocabulary=VOCABULARY,
    file=CardSet,
    cards=Pool.fields,
    tables={
        **TABLES,
        "Lineage": N_("the lineage"),
        "Support": N_("a Support"),
        "Advancement": N_("the advancement"),
        "Keyword": N_("the keyword"),
        "KeywordName": N_("the name of a keyword"),
        "Cards": N_("the cards"),
    },
    ability=ability_faults,
    references=check_references,
    advice=advice,
    further=_advancements,
    whole=with_keywords,
    limits=limits,
)
"""The content of a card, its places in a file, and its checks."""
