"""The cards that came to a hand and into play, and their effects, derived from facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.cards.deckbuilding import Strength
from bot.engine.cards.rules import CardsSeen
from bot.engine.contract import Fact, Seat
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.state import NeoState


def dealt(state: NeoState, pool: Pool) -> CardsSeen:
    """Return the hands and teams in a setup state; none yet if there is a draft."""
    hands = [(seat, pool.actions[card].number) for seat, hand in enumerate(state.hands) for card in hand]
    size = len(state.varans) // state.seats
    teams = [(place // size, pool.roster[varan].number) for place, varan in enumerate(state.varans)]
    return CardsSeen([*hands, *teams], teams)


def to_hand(fact: Fact, pool: Pool) -> Sequence[tuple[Seat, str]]:
    """Return the drawn action cards and the varans of a team, as far as the fact reveals them."""
    if isinstance(fact, facts.Drew):
        return [(fact.seat, pool.actions[card].number) for card in fact.cards]
    return _team(fact, pool)


def into_play(fact: Fact, pool: Pool) -> Sequence[tuple[Seat, str]]:
    """Return the action card that was played or used as an answer, and the varans that were placed."""
    if isinstance(fact, facts.Played | facts.Defended):
        return ((fact.seat, pool.actions[fact.card].number),)
    return _team(fact, pool)


def _team(fact: Fact, pool: Pool) -> Sequence[tuple[Seat, str]]:
    if isinstance(fact, facts.TeamDealt):
        return [(fact.seat, pool.roster[varan].number) for varan in fact.varans]
    return ()


def attacks(told: Sequence[Fact], pool: Pool, team: int) -> Iterator[Strength]:
    """Yield the damage of each attack on other seats' varans, by its card; 0 if it was answered. `team` is
    the number of varans of a seat.
    """
    turn, last, damage = 1, None, 0
    for fact in told:
        if isinstance(fact, facts.TurnBegan):
            yield from _attack(turn, last, damage, pool)
            turn, last, damage = fact.turn, None, 0
        elif isinstance(fact, facts.Played):
            yield from _attack(turn, last, damage, pool)
            last, damage = fact, 0
        elif isinstance(fact, facts.Hit) and last is not None and fact.token // team != last.seat:
            damage += fact.by
    yield from _attack(turn, last, damage, pool)


def _attack(turn: int, played: facts.Played | None, damage: int, pool: Pool) -> Iterator[Strength]:
    if played is None:
        return
    if damage or pool.ways[played.card][played.way].is_attack:
        yield Strength(turn, played.seat, damage, pool.actions[played.card].number)
