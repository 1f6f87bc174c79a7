"""Plans of studies: which matches are played to measure cards or squads."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from bot.games.registry import GAMES
from bot.matches.options import offered_options, read_options
from bot.parts.workshop.lab.boards import hash_of, ready_content
from bot.parts.workshop.lab.contests import contest_of
from bot.parts.workshop.lab.entrants import ready_entrants
from bot.parts.workshop.lab.own_cards import line_ups_with, setting_for
from bot.parts.workshop.lab.study import Plan

TESTED: Final = 3
"""The number of cards tested against others in their place."""
SEATS: Final = 2


def plan_for(game: str, pool: str, own: Collection[str], most: int) -> Plan:
    """Return the study of cards of a game: all decks that hold some of them against all decks.

    Options are chosen so that most of the cards play (`setting_for`); cards that are in no ready-made deck
    are put into decks made for them. For a game without cards, it is the study of its ready-made squads with
    the default options, and `pool` is their hash. About two thirds of the matches rate the decks, the others
    test cards. With a shared deck, the cards are added to the usual ones. Raises `NothingToPlay`.
    """
    rules, building = GAMES[game].rules, GAMES[game].decks
    if GAMES[game].lab.common_deck is not None:
        options = read_options(rules, {"cards": measured_pool(game, pool)}, SEATS)
        contest = contest_of(game, options, SEATS, most // 3, pool)
        return Plan(
            contest=contest, tested=TESTED, pairs=max(1, most * 2 // 3 // TESTED), among=tuple(sorted(own))
        )
    if building is None:
        return Plan(contest=contest_of(game, offered_options(rules, {}, SEATS), SEATS, most, pool))
    setting = setting_for(game, pool, own, SEATS)
    contest = contest_of(
        game, setting.options, SEATS, most * 2 // 3, pool, setting.line_ups(SEATS), setting.decks
    )
    return Plan(
        contest=contest, tested=TESTED, pairs=max(1, most // 3 // TESTED), among=tuple(sorted(own)),
        given=setting.given, left_out=setting.left_out,
    )  # fmt: skip


def squads_plan(game: str, given: Mapping[str, str], most: int, seed: str = "") -> Plan:
    """Return the study of a user's own squads, in the given options (`bot.engine.mapfiles.MapFormat.pinned`).

    Each plays against all others and the ready-made ones. The report is stored by the seed, by default the
    hash of the squads. Raises `BadOptions`.
    """
    loadouts = GAMES[game].lab.loadouts
    assert loadouts is not None, "only games with squads have files of them"
    options = offered_options(GAMES[game].rules, given, SEATS)
    line_ups = line_ups_with(loadouts.own(options), ready_entrants(game, options), SEATS)
    seed = seed or hash_of(game, options, ready_content(game))
    return Plan(contest=contest_of(game, options, SEATS, most, seed, line_ups))


def squads_hash(game: str) -> str:
    """Return the key of the report on ready-made squads: the hash of squads and default options."""
    return hash_of(game, offered_options(GAMES[game].rules, {}, SEATS), ready_content(game))


def measured_pool(game: str, pool: str) -> str:
    """Return the hash of the cards that these are measured with, and register those. Raises `KeyError`."""
    deck = GAMES[game].lab.common_deck
    return pool if deck is None else deck.among_usual(pool)
