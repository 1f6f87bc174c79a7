"""The cost formula as advice for card designers (../shared/rules/overcross-cards.md).

All of it is advice: a card that violates it is playable. Cards with effects without a price are not judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor, sqrt

from bot.base.language import gettext
from bot.engine.cards.nodes import EffectNode, Fault, NodePath, nodes
from bot.games.overcross.cards.cards import AnyCard, Character, Edit, Happening, Terrain
from bot.games.overcross.cards.printed import Attack
from bot.games.overcross.cards.words import (
    Ability,
    ChangeNumbers,
    Choose,
    Damage,
    DiscardCards,
    DrawCards,
    Forbid,
    Heal,
    If,
    May,
    Pieces,
    Recover,
)
from bot.games.overcross.cards.words.pieces import OnPieces

# Advice about useless effects of a card that could be carried out (A304).


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
            # Forbidden actions and other numbers than DEF count only in the Character's own turn.
            elif (
                _in_own_turn(card, ability)
                and _of_enemies(node, chosen)
                and (isinstance(node, Forbid) or not node.defense)
            ):
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


def _unharmed(ability: Ability) -> Iterator[tuple[NodePath, str]]:
    """Yield effects that remove counters from a Character that has none yet."""
    for place, node in nodes(ability):
        if ability.on == "deployed" and isinstance(node, Heal) and node.to == "self":
            yield place, gettext("a deployed Character has no counters yet.")


_SIZES = {"m": 1.5, "M": 1.0, "F": 0.7}
_OTHERS = 0.35
"""The weight of attacks other than the best one."""
_HIGHEST = 6
"""The highest play cost."""


def advice(card: AnyCard) -> Iterator[Fault]:
    """Yield useless parts of a card, and costs that differ by more than 1 from the formula.

    Costs are not checked for Leaders, for play costs of Legends, and for cards with effects without a price.
    """
    yield from idle_effects(card)
    yield from _sweeps(card)
    yield from _chains(card)
    if _harms_its_side(card):
        yield "A307", ("abilities",), gettext("this harms only your own side: say for whom each effect is.")
    value = None if card.mark == "leader" else value_of(card)
    if value is None:
        return
    deck, play = fair_costs(value)
    deck = max(deck, 1)
    if abs(card.deck - deck) > 1:
        sentence = gettext(
            "by the formula its deck cost is {fair}, and it is {cost}.", fair=deck, cost=card.deck
        )
        yield "A301", ("deck",), sentence
    if abs(card.play - play) > 1 and card.mark != "legend":
        sentence = gettext(
            "by the formula its play cost is {fair}, and it is {cost}.", fair=play, cost=card.play
        )
        yield "A302", ("play",), sentence


def _harms_its_side(card: AnyCard) -> bool:
    """Whether all that an Event does is bad for its own side."""
    effects = [node for each in card.abilities for _, node in nodes(each) if isinstance(node, EffectNode)]
    leaves = [each for each in effects if not isinstance(each, If | May | Choose)]
    return card.kind == "event" and bool(leaves) and all(_is_harm(each) for each in leaves)


def _is_harm(effect: EffectNode) -> bool:
    if isinstance(effect, DiscardCards):
        return str(effect.whose) == "you"
    return isinstance(effect, Damage) and isinstance(effect.to, Pieces) and effect.to.pieces == "friend"


def unjudged(card: AnyCard) -> bool:
    """Whether the formula says nothing of a card's costs: it does something that has no price."""
    return card.mark != "leader" and value_of(card) is None


_ON_A_GRID, _NEAR = 3, Fraction(3, 2)
"""The number of Characters that an effect on all of them is assumed to meet, anywhere and near a place."""
_DEADLY = 6
"""The number of counters beyond which more make no difference."""


def _sweeps(card: AnyCard) -> Iterator[Fault]:
    """Yield damage to all enemies that is worth more than twice the deck cost."""
    for number, ability in enumerate(card.abilities):
        for place, effect in nodes(ability, ("abilities", number)):
            to = getattr(effect, "to", None)
            if (
                not isinstance(to, Pieces)
                or to.how != "all"
                or "character" not in to.kind
                or to.pieces == "friend"
            ):
                continue
            by = effect.by if isinstance(effect, Damage) else getattr(effect, "counters", 0)
            if not isinstance(by, int):
                continue
            met = _NEAR if to.within or to.inside or to.genre or to.unhurt else _ON_A_GRID
            value = floor(min(by, _DEADLY) * met)
            if card.deck and value > 2 * card.deck:
                sentence = gettext(
                    "of about {met} Characters each takes {by} counters: that is worth {value} points, and"
                    " the deck cost is {cost}.",
                    met=ceil(met), by=by, value=value, cost=card.deck,
                )  # fmt: skip
                yield "A305", place, sentence


