"""The latest events on the battlefield: attacks with their results, and moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules import facts


class Attack(NamedTuple):
    """A card that was played on a token, and what came of it."""

    seat: int
    card: int
    user: int
    """The token that used it, or -1."""
    target: int
    fended: bool = False
    """Whether it came to nothing."""
    damage: int = -1
    """The damage to the target; -1 if there is no damage, or none yet."""
    shown: int = -1
    """The varan that the target was revealed to be, or -1."""
    killed: bool = False


def attacks(recent: Sequence[Any]) -> list[Attack]:
    """Return the cards that were played on tokens, the oldest first."""
    found: list[Attack] = []
    for fact in recent:
        if isinstance(fact, facts.Played) and fact.target >= 0:
            found.append(Attack(fact.seat, fact.card, fact.user, fact.target))
        elif found:
            found[-1] = _told(found[-1], fact)
    return found


def _told(attack: Attack, fact: Any) -> Attack:
    """Return an attack, completed by a later fact."""
    if isinstance(fact, facts.Fended) and fact.target == attack.target:
        return attack._replace(fended=True)
    if isinstance(fact, facts.Hit) and fact.token == attack.target:
        return attack._replace(damage=fact.by)
    if isinstance(fact, facts.Revealed) and fact.token == attack.target:
        return attack._replace(shown=fact.varan)
    if isinstance(fact, facts.Killed) and fact.token == attack.target:
        return attack._replace(killed=True)
    return attack


def moves(recent: Sequence[Any]) -> list[facts.Moved]:
    """Return the moves, the oldest first."""
    return [fact for fact in recent if isinstance(fact, facts.Moved)]


def ends_in(attack: Attack, pool: Pool) -> str:
    """Return the result of an attack in one or two marks: "−2", "0", "A3"; "" for none."""
    if attack.shown >= 0 and attack.damage < 0:
        return pool.roster[attack.shown].id
    if attack.damage > 0:
        return f"−{attack.damage}"
    return "0" if attack.damage == 0 or attack.fended else ""
