"""Names of units, seats and squads, one sentence for each fact, and the standing of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TypeAlias

from bot.base.language import N_, NN_, gettext, ngettext
from bot.engine import sentences
from bot.engine.contract import Outcome, Seat
from bot.engine.facts import Resigned, SeatOut
from bot.engine.grid import square_name
from bot.engine.menus import Lanes
from bot.engine.sentences import BASE_DESCRIBERS, SEAT_MARKS, Called, Describer, Sentences, listed, scored
from bot.games.papyrus.rules import facts
from bot.games.papyrus.rules.options import SPACES, Kind, Options
from bot.games.papyrus.rules.squads import allowed_kinds
from bot.games.papyrus.rules.state import hp_left, living
from bot.games.papyrus.rules.turns import QUIET_LIMIT, on_hill
from bot.games.papyrus.rules.view import KIND_TITLES, SECRET_PHASES, PapyrusView, Unit, unit_name

# Names of units, seats and squads: marks, names, counts. Words only, no sentences.


def marked(unit: Unit) -> str:
    """Return a unit's name with its seat's mark: `●SMG-3`."""
    return f"{SEAT_MARKS[unit.seat]}{unit_name(unit)}"


def place(view: PapyrusView, square: int) -> str:
    """Return the name of a square: `C7` (PAP-01)."""
    return square_name(square, view.width)


def squad_words(kinds: Iterable[Kind]) -> str:
    """Return the units of a squad, counted: "4 SMG, 2 Sniper"; "nobody" for none."""
    counts = Counter(kinds)
    words = [f"{counts[kind]} {KIND_TITLES[kind]}" for kind in Kind if counts[kind]]
    return ", ".join(words) or gettext("nobody")


def limit_words(options: Options) -> str:
    """Return the sentence on the maximum number of a kind; "" for no limit (PAP-26)."""
    if not options.most:
        return ""
    if Kind.SMG in allowed_kinds(options):
        return gettext("At most {most} of each kind, SMGs aside.", most=options.most)
    return gettext("At most {most} of each kind.", most=options.most)


def strength_words(units: int, hp: int) -> str:
    """Return the remaining strength of a squad: "3 units, 24 HP"."""
    if not units:
        return gettext("no unit, {hp} HP", hp=hp)
    return ngettext("{number} unit, {hp} HP", "{number} units, {hp} HP", units, hp=hp)


def awaited(view: PapyrusView) -> list[Seat]:
    """Return the seats to act, from the view."""
    if view.phase in SECRET_PHASES:
        return [seat for seat in range(view.seats) if not view.out[seat] and not view.ready[seat]]
    return [view.turn] if view.turn >= 0 else []


def ordered(units: Iterable[Unit], seat: Seat) -> list[Unit]:
    """Return a seat's living units, by kind and number."""
    kinds = list(Kind)
    own = [unit for unit in units if unit.seat == seat and unit.hp > 0]
    return sorted(own, key=lambda unit: (kinds.index(unit.kind), unit.number))


def lanes(view: PapyrusView, *, by_column: bool = False) -> Lanes:
    """Return how squares are grouped on menus, under the keys "r6" and "c2"."""
    return Lanes(view.width, partial(place, view), "c{}".format if by_column else "r{}".format, by_column)


Talk: TypeAlias = sentences.Talk[PapyrusView]

_QUIET_WARNING = 4
"""The number of remaining quiet rounds from which the end by HP is announced."""

_SHOTS: Mapping[facts.Grade, str] = {
    "miss": N_("{unit} ({origin}) misses {target} ({at}): {chances} in 6, rolled {roll}"),
    "nick": N_("{unit} ({origin}) nicks {target} ({at}): {chances} in 6, rolled {roll}"),
    "hit": N_("{unit} ({origin}) hits {target} ({at}): {chances} in 6, rolled {roll}"),
    "critical": N_("{unit} ({origin}) hits critically {target} ({at}): {chances} in 6, rolled {roll}"),
}


def status(talk: Talk) -> str:
    """Return the player to move and the turn's remaining spaces, and below them the strength of each seat."""
    return now(talk) if talk.view.phase in SECRET_PHASES else f"{now(talk)}\n{_strength(talk)}"


