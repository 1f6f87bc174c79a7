"""Checks and defaults of the options of a match."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from msgspec.structs import replace

from bot.engine.cards.rules import with_pool
from bot.engine.errors import BadOptions
from bot.engine.options import check_options, check_seats
from bot.games.overcross.cards.cards import Library, Pool
from bot.games.overcross.cards.decks import marks_of, ready_decks
from bot.games.overcross.cards.objectives import Objective, served
from bot.games.overcross.rules.deckbuilding import deck_rules
from bot.games.overcross.rules.options import Opening, Options, Zones

SEATS = range(2, 5)
_SCORES = {"invasion": (10, range(1, 31)), "deathmatch": (20, range(5, 101))}
"""The default score of an objective, and its permitted values (OVC-26, OVC-27)."""
SMALL_DECK = 50
"""With deck limits below this number of points the default score of the death match is hardly reachable."""
SMALL_SCORE = 10
"""The score that is offered for these decks (docs/BALANCE.md)."""
FAIR_ZONES: Mapping[int, Zones] = {3: "corners"}
"""The zones offered to so many seats (docs/BALANCE.md); at edges two and four are as far from one another."""
FAIR_OPENINGS: Mapping[Objective, Opening] = {
    "assassination": "card",
    "invasion": "half",
    "deathmatch": "card",
}
"""The openings with which the first seat wins 45 to 55 % (OVC-42, docs/BALANCE.md).

The other objectives are fair without one.
"""
_ROUNDS = range(10, 61)


def normalize(options: Options, seats: int, library: Library) -> Options:
    """Return the options with the defaults and the hash of the cards filled in. Raises `BadOptions`."""
    check_seats("Overcross", SEATS, seats)
    check_options(options)
    _check_size(options, seats)
    options = with_pool(options, library)
    if options.objective != "assassination" and options.victims != "leader":
        raise BadOptions.translated("Only the Assassination is about victims: leave them out.")
    options = replace(options, score=_score(options), rounds=_rounds(options))
    _check_decks(options, library[options.cards])
    return options


def made_fair(options: Options, said: Container[str], seats: int) -> Options:
    """Return normalized options with fair values and the newest rulings for options that were not given
    (OVC-12, OVC-27, OVC-42).
    """
    fair: dict[str, Any] = {
        "opening": FAIR_OPENINGS.get(options.objective, "plain"),
        "zones": FAIR_ZONES.get(seats, options.zones),
        "rulings": 4,
    }
    if options.objective == "deathmatch" and options.points < SMALL_DECK:
        fair["score"] = SMALL_SCORE
    return replace(options, **{name: value for name, value in fair.items() if name not in said})


def _check_decks(options: Options, pool: Pool) -> None:
    """Raise `BadOptions` if no ready deck fits: cards, a Leader or a Champion are missing."""
    rules = deck_rules(options)
    if ready_decks(pool, rules):
        return
    if not ready_decks(pool, rules._replace(marks=())):
        raise BadOptions.translated(
            "These cards are too few for decks of {points} points: take fewer.", points=options.points
        )
    sides = {pool.cards[number].side for deck in pool.decks.values() for number in deck.cards}
    raise BadOptions.translated(
        "These cards do not fit this objective: no side with a ready deck has the Leader, Champion "
        "or Legend that each player must name. They fit {objectives}.",
        objectives=served(*[marks_of(side, pool.cards.values()) for side in sides]),
    )


def _check_size(options: Options, seats: int) -> None:
    for name, size in (("width", options.width), ("height", options.height)):
        if size % 2 == 0:
            raise BadOptions.translated(
                "The option {option} must be odd, not {size}: take {less} or {more}.",
                option=name,
                size=size,
                less=size - 1,
                more=size + 1,
            )
    if options.zones == "corners" and seats != 3:
        raise BadOptions.translated(
            "Only three seats have zones in the corners: with {seats} take zones=edges.", seats=seats
        )
    if seats > 2 and options.width != options.height:
        raise BadOptions.translated(
            "With {seats} seats the grid is a square: take {width} rows for {width} columns.",
            seats=seats,
            width=options.width,
        )


def _score(options: Options) -> int:
    if options.objective not in _SCORES:
        if options.score:
            raise BadOptions.translated("Only the Invasion and the death match have a score: leave it out.")
        return 0
    usual, possible = _SCORES[options.objective]
    if options.score and options.score not in possible:
        raise BadOptions.translated(
            "The score of this objective is {least} to {most}, not {score}.",
            least=possible[0],
            most=possible[-1],
            score=options.score,
        )
    return options.score or usual


def _rounds(options: Options) -> int:
    if options.rounds and options.rounds not in _ROUNDS:
        raise BadOptions.translated(
            "A match has {least} to {most} rounds, not {rounds}.",
            least=_ROUNDS[0],
            most=_ROUNDS[-1],
            rounds=options.rounds,
        )
    return options.rounds or (15 if options.objective == "deathmatch" else 25)
