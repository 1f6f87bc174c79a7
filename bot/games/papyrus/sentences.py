"""One sentence for each fact, and the line that says how a match stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from bot.engine.contract import Outcome
from bot.engine.phrases import count, listed, player
from bot.games.papyrus import facts
from bot.games.papyrus.names import awaited, marked, place, squad_words
from bot.games.papyrus.state import hp_left, living
from bot.games.papyrus.turns import QUIET_LIMIT
from bot.games.papyrus.view import PapyrusView

Teller: TypeAlias = Callable[[Any, PapyrusView, Sequence[str]], str]

_QUIET_WARNING = 4
"""Quiet rounds left at which the end by HP is announced."""

_VERBS: Mapping[facts.Grade, str] = {
    "miss": "misses",
    "nick": "nicks",
    "hit": "hits",
    "critical": "hits critically",
}


def tell(fact: facts.PapyrusFact, view: PapyrusView, names: Sequence[str]) -> str:
    """Return one sentence for a fact."""
    return _TELLERS[type(fact)](fact, view, names)


def status(view: PapyrusView, names: Sequence[str]) -> str:
    """Return whose turn it is and what is left, and under it the strength of each seat."""
    if view.outcome is not None:
        return outcome_words(view.outcome, names)
    if view.phase in ("picking", "placing"):
        return f"{_SECRET[view.phase].format(size=view.options.squad)}\n{waiting_for(view, names)}"
    limit = f" of {view.options.rounds}" if view.options.rounds else ""
    left = "moves are over, attacks go on" if view.phase == "attacking" else f"{_spaces(view.pool)} left"
    first = f"Round {view.round}{limit}: {player(view.turn, names)} to play, {left}.{_quiet(view)}"
    return f"{first}\n{_strength(view, names)}"


_SECRET: Mapping[str, str] = {
    "picking": "Squads of {size} are picked in secret.",
    "placing": "Squads are placed in secret, each in its own zone.",
}


def waiting_for(view: PapyrusView, names: Sequence[str]) -> str:
    """Return the sentence that says who is awaited."""
    return f"Waiting for {listed([player(seat, names) for seat in awaited(view)])}."


def outcome_words(outcome: Outcome, names: Sequence[str]) -> str:
    """Return how a match ended, with the HP left of each seat."""
    won = (
        f"{listed([player(seat, names) for seat in outcome.winners])} wins." if outcome.winners else "A draw."
    )
    scores = [f"{player(seat, names)} {hp}" for seat, hp in enumerate(outcome.scores)]
    return f"{won} {outcome.why}\nHP left: {', '.join(scores)}."


def _quiet(view: PapyrusView) -> str:
    left = QUIET_LIMIT - view.quiet
    if left >= _QUIET_WARNING:
        return ""
    when = "after this round" if left <= 0 else f"in {count(left + 1, 'round')}"
    return f" Unless HP change, the most HP wins {when}."


def _strength(view: PapyrusView, names: Sequence[str]) -> str:
    sums = hp_left(view.units, view.seats)
    words = []
    for seat in range(view.seats):
        units = len(living(view.units, seat))
        standing = "out" if view.out[seat] else f"{count(units, 'unit')}, {sums[seat]} HP"
        words.append(f"{player(seat, names)} {standing}")
    return " · ".join(words)


def _spaces(number: int) -> str:
    return count(number, "space")


def _squad_picked(fact: facts.SquadPicked, view: PapyrusView, _names: Sequence[str]) -> str:
    return f"Your squad so far, {len(fact.kinds)} of {view.options.squad}: {squad_words(fact.kinds)}."


def _squad_placed(fact: facts.SquadPlaced, _view: PapyrusView, _names: Sequence[str]) -> str:
    placed = sum(square is not None for square in fact.squares)
    return f"{placed} of your {count(len(fact.squares), 'unit')} {'stands' if placed == 1 else 'stand'}."


def _seat_ready(fact: facts.SeatReady, _view: PapyrusView, names: Sequence[str]) -> str:
    return f"{player(fact.seat, names)} is ready."


def _squads_revealed(fact: facts.SquadsRevealed, _view: PapyrusView, names: Sequence[str]) -> str:
    squads = [
        f"{player(seat, names)} has {squad_words(kinds)}" for seat, kinds in enumerate(fact.squads) if kinds
    ]
    return f"The squads are revealed: {'; '.join(squads)}."


def _deployed(_fact: facts.Deployed, _view: PapyrusView, _names: Sequence[str]) -> str:
    return "All squads stand on the field."


def _first_player(fact: facts.FirstPlayer, _view: PapyrusView, names: Sequence[str]) -> str:
    rolls = [
        ", ".join([f"{player(seat, names)} {die}" for seat, die in enumerate(dice) if die])
        for dice in fact.rolls
    ]
    rolled = "; again ".join(rolls)
    return f"Rolling for the first turn: {rolled}. {player(fact.seat, names)} begins."


def _turn_began(fact: facts.TurnBegan, _view: PapyrusView, names: Sequence[str]) -> str:
    return f"Round {fact.round}: {player(fact.seat, names)} has {_spaces(fact.pool)} to move."


def _moved(fact: facts.Moved, view: PapyrusView, _names: Sequence[str]) -> str:
    start, end = place(view, fact.path[0]), place(view, fact.path[-1])
    return f"{marked(view.units[fact.unit])} moves from {start} to {end}, {_spaces(len(fact.path) - 1)}."


def _shot(fact: facts.Shot, view: PapyrusView, _names: Sequence[str]) -> str:
    attacker, target = view.units[fact.unit], view.units[fact.target]
    head = (
        f"{marked(attacker)} ({place(view, fact.origin)}) {_VERBS[fact.grade]} {marked(target)} "
        f"({place(view, fact.at)}): {fact.chances} in 6, rolled {fact.roll}"
    )
    if fact.grade == "miss":
        return f"{head}."
    on_target = [hurt for hurt in fact.hurt if hurt.unit == fact.target]
    splash = [hurt for hurt in fact.hurt if hurt.unit != fact.target]
    result = _loss(fact.damage, on_target[0].hp) if on_target else "no damage"
    return f"{head}, {result}.{_splash(splash, view)}"


def _splash(splash: Sequence[facts.Hurt], view: PapyrusView) -> str:
    if not splash:
        return ""
    words = [f"{marked(view.units[hurt.unit])} ({_loss(hurt.damage, hurt.hp)})" for hurt in splash]
    return f" The blast hurts {listed(words)}."


def _loss(damage: int, hp: int) -> str:
    return f"{damage} damage, {f'{hp} HP left' if hp else '**falls**'}"


def _healed(fact: facts.Healed, view: PapyrusView, _names: Sequence[str]) -> str:
    return f"{marked(view.units[fact.unit])} heals {marked(view.units[fact.target])}, now {fact.hp} HP."


def _seat_out(fact: facts.SeatOut, _view: PapyrusView, names: Sequence[str]) -> str:
    return f"{player(fact.seat, names)} has no unit left and is out."


def _resigned(fact: facts.Resigned, view: PapyrusView, names: Sequence[str]) -> str:
    leave = "; the squad leaves the board" if any(unit.seat == fact.seat for unit in view.units) else ""
    return f"{player(fact.seat, names)} resigns{leave}."


def _match_over(fact: facts.MatchOver, _view: PapyrusView, names: Sequence[str]) -> str:
    return outcome_words(fact.outcome, names).replace("\n", " ")


_TELLERS: Mapping[type, Teller] = {
    facts.SquadPicked: _squad_picked,
    facts.SquadPlaced: _squad_placed,
    facts.SeatReady: _seat_ready,
    facts.SquadsRevealed: _squads_revealed,
    facts.Deployed: _deployed,
    facts.FirstPlayer: _first_player,
    facts.TurnBegan: _turn_began,
    facts.Moved: _moved,
    facts.Shot: _shot,
    facts.Healed: _healed,
    facts.SeatOut: _seat_out,
    facts.Resigned: _resigned,
    facts.MatchOver: _match_over,
}
