"""Slightly changed cards (mutants): one number, word or part of a card is different.

The story of a card has to fail for each of them (`test_stories_notice`). Equivalent changes are left out:
`_SAME` lists them with their reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec.structs import fields, replace

from bot.engine.cards.nodes import Node
from bot.games.arclash.cards import words as nodes
from bot.games.arclash.cards.cards import Advancement, AnyCard, Pool, Support
from bot.games.arclash.cards.words.places import Filter

WRONG_WORD = "Nonesuch"
POWERS = 25
"""All changes of power are multiples of this, so a bound is changed by one of them."""
NOT_TOLD = ("number", "name", "lineage", "motif", "artist", "flavour")
"""Fields that do not affect play."""


class Twist(NamedTuple):
    """One change."""

    path: str
    before: Any
    after: Any
    node: Any
    """The node of the changed field; None for a removed part."""
    card: AnyCard
    """The card that contains it."""

    def __str__(self) -> str:
        return f"{self.path}: {self.before!r} -> {self.after!r}"


def twisted(card: AnyCard) -> Iterator[tuple[Twist, AnyCard]]:
    """Return every change of a card that must be noticed, with the changed card."""
    for twist, other in _of_node("", card, card):
        if not any(same(twist) for same in _SAME):
            yield twist, other


def pool_with(pool: Pool, card: AnyCard) -> Pool:
    """Return a pool with this card in place of the one with its number."""

    def exchanged(cards: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple([card if one.number == card.number else one for one in cards])

    return Pool(
        [replace(s, characters=exchanged(s.characters), supports=exchanged(s.supports)) for s in pool.sets]
    )


def _of_node(path: str, node: Node, card: AnyCard) -> Iterator[tuple[Twist, Any]]:
    for field in fields(node):
        if node is card and field.name in NOT_TOLD:
            continue
        value, where = getattr(node, field.name), f"{path}.{field.name}".removeprefix(".")
        for after in _others(node, field.name, value):
            yield Twist(where, value, after, node, card), replace(node, **{field.name: after})
        for twist, inner in _inside(where, value, card):
            yield twist, replace(node, **{field.name: inner})


def _inside(path: str, value: Any, card: AnyCard) -> Iterator[tuple[Twist, Any]]:
    """Return the changes inside a field."""
    if isinstance(value, Node):
        yield from _of_node(path, value, card)
    for place, one in enumerate(value) if isinstance(value, tuple) else ():
        here, before, after = f"{path}[{place}]", value[:place], value[place + 1 :]
        yield Twist(here, "there", "left out", None, card), before + after
        if isinstance(one, str):
            yield Twist(here, one, WRONG_WORD, None, card), (*before, WRONG_WORD, *after)
        for twist, inner in _inside(here, one, card):
            yield twist, (*before, inner, *after)


def _others(node: Node, name: str, value: Any) -> list[Any]:
    """Return other possible values of a field."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        step = POWERS if isinstance(node, nodes.PowerIs) else 1
        return [value + step, *[value - step] * (value >= step)]
    if isinstance(value, str):
        others = [other for other in _words_for(type(node), name) if other != value]
        return others or [WRONG_WORD] * bool(value)
    return [None] if name == "needs" and value is not None else []


@cache
def _words_for(kind: type, name: str) -> tuple[str, ...]:
    hint = get_type_hints(kind, include_extras=True)[name]
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    return get_args(hint) if get_origin(hint) is Literal else ()


def _field(twist: Twist) -> str:
    return twist.path.rpartition(".")[2]


def _never_read(twist: Twist) -> bool:
    """Fields that have no effect because of other fields."""
    field, node = _field(twist), twist.node
    return (
        (isinstance(node, nodes.Ability) and field == "once" and node.on != "roll")  # the others apply once
        or (isinstance(node, nodes.Search) and field == "top" and node.where != "top")
        or (isinstance(node, nodes.Search) and field == "to" and node.where != "discard")
        or (isinstance(node, nodes.DiscardCards) and field == "how" and node.zone == "deck")
        or (isinstance(node, nodes.DiscardCards) and field == "how" and node.whose == "you")
        or (isinstance(node, Filter) and not twist.before)
        or (field == "whose" and ".costs[" in twist.path)  # own cards, always
    )


def _same_range(twist: Twist) -> bool:
    """Bounds that no value reaches: dice show 1 or more, Levels are 1 to 4, no power is 0."""
    field, node, after = _field(twist), twist.node, twist.after
    if field == "at_least":
        least: dict[type, int] = {
            nodes.DieShows: 1,
            nodes.RolledWas: 1,
            nodes.LevelIs: 1,
            nodes.PowerIs: POWERS,
        }
        even = isinstance(node, nodes.DieShows) and node.parity == "even" and after == 2
        return even or bool(max(twist.before, after) <= least.get(type(node), 0))
    if field == "at_most" and isinstance(node, nodes.LevelOf):
        return bool(after > 4 * node.times)
    return field == "at_most" and isinstance(node, nodes.LevelIs) and min(twist.before, after) >= 4


def _same_parity(twist: Twist) -> bool:
    """A six is always even."""
    six = isinstance(twist.node, nodes.DieShows) and twist.node.at_least == twist.node.sides
    return _field(twist) == "parity" and six and twist.after == "even"


def _same_level(twist: Twist) -> bool:
    """The level below is the default, and naming it again changes nothing."""
    if isinstance(twist.node, Advancement) and _field(twist) == "level":
        return not twist.before and bool(twist.after == twist.card.level - 1)
    return ".which.level[" in twist.path and twist.path.startswith("advances") and twist.after == "left out"


def _same_time(twist: Twist) -> bool:
    """Effects that last as long as their card: of a Support for the turn, of an "always" permanently."""
    if _field(twist) != "until":
        return False
    place = int(twist.path.partition("[")[2].partition("]")[0])
    always = twist.card.abilities[place].on == "always"
    return always or (twist.card.kind == "support" and twist.after == "stack")


def _same_cards(twist: Twist) -> bool:
    """No Support is a [Gear] or a [Stone], so Supports in play and the stack have the same count."""
    node = twist.node
    only = isinstance(node, nodes.Cards) and node.which.word in ("Gear", "Stone")
    return only and (twist.before, twist.after) == ("stack", "play")


def _no_trigger_of_supports(twist: Twist) -> bool:
    """A Support has no ability triggered by Supports: the check of cards refuses it."""
    return twist.after == "support-played" and isinstance(twist.card, Support)


_SAME: tuple[Callable[[Twist], bool], ...] = (
    _never_read,
    _same_range,
    _same_parity,
    _same_level,
    _same_time,
    _same_cards,
    _no_trigger_of_supports,
)
"""Changes without a difference."""
