"""Advice about useless effects of a card that could be carried out (A304)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.base.language import gettext
from bot.engine.cards.nodes import Fault, NodePath, nodes
from bot.games.overcross.cards.cards import AnyCard, Edit, Terrain
from bot.games.overcross.cards.words import Ability, ChangeNumbers, Forbid, Heal, Pieces
from bot.games.overcross.cards.words.pieces import OnPieces

_OWN_TURN = ("played", "activated", "deployed", "attached", "turn", "acts")
"""Triggers in the turn of the card's player, except for Edits on enemies and Terrains."""


def idle_effects(card: AnyCard) -> Iterator[Fault]:
    """Yield the useless parts of a card: they end too early, or concern impossible pieces."""
    for number, ability in enumerate(card.abilities):
        place: NodePath = ("abilities", number)
        if isinstance(card, Terrain) and card.obstructive and _of_who_is_inside(ability):
            sentence = gettext("no Character can enter obstructive Terrain or be inside: this never happens.")
            yield "A304", place, sentence
        for step, sentence in (*_too_short(card, ability), *_unharmed(ability)):
            yield "A304", (*place, *step), sentence


def _of_who_is_inside(ability: Ability) -> bool:
    """Whether an ability of a Terrain is triggered by Characters inside, or concerns only these."""
    if ability.on in ("entered", "turn", "end-of-turn"):
        return True
    places = [node for _, node in nodes(ability) if isinstance(node, Pieces)]
    return bool(places) and all(each.inside and each.kind == ("character",) for each in places)


def _too_short(card: AnyCard, ability: Ability) -> Iterator[tuple[NodePath, str]]:
    """Yield effects for this turn in which they cannot matter any more, or not for enemies."""
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
    """Whether an effect certainly concerns enemies, after such pieces were chosen."""
    if isinstance(node.to, Pieces):
        return node.to.pieces == "enemy"
    return node.to == "it" and chosen == {"enemy"}


def _of_own_turn(node: Forbid | ChangeNumbers) -> bool:
    """Whether the forbidden action or changed number counts only in the Character's own turn."""
    return isinstance(node, Forbid) or not node.defense


def _unharmed(ability: Ability) -> Iterator[tuple[NodePath, str]]:
    """Yield effects that remove counters from a Character that has none yet."""
    for place, node in nodes(ability):
        if ability.on == "deployed" and isinstance(node, Heal) and node.to == "self":
            yield place, gettext("a deployed Character has no counters yet.")