def _chains(card: AnyCard) -> Iterator[Fault]:
    """Yield damage to others by who is damaged: another copy of the card answers it, of either player."""
    for number, ability in enumerate(card.abilities):
        if ability.on != "damaged" or ability.once:
            continue
        for place, effect in nodes(ability, ("abilities", number)):
            if isinstance(effect, Damage) and isinstance(effect.to, Pieces) and "character" in effect.to.kind:
                yield (
                    "A306",
                    place,
                    gettext(
                        "who is damaged by this may have the same ability, so that one sets off the other"
                        " until all are dead: say once = true."
                    ),
                )


def fair_costs(value: float) -> tuple[int, int]:
    """Return the deck cost and the play cost of a value; halves are rounded up."""
    return floor(value + 0.5), min(max(ceil(value / 3), 1), _HIGHEST)


def value_of(card: AnyCard) -> float | None:
    """Return the value of a card; None if it has an effect without a price."""
    if isinstance(card, Character):
        return _character(card)
    if isinstance(card, Terrain):
        # The value of a Terrain; of its abilities only harm has a price.
        if any(not _harms(ability) for ability in card.abilities):
            return None
        return 1 + card.radius + (card.obstructive or card.blocks) + bool(card.abilities)
    return _priced(card)


def _character(card: Character) -> float:
    toughness = 3 / (7 - card.defense)
    mobility = 0.7 + 0.1 * card.speed
    attack = sum(
        [
            value * (_OTHERS if place else 1)
            for place, value in enumerate(sorted([attack_value(each) for each in card.attacks], reverse=True))
        ]
    )
    return 4 * attack * sqrt(toughness) * mobility + 1.5 * toughness + 1.2 * card.worth / 2


def attack_value(attack: Attack) -> float:
    """Return the value of an attack: its mean damage, weighted by reach and size."""
    hits = (attack.acc - 1) / 6 if attack.acc else 1
    # The value of a reach; a star counts as aim, one without rng reaches everything.
    if attack.reach == "fist":
        reach = 1.0
    elif attack.rng and attack.rng <= 3:
        reach = 1.3
    else:
        reach = 1.6 if attack.rng and attack.rng <= 5 else 1.9
    return attack.dmg * hits * 0.5 * reach * _SIZES[attack.size]


def _harms(ability: Ability) -> bool:
    return all(isinstance(effect, Damage) for effect in ability.then)


def _priced(card: Edit | Happening) -> float | None:
    """Return the value of an Edit or an Event; None if any part has no price."""
    total = Fraction()
    for ability in card.abilities:
        if ability.needs is not None or ability.on not in _PRICED:
            return None
        for effect in ability.then:
            price = _price(effect, lasting=ability.on == "always")
            if price is None:
                return None
            total += price
    return float(total)


_PRICED = ("played", "activated", "always")
"""Triggers of abilities with a price: one-time and static ones."""


def _price(effect: EffectNode, *, lasting: bool) -> Fraction | None:
    """Return the price of an effect: 1 for a counter, 1.5 for a card; None if it has no price."""
    to = getattr(effect, "to", None)
    if isinstance(to, Pieces) and to.how == "all":
        return None
    own, theirs = _whose(to)
    match effect:
        case Damage(by=int(by)):
            return Fraction(-by if own else by)
        case Heal(by=int(by)):
            return Fraction(-by if theirs else by)
        case DrawCards(count=int(count)):
            return Fraction(3 * count, 2) * (1 if effect.whose == "you" else -1)
        case DiscardCards(count=int(count)):
            return Fraction(3 * count, 2) * (-1 if effect.whose == "you" else 1)
        case Recover(count=count, to="hand"):
            return Fraction(3 * count, 2)
        case ChangeNumbers():
            return _changes(effect, lasting=lasting)
    return None


def _whose(to: object) -> tuple[bool, bool]:
    """Return whether an effect concerns one's own Characters for certain, and whether enemies."""
    if isinstance(to, Pieces):
        return to.pieces == "friend", to.pieces == "enemy"
    return to == "self", False


def _changes(effect: ChangeNumbers, *, lasting: bool) -> Fraction | None:
    """Return the price of changed numbers: only of acc, defense and speed, and only for all attacks."""
    if effect.dmg or effect.rng or effect.attacks or effect.against or (effect.speed and not lasting):
        return None
    step = Fraction(5, 2) if lasting else Fraction(1)
    if _whose(effect.to)[0]:
        return (effect.acc + effect.defense) * step + effect.speed
    return (abs(effect.acc) + abs(effect.defense)) * step + abs(effect.speed)
