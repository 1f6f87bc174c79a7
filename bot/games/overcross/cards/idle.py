"""Advice where an effect of a card is of no use, though it can be carried out (A304)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.cards.nodes import Fault, NodePath, nodes
from bot.engine.language import gettext
from bot.games.overcross.cards.cards import AnyCard, Edit, Terrain
from bot.games.overcross.cards.words import Ability, ChangeNumbers, Forbid, Heal, Pieces
from bot.games.overcross.cards.words.pieces import OnPieces

_OWN_TURN = ("played", "activated", "deployed", "attached", "turn", "acts")
"""Triggers that come in the turn of the card's player, but of Edits on enemies and of Terrains."""
_OF_ATTACKS = ("acc", "dmg", "rng", "speed")
"""Numbers that a Character needs in its own turn alone."""


def idle_effects(card: AnyCard) -> Iterator[Fault]:
    """Yield the useless parts of a card: they end too early, or concern pieces that cannot exist."""
    for number, ability in enumerate(card.abilities):
        place: NodePath = ("abilities", number)
        if isinstance(card, Terrain) and card.obstructive and _of_who_is_inside(ability):
            sentence = gettext("nobody enters obstructive Terrain or stands inside: this never happens.")
            yield "A304", place, sentence
        for step, sentence in (*_too_short(card, ability), *_unharmed(ability)):
            yield "A304", (*place, *step), sentence


def _of_who_is_inside(ability: Ability) -> bool:
    """Whether an ability of a Terrain is set off by Characters inside, or is about them alone."""
    if ability.on in ("entered", "turn", "end-of-turn"):
        return True
    places = [node for _, node in nodes(ability) if isinstance(node, Pieces)]
    return bool(places) and all(each.inside and each.kind == ("character",) for each in places)


def _too_short(card: AnyCard, ability: Ability) -> Iterator[tuple[NodePath, str]]:
    """Yield what lasts for this turn, in which it cannot matter any more, or not to enemies."""
    chosen: set[str] = set()
    for place, node in nodes(ability):
        if isinstance(node, Forbid | ChangeNumbers) and node.until == "turn":
            if ability.on == "end-of-turn":
                yield place, gettext('the turn is as good as over: say until = "own-turn".')
            elif _in_own_turn(card, ability) and _of_enemies(node, chosen) and _of_own_turn(node):
                sentence = gettext(
                    'this ends with your turn, in which no enemy moves or attacks: say until = "own-turn".'
                )
                yield place, sentence
        elif isinstance(node, Pieces) and node.chooses_it:
            chosen.add(node.pieces)


def _in_own_turn(card: AnyCard, ability: Ability) -> bool:
    if isinstance(card, Edit) and (card.on == "enemy" or ability.bearers):
        return False
    return not isinstance(card, Terrain) and ability.on in _OWN_TURN


def _of_enemies(node: OnPieces, chosen: set[str]) -> bool:
    """Whether an effect is about enemies for certain, after such pieces were chosen."""
    if isinstance(node.to, Pieces):
        return node.to.pieces == "enemy"
    return node.to == "it" and chosen == {"enemy"}


def _of_own_turn(node: Forbid | ChangeNumbers) -> bool:
    """Whether what is forbidden or changed counts in the Character's own turn alone."""
    return isinstance(node, Forbid) or not node.defense


def _unharmed(ability: Ability) -> Iterator[tuple[NodePath, str]]:
    """Yield counters taken off a Character that has none yet."""
    for place, node in nodes(ability):
        if ability.on == "deployed" and isinstance(node, Heal) and node.to == "self":
            yield place, gettext("who is deployed has no counters yet.")
