"""The branches of a card: all that can come of each part of its tree, each with its path in it.

Every word of the language has a line in `OUTCOMES`; a word without one is an error, so that none is left out
unseen. An ability that only lasts ("always") is never carried out, so its effects have no duration to end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from bot.games.arclash.cards import words as nodes
from bot.games.arclash.cards.cards import Advancement, AnyCard, Character, Pool
from bot.games.arclash.cards.words import Ability, Node


class Branch(NamedTuple):
    """Something that can come of a part of a card."""

    number: str
    path: str
    """Where the part stands: "abilities[0].then[1].test"; "" for the card itself."""
    outcome: str

    def __str__(self) -> str:
        return " ".join([part for part in self if part])


class Part(NamedTuple):
    """A node of a card's tree."""

    number: str
    path: str
    node: Node

    def branch(self, outcome: str) -> Branch:
        return Branch(self.number, self.path, outcome)


def own_branches(card: AnyCard) -> Iterator[Branch]:
    """What becomes of the card as a whole."""
    yield Branch(card.number, "", "in a stack" if isinstance(card, Character) else "played")


def parts_of(card: AnyCard) -> Iterator[Part]:
    """Every part of a card for which something can come of it."""
    if isinstance(card, Character):
        yield from _parts(card.number, "advances", card.advances)
    yield from _parts(card.number, "abilities", card.abilities)


def _parts(number: str, path: str, value: Any) -> Iterator[Part]:
    if isinstance(value, tuple):
        for place, one in enumerate(value):
            yield from _parts(number, f"{path}[{place}]", one)
    elif isinstance(value, Node) and not isinstance(value, _WHICH):
        yield Part(number, path, value)
        for field in value.__struct_fields__:
            yield from _parts(number, f"{path}.{field}", getattr(value, field))


_WHICH = (nodes.Filter, nodes.Cards)
"""They only say which cards are meant: what comes of that is told of the part that asks."""


def outcomes(node: Node, standing: bool) -> tuple[str, ...]:
    """Return what can come of a part; `standing` where it stands in an ability that lasts."""
    found = OUTCOMES[type(node)](node)
    return tuple([one for one in found if not (standing and one in ("over", "set off"))])


def branches_of(card: AnyCard) -> list[Branch]:
    """Return all branches of a card."""
    found = list(own_branches(card))
    standing = [f"abilities[{place}]" for place, one in enumerate(card.abilities) if one.on == "always"]
    for part in parts_of(card):
        always = any(part.path.startswith(path) for path in standing)
        found += [part.branch(outcome) for outcome in outcomes(part.node, always)]
    return found


def all_branches(pool: Pool) -> list[Branch]:
    """Return the branches of all cards of a pool."""
    return [branch for card in pool.cards.values() for branch in branches_of(card)]


def _counted(amount: Any) -> tuple[str, ...]:
    return ("within its bound", "cut at its bound") if amount.at_most else ("counted",)


def _level(level: nodes.LevelOf) -> tuple[str, ...]:
    """Of one Character there are four Levels at most: a bound that says no less never cuts anything."""
    most = HIGHEST * level.times
    return ("counted",) if level.whose != "opponents" and most <= level.at_most else _counted(level)


def _ability(ability: Ability) -> tuple[str, ...]:
    """An ability on a roll is no more than its reroll."""
    return () if ability.on == "roll" else ("set off",)


def _shield(shield: nodes.Shield) -> tuple[str, ...]:
    return ("done", "over", *[f"prevented {thing}" for thing in shield.against])


def _search(search: nodes.Search) -> tuple[str, ...]:
    return ("took", "took nothing of what it could", *["took all it may"] * (search.count > 1))


HIGHEST = 4
"""Level."""
_TESTED = ("true", "false")

OUTCOMES: Mapping[type, Callable[[Any], tuple[str, ...]]] = {
    Advancement: lambda way: ("taken",),
    Ability: _ability,
    nodes.DiscardCost: lambda cost: ("paid",),
    nodes.MillCost: lambda cost: ("paid",),
    nodes.HaveCost: lambda cost: ("paid",),
    nodes.LevelDownCost: lambda cost: ("paid",),
    nodes.Dice: _counted,
    nodes.Rolled: _counted,
    nodes.CountOf: _counted,
    nodes.LevelOf: _level,
    nodes.ScoreOf: _counted,
    nodes.PowerOf: _counted,
    nodes.Holds: lambda test: _TESTED,
    nodes.DieShows: lambda test: _TESTED,
    nodes.RolledWas: lambda test: _TESTED,
    nodes.CoinShows: lambda test: _TESTED,
    nodes.ScoreIs: lambda test: _TESTED,
    nodes.PowerIs: lambda test: _TESTED,
    nodes.LevelIs: lambda test: _TESTED,
    nodes.BattleWas: lambda test: _TESTED,
    nodes.Not: lambda test: _TESTED,
    nodes.AllOf: lambda test: _TESTED,
    nodes.AnyOf: lambda test: _TESTED,
    nodes.Buff: lambda buff: ("done", "over"),
    nodes.Debuff: lambda debuff: ("done", "over"),
    nodes.DrawCards: lambda draw: ("done",),
    nodes.Search: _search,
    nodes.DiscardCards: lambda discard: ("done",),
    nodes.LevelDown: lambda down: ("done",),
    nodes.Guess: lambda guess: ("right", "wrong"),
    nodes.Shield: _shield,
    nodes.DiscardDown: lambda down: ("done",),
    nodes.Cancel: lambda cancel: ("done",),
    nodes.Forbid: lambda forbid: ("done",),
    nodes.Score: lambda score: ("done",),
    nodes.Look: lambda queries: ("done",),
    nodes.Return: lambda back: ("done",),
    nodes.FreeAdvance: lambda advance: ("done",),
    nodes.Reroll: lambda reroll: ("used", "declined"),
    nodes.If: lambda branch: ("then", "otherwise"),
    nodes.May: lambda may: ("taken", "refused"),
    nodes.Choose: lambda choose: tuple([f"option {place + 1}" for place in range(len(choose.options))]),
}
"""What can come of each word of the language, where it is carried out or counted."""
