"""The latest events on the grid: attacks with squares and results, and moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.engine.decks import Card
from bot.games.overcross.cards.field import OFF
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.facts import NO_DIE
from bot.games.overcross.rules.view import OvercrossView


class Attack(NamedTuple):
    """An attack, and what came of it (OVC-18 to OVC-21)."""

    aimed: facts.Aimed
    origin: int
    """The attacker's square, or -1 if it is not known any more."""
    save: facts.SaveRolled | None = None
    counters: int = 0
    """How many were put on the target."""
    killed: bool = False


def attacks(view: OvercrossView, recent: Sequence[Any]) -> list[Attack]:
    """Return the attacks, the oldest first."""
    found: list[Attack] = []
    for at, fact in enumerate(recent):
        if isinstance(fact, facts.Aimed):
            found.append(Attack(fact, _stood(view, recent, at, fact.card)))
        elif found:
            found[-1] = _with(found[-1], fact)
    return found


def _with(attack: Attack, fact: Any) -> Attack:
    """Return an attack, completed by a later fact."""
    target = attack.aimed.target
    if isinstance(fact, facts.SaveRolled) and fact.card == target:
        return attack._replace(save=fact)
    if isinstance(fact, facts.Harmed) and (fact.card, fact.by) == (target, attack.aimed.card):
        return attack._replace(counters=fact.counters)
    if isinstance(fact, facts.Died | facts.Destroyed) and fact.card == target:
        return attack._replace(killed=True)
    return attack


def _stood(view: OvercrossView, recent: Sequence[Any], at: int, card: Card) -> int:
    """Return a Character's square at the time of a fact, by the facts before and after it, or the view."""
    for fact in reversed(recent[:at]):
        if (way := _way(fact, card)) is not None:
            return way[1]
    for fact in recent[at:]:
        if (way := _way(fact, card)) is not None:
            return way[0]
    return next((piece.square for piece in view.pieces if piece.card == card), OFF)


def _way(fact: Any, card: Card) -> tuple[int, int] | None:
    """Return from where to where a fact has brought a Character; None for another fact."""
    if getattr(fact, "card", None) != card:
        return None
    if isinstance(fact, facts.Moved):
        return fact.path[0], fact.path[-1]
    if isinstance(fact, facts.Teleported):
        return fact.origin, fact.square
    if isinstance(fact, facts.Deployed | facts.Redeployed):
        return OFF, fact.square
    return None


def roll_words(die: int, below: int) -> str:
    """Return a roll with the number that it had to be below: "2<4", "5≥4"; "" without a roll (OVC-18)."""
    if die == NO_DIE:
        return ""
    return f"{die}<{below}" if die < below else f"{die}≥{below}"


def ends_in(attack: Attack) -> str:
    """Return what came of an attack in marks: "2<4 · 5≥4 · −3", of a miss "5≥4"."""
    save = attack.save
    rolls = [
        roll_words(attack.aimed.die, attack.aimed.acc),
        roll_words(save.die, save.defense) if save is not None else "",
    ]
    harm = f"−{attack.counters}" if attack.counters else ""
    return " · ".join(filter(None, [*rolls, harm])) or ("0" if attack.aimed.hit else "×")


def ways(recent: Sequence[Any]) -> list[tuple[Card, tuple[int, ...]]]:
    """Return who moved, was pushed or teleported along which squares, the oldest first."""
    found: list[tuple[Card, tuple[int, ...]]] = []
    for fact in recent:
        if isinstance(fact, facts.Moved) and len(fact.path) > 1:
            found.append((fact.card, fact.path))
        elif isinstance(fact, facts.Teleported):
            found.append((fact.card, (fact.origin, fact.square)))
    return found