def now(talk: Talk) -> str:
    """Return the player to move and the owner of the hill, or the secret choice in progress."""
    if talk.view.phase in SECRET_PHASES:
        if talk.view.phase == "picking":
            secret = gettext("Squads of {size} are picked in secret.", size=talk.view.options.squad)
        else:
            secret = gettext("Squads are placed in secret, each in its own zone.")
        return f"{secret}\n{waiting_for(talk)}"
    return " ".join([f"{_turn(talk)}{_quiet(talk.view)}", *hill_words(talk)])


def _turn(talk: Talk) -> str:
    view = talk.view
    who, round_ = talk.who(view.turn), _round(view)
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


def waiting_for(talk: Talk) -> str:
    """Return the sentence on the seats to act."""
    view = talk.view
    ready = [seat for seat in range(view.seats) if view.ready[seat] and not view.out[seat]]
    return sentences.waiting_for(talk, awaited(view), len(ready) if view.phase in SECRET_PHASES else 0)


def tally(talk: Talk, outcome: Outcome, _called: Called) -> str:
    """Return the units on the hill and the remaining HP of each seat."""
    return " ".join([*hill_words(talk), gettext("HP left: {scores}.", scores=scored(outcome, talk.who))])


def hill_words(talk: Talk) -> list[str]:
    """Return the sentence on the owner of the hill; empty while it is free (PAP-25)."""
    view = talk.view
    counts = on_hill(view.units, view.hill, view.seats)
    standing = [f"{talk.who(seat)} {counts[seat]}" for seat in range(view.seats) if counts[seat]]
    return [gettext("On the hill: {players}.", players=", ".join(standing))] if standing else []


def _quiet(view: PapyrusView) -> str:
    left = QUIET_LIMIT - view.quiet
    if left >= _QUIET_WARNING:
        return ""
    if left <= 0:
        return f" {gettext(_LAST_QUIET[bool(view.options.hill)])}"
    if view.options.hill:
        hill_decides = ngettext(
            "Unless HP change, the hill decides in {number} round.",
            "Unless HP change, the hill decides in {number} rounds.",
            left + 1,
        )
        return f" {hill_decides}"
    warning = ngettext(
        "Unless HP change, the most HP wins in {number} round.",
        "Unless HP change, the most HP wins in {number} rounds.",
        left + 1,
    )
    return f" {warning}"


_LAST_QUIET = {
    False: N_("Unless HP change, the most HP wins after this round."),
    True: N_("Unless HP change, the hill decides after this round."),
}


def _strength(talk: Talk) -> str:
    view = talk.view
    sums = hp_left(view.units, view.seats)
    words = []
    for seat in range(view.seats):
        units = len(living(view.units, seat))
        standing = gettext("out") if view.out[seat] else strength_words(units, sums[seat])
        words.append(f"{talk.who(seat)} {standing}")
    return " · ".join(words)


_SENTENCES = Sentences(
    {
        "player": lambda fact, talk: talk.who(fact.seat),
        "unit": lambda fact, talk: marked(talk.view.units[fact.unit]),
        "medic": lambda fact, talk: marked(talk.view.units[fact.unit]),
        "target": lambda fact, talk: marked(talk.view.units[fact.target]),
        "ally": lambda fact, talk: marked(talk.view.units[fact.target]),
        "origin": lambda fact, talk: place(talk.view, fact.origin),
        "at": lambda fact, talk: place(talk.view, fact.at),
        "start": lambda fact, talk: place(talk.view, fact.path[0]),
        "end": lambda fact, talk: place(talk.view, fact.path[-1]),
        "chances": lambda fact, _: fact.chances,
        "roll": lambda fact, talk: talk.die(fact.roll),
        "hp": lambda fact, _: fact.hp,
        "round": lambda fact, _: fact.round,
        "picked": lambda fact, _: len(fact.kinds),
        "size": lambda _, talk: talk.view.options.squad,
        "squad": lambda fact, _: squad_words(fact.kinds),
    }
)


def _squad_placed(fact: facts.SquadPlaced, _talk: Talk) -> str:
    placed, units = sum(square is not None for square in fact.squares), len(fact.squares)
    if units == 1:
        return gettext("Your unit stands.") if placed else gettext("Your unit does not stand yet.")
    return ngettext(
        "{number} of your {units} units stands.",
        "{number} of your {units} units stand.",
        placed,
        units=units,
    )


