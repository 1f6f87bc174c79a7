"""Dropping out, and the end of a match (NEO-16 to NEO-16c)."""

from __future__ import annotations

from bot.base.language import N_
from bot.engine.contract import Outcome, Seat, set_at
from bot.engine.facts import MatchOver
from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.queries import NeoCombatQueries
from bot.games.neocombat.rules.table import Table
from bot.games.neocombat.rules.view import NOBODY

QUIET_TURNS = 3
"""The number of consecutive turns without damage that ends a match (NEO-16a)."""
_DROPPED = {"first": 1, "second": 2}
"""The number of seats without varans that ends a match, by the option `end`; for `score` one seat must be
left.
"""
_ONE_LEFT = N_("Only one player has varans: most kills win")


def drop_if_beaten(table: Table, seat: Seat) -> None:
    """Let a seat without varans drop out (NEO-16c)."""
    if not table.alive(seat):
        table.state.out = set_at(table.state.out, seat, "dropped")
        table.record(facts.Dropped(seat))
        table.throw_away(seat, table.state.hands[seat])


def after_combat(table: Table) -> bool:
    """End the match if it ends after combat; return whether it has (NEO-16, NEO-16a)."""
    state = table.state
    options = state.options
    dropped = [gone for gone in state.out if gone == "dropped"]
    if len(dropped) >= _DROPPED.get(options.end, state.seats):
        why = N_("A player has no varans left: most kills win")
        if options.end == "second":
            why = N_("Two players have no varans left: most kills win")
        return _end(table, _most_kills(table), why)
    if options.end == "score" and max(state.kills) >= options.kills:
        return _end(table, _most_kills(table), N_("The kills that end it are made: most kills win"))
    if state.turn >= options.turns:
        return _end(table, _most_kills(table), N_("The last turn is over: most kills win"))
    if not state.hurt and state.quiet + 1 >= QUIET_TURNS:
        return _end(table, _most_kills(table), N_("Three turns without damage: most kills win"))
    return False


def at_once(table: Table) -> bool:
    """End the match if at most one seat has varans; return whether it has (NEO-16)."""
    if len(table.seats) > 1:
        return False
    if table.state.options.end == "last":
        return _end(table, table.seats, N_("The last player with varans wins"))
    return _end(table, _most_kills(table), _ONE_LEFT)


def left_alone(table: Table) -> bool:
    """End the match if all but one seat have left it; return whether it has (NEO-16b, NEO-16c).

    The remaining seat wins, unless kills decide and a seat that has dropped out has more of them.
    """
    if len(table.seats) > 1:
        return False
    winners = table.seats if table.state.options.end == "last" else _most_kills(table)
    if winners == table.seats:
        return _end(table, winners, N_("Everybody else has left"))
    return _end(table, winners, _ONE_LEFT)


def standings(queries: NeoCombatQueries) -> tuple[tuple[int, ...], ...]:
    """Return each seat's standing: whether it ranks, kills, varans alive, damage dealt (NEO-16).

    Seats that have resigned do not rank.
    """
    state = queries.state
    return tuple(
        [
            (int(gone != "resigned"), state.kills[seat], queries.alive(seat), state.dealt[seat])
            for seat, gone in enumerate(state.out)
        ]
    )


def _most_kills(queries: NeoCombatQueries) -> tuple[Seat, ...]:
    """Return the best seats by kills, then varans alive, then damage dealt (NEO-16).

    Seats that tie share the win. If all tie it is a draw. Seats that have resigned do not rank.
    """
    standing = standings(queries)
    best = tuple([seat for seat, each in enumerate(standing) if each == max(standing)])
    return () if len(best) == len(standing) else best


def _end(table: Table, winners: tuple[Seat, ...], why: str) -> bool:
    state = table.state
    state.phase, state.current, state.step, state.cloaked = "over", NOBODY, 0, False
    state.fight = state.second = None
    state.outcome = Outcome(winners, state.kills, why)
    table.record(MatchOver(state.outcome))
    return True
