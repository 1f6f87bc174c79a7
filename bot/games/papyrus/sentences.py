"""One sentence for each fact, and the line that says how a match stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from bot.engine.contract import Outcome
from bot.engine.language import N_, gettext, ngettext
from bot.engine.phrases import listed, player, retried
from bot.games.papyrus import facts
from bot.games.papyrus.names import awaited, marked, place, squad_words, strength_words
from bot.games.papyrus.state import hp_left, living
from bot.games.papyrus.turns import QUIET_LIMIT
from bot.games.papyrus.view import PapyrusView

Teller: TypeAlias = Callable[[Any, PapyrusView, Sequence[str]], str]

_QUIET_WARNING = 4
"""Quiet rounds left at which the end by HP is announced."""

_SHOTS: Mapping[facts.Grade, str] = {
    "miss": N_("{unit} ({origin}) misses {target} ({at}): {chances} in 6, rolled {roll}"),
    "nick": N_("{unit} ({origin}) nicks {target} ({at}): {chances} in 6, rolled {roll}"),
    "hit": N_("{unit} ({origin}) hits {target} ({at}): {chances} in 6, rolled {roll}"),
    "critical": N_("{unit} ({origin}) hits critically {target} ({at}): {chances} in 6, rolled {roll}"),
}


def tell(fact: facts.PapyrusFact, view: PapyrusView, names: Sequence[str]) -> str:
    """Return one sentence for a fact."""
    return _TELLERS[type(fact)](fact, view, names)


def status(view: PapyrusView, names: Sequence[str]) -> str:
    """Return whose turn it is and what is left, and under it the strength of each seat."""
    if view.outcome is not None:
        return outcome_words(view.outcome, names)
    if view.phase in ("picking", "placing"):
        return f"{_secret(view)}\n{waiting_for(view, names)}"
    return f"{_turn(view, names)}{_quiet(view)}\n{_strength(view, names)}"


def _secret(view: PapyrusView) -> str:
    if view.phase == "picking":
        return gettext("Squads of {size} are picked in secret.", size=view.options.squad)
    return gettext("Squads are placed in secret, each in its own zone.")


def _turn(view: PapyrusView, names: Sequence[str]) -> str:
    who, round_ = player(view.turn, names), _round(view)
    if view.phase == "attacking":
        return gettext("{round}: {player} to play, moves are over, attacks go on.", round=round_, player=who)
    if not view.pool:
        return gettext("{round}: {player} to play, no space left.", round=round_, player=who)
    return ngettext(
        "{round}: {player} to play, {number} space left.",
        "{round}: {player} to play, {number} spaces left.",
        view.pool,
        round=round_,
        player=who,
    )


def _round(view: PapyrusView) -> str:
    if view.options.rounds:
        return gettext("Round {round} of {rounds}", round=view.round, rounds=view.options.rounds)
    return gettext("Round {round}", round=view.round)


def waiting_for(view: PapyrusView, names: Sequence[str]) -> str:
    """Return the sentence that says who is awaited."""
    return gettext("Waiting for {players}.", players=listed([player(seat, names) for seat in awaited(view)]))


def outcome_words(outcome: Outcome, names: Sequence[str]) -> str:
    """Return how a match ended, with the HP left of each seat."""
    won = gettext("A draw.")
    if outcome.winners:
        winners = listed([player(seat, names) for seat in outcome.winners])
        won = ngettext("{players} wins.", "{players} win.", len(outcome.winners), players=winners)
    scores = [f"{player(seat, names)} {hp}" for seat, hp in enumerate(outcome.scores)]
    left = gettext("HP left: {scores}.", scores=", ".join(scores))
    return f"{won} {gettext(outcome.why)}\n{left}"


def _quiet(view: PapyrusView) -> str:
    left = QUIET_LIMIT - view.quiet
    if left >= _QUIET_WARNING:
        return ""
    if left <= 0:
        return f" {gettext('Unless HP change, the most HP wins after this round.')}"
    warning = ngettext(
        "Unless HP change, the most HP wins in {number} round.",
        "Unless HP change, the most HP wins in {number} rounds.",
        left + 1,
    )
    return f" {warning}"


def _strength(view: PapyrusView, names: Sequence[str]) -> str:
    sums = hp_left(view.units, view.seats)
    words = []
    for seat in range(view.seats):
        units = len(living(view.units, seat))
        standing = gettext("out") if view.out[seat] else strength_words(units, sums[seat])
        words.append(f"{player(seat, names)} {standing}")
    return " · ".join(words)


def _squad_picked(fact: facts.SquadPicked, view: PapyrusView, _names: Sequence[str]) -> str:
    return gettext(
        "Your squad so far, {picked} of {size}: {squad}.",
        picked=len(fact.kinds),
        size=view.options.squad,
        squad=squad_words(fact.kinds),
    )


def _squad_placed(fact: facts.SquadPlaced, _view: PapyrusView, _names: Sequence[str]) -> str:
    placed, units = sum(square is not None for square in fact.squares), len(fact.squares)
    if units == 1:
        return gettext("Your unit stands.") if placed else gettext("Your unit does not stand yet.")
    return ngettext(
        "{number} of your {units} units stands.",
        "{number} of your {units} units stand.",
        placed,
        units=units,
    )


def _seat_ready(fact: facts.SeatReady, _view: PapyrusView, names: Sequence[str]) -> str:
    return gettext("{player} is ready.", player=player(fact.seat, names))


def _squads_revealed(fact: facts.SquadsRevealed, _view: PapyrusView, names: Sequence[str]) -> str:
    squads = [
        gettext("{player} has {squad}", player=player(seat, names), squad=squad_words(kinds))
        for seat, kinds in enumerate(fact.squads)
        if kinds
    ]
    return gettext("The squads are revealed: {squads}.", squads="; ".join(squads))


def _deployed(_fact: facts.Deployed, _view: PapyrusView, _names: Sequence[str]) -> str:
    return gettext("All squads stand on the field.")


def _first_player(fact: facts.FirstPlayer, _view: PapyrusView, names: Sequence[str]) -> str:
    rolls = [
        ", ".join([f"{player(seat, names)} {die}" for seat, die in enumerate(dice) if die])
        for dice in fact.rolls
    ]
    return gettext(
        "Rolling for the first turn: {rolls}. {player} begins.",
        rolls=retried(rolls),
        player=player(fact.seat, names),
    )


def _turn_began(fact: facts.TurnBegan, _view: PapyrusView, names: Sequence[str]) -> str:
    return ngettext(
        "Round {round}: {player} has {number} space to move.",
        "Round {round}: {player} has {number} spaces to move.",
        fact.pool,
        round=fact.round,
        player=player(fact.seat, names),
    )


def _moved(fact: facts.Moved, view: PapyrusView, _names: Sequence[str]) -> str:
    return ngettext(
        "{unit} moves from {start} to {end}, {number} space.",
        "{unit} moves from {start} to {end}, {number} spaces.",
        len(fact.path) - 1,
        unit=marked(view.units[fact.unit]),
        start=place(view, fact.path[0]),
        end=place(view, fact.path[-1]),
    )


def _shot(fact: facts.Shot, view: PapyrusView, _names: Sequence[str]) -> str:
    head = gettext(
        _SHOTS[fact.grade],
        unit=marked(view.units[fact.unit]),
        origin=place(view, fact.origin),
        target=marked(view.units[fact.target]),
        at=place(view, fact.at),
        chances=fact.chances,
        roll=fact.roll,
    )
    if fact.grade == "miss":
        return f"{head}."
    on_target = [hurt for hurt in fact.hurt if hurt.unit == fact.target]
    splash = [hurt for hurt in fact.hurt if hurt.unit != fact.target]
    result = _loss(fact.damage, on_target[0].hp) if on_target else gettext("no damage")
    return f"{head}, {result}.{_splash(splash, view)}"


def _splash(splash: Sequence[facts.Hurt], view: PapyrusView) -> str:
    if not splash:
        return ""
    words = [f"{marked(view.units[hurt.unit])} ({_loss(hurt.damage, hurt.hp)})" for hurt in splash]
    return f" {gettext('The blast hurts {units}.', units=listed(words))}"


def _loss(damage: int, hp: int) -> str:
    if not hp:
        return gettext("{damage} damage, **falls**", damage=damage)
    return gettext("{damage} damage, {hp} HP left", damage=damage, hp=hp)


def _healed(fact: facts.Healed, view: PapyrusView, _names: Sequence[str]) -> str:
    medic, ally = marked(view.units[fact.unit]), marked(view.units[fact.target])
    return gettext("{medic} heals {ally}, now {hp} HP.", medic=medic, ally=ally, hp=fact.hp)


def _seat_out(fact: facts.SeatOut, _view: PapyrusView, names: Sequence[str]) -> str:
    return gettext("{player} has no unit left and is out.", player=player(fact.seat, names))


def _resigned(fact: facts.Resigned, view: PapyrusView, names: Sequence[str]) -> str:
    who = player(fact.seat, names)
    if any(unit.seat == fact.seat for unit in view.units):
        return gettext("{player} resigns; the squad leaves the board.", player=who)
    return gettext("{player} resigns.", player=who)


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