def _squads_revealed(fact: facts.SquadsRevealed, talk: Talk) -> str:
    squads = [
        gettext("{player} has {squad}", player=talk.who(seat), squad=squad_words(kinds))
        for seat, kinds in enumerate(fact.squads)
        if kinds
    ]
    return gettext("The squads are revealed: {squads}.", squads="; ".join(squads))


def _first_player(fact: facts.FirstPlayer, talk: Talk) -> str:
    rolls = talk.rolls([(seat, talk.die(die)) for seat, die in enumerate(dice) if die] for dice in fact.rolls)
    return _SENTENCES.say(_BEGINS[talk.view.options.first_spaces], fact, talk, rolls=rolls)


_BEGINS: Mapping[int, str] = {
    SPACES: N_("Rolling for the first turn: {rolls}. {player} begins."),
    1: N_("Rolling for the first turn: {rolls}. {player} begins, with half the spaces in this turn."),
    0: N_("Rolling for the first turn: {rolls}. {player} begins, without moving in this turn."),
}


def _shot(fact: facts.Shot, talk: Talk) -> str:
    head = _SENTENCES.say(_SHOTS[fact.grade], fact, talk)
    if fact.grade == "miss":
        return f"{head}."
    on_target = [hurt for hurt in fact.hurt if hurt.unit == fact.target]
    splash = [hurt for hurt in fact.hurt if hurt.unit != fact.target]
    result = _loss(fact.damage, on_target[0].hp) if on_target else gettext("no damage")
    units = [f"{marked(talk.view.units[hurt.unit])} ({_loss(hurt.damage, hurt.hp)})" for hurt in splash]
    blast = gettext("The blast hurts {units}.", units=listed(units)) if units else ""
    return f"{head}, {result}.{talk.further(blast)}"


def _loss(damage: int, hp: int) -> str:
    if not hp:
        return gettext("{damage} damage, **falls**", damage=damage)
    return gettext("{damage} damage, {hp} HP left", damage=damage, hp=hp)


def _resigned(fact: Resigned, talk: Talk) -> str:
    if not any(unit.seat == fact.seat for unit in talk.view.units):
        return BASE_DESCRIBERS[Resigned](fact, talk)
    return _SENTENCES.say(N_("{player} resigns; the squad leaves the board."), fact, talk)


DESCRIBERS: Mapping[type, Describer] = {
    **BASE_DESCRIBERS,
    facts.SquadPicked: _SENTENCES.plain(N_("Your squad so far, {picked} of {size}: {squad}.")),
    facts.SquadPlaced: _squad_placed,
    facts.SquadsRevealed: _squads_revealed,
    facts.Deployed: _SENTENCES.plain(N_("All squads stand on the field.")),
    facts.FirstPlayer: _first_player,
    facts.TurnBegan: _SENTENCES.counted(
        NN_(
            "Round {round}: {player} has {number} space to move.",
            "Round {round}: {player} has {number} spaces to move.",
        ),
        lambda fact: fact.pool,
    ),
    facts.Moved: _SENTENCES.counted(
        NN_(
            "{unit} moves from {start} to {end}, {number} space.",
            "{unit} moves from {start} to {end}, {number} spaces.",
        ),
        lambda fact: len(fact.path) - 1,
    ),
    facts.Shot: _shot,
    facts.Healed: _SENTENCES.plain(N_("{medic} heals {ally}, now {hp} HP.")),
    SeatOut: _SENTENCES.plain(N_("{player} has no unit left and is out.")),
    Resigned: _resigned,
}


def moment(talk: Talk) -> str:
    """Return the current round; "" while squads are picked and placed."""
    return "" if talk.view.phase in SECRET_PHASES else _round(talk.view)


def aim(options: Options, _seats: int) -> str:
    """Return the winning condition, and the round after which the hill or HP count (PAP-23, PAP-25)."""
    rounds = options.rounds
    if options.hill:
        return _aim_with_hill(rounds)
    if not rounds:
        return gettext("the last squad standing")
    return ngettext(
        "the last squad standing; after {number} round the most HP",
        "the last squad standing; after {number} rounds the most HP",
        rounds,
    )


def _aim_with_hill(rounds: int) -> str:
    if not rounds:
        return gettext(
            "the last squad standing; after {rounds} rounds without any HP change the most units on the hill",
            rounds=QUIET_LIMIT,
        )
    return ngettext(
        "the last squad standing; after {number} round the most units on the hill",
        "the last squad standing; after {number} rounds the most units on the hill",
        rounds,
    )
