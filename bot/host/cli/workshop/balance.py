"""`balance`: compares decks, squads, cards and options of a game, for designers (ARC-20)."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from bot.engine.errors import BadOptions
from bot.engine.options import meant, shown
from bot.engine.sentences import either
from bot.games.computers import normal_player
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.host.cli.asking import (
    add_playing_arguments,
    check_players,
    game_of,
    json_object,
    seats_of,
)
from bot.host.cli.commands import check_number
from bot.host.cli.files import learn_card_files
from bot.host.cli.output import print_json, progress
from bot.host.cli.workshop.balance_tables import (
    print_compared,
    print_played,
    print_rows,
    print_study,
    print_tried,
)
from bot.matches.options import offered_options
from bot.parts.workshop.lab.changes import compared, numbers_of, tuned, with_number
from bot.parts.workshop.lab.contests import Contest, MadeDeck, card_counts, outside
from bot.parts.workshop.lab.entrants import SAME, ready_entrants, traced_cards
from bot.parts.workshop.lab.findings import OUT_OF_LINE
from bot.parts.workshop.lab.own_cards import Setting, setting_for
from bot.parts.workshop.lab.plans import measured_pool
from bot.parts.workshop.lab.processes import Playing, played, playing, summed
from bot.parts.workshop.lab.report import report_of, worth_of
from bot.parts.workshop.lab.study import PAIRS, Plan, Study, study
from bot.parts.workshop.lab.tallies import Count

MOST_GAMES = 100_000
"""The most matches of each line-up."""

EXAMPLE = '{"score": 15}'
"""An example of options."""

UNBALANCED = 3
"""The exit code of `--check` when a deck, a squad, a seat or a card is out of balance."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("game", metavar="GAME", help=f"the game: {', '.join(GAMES)}")
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help="matches of each line-up (default: 100)"
    )
    parser.add_argument(
        "--margin", type=float, default=0.0, metavar="PERCENT",
        help="stop as soon as every win rate is known to within so much",
    )  # fmt: skip
    parser.add_argument(
        "--decks", nargs="+", metavar="KEY", help="ready decks or squads (default: all of them)"
    )
    parser.add_argument("--seats", type=int, metavar="K", help="seats (default: the fewest of the game)")
    parser.add_argument(
        "--set", nargs="+", type=Path, default=[], metavar="FILE", help="card files of your own to play with"
    )
    parser.add_argument(
        "--against", nargs="+", type=Path, default=[], metavar="FILE",
        help="an older version of them: what the change does, on the same seeds",
    )  # fmt: skip
    parser.add_argument(
        "--player", nargs="+", metavar="KEY",
        help="who plays in all seats (default: the game's normal one); several are shown side by side",
    )  # fmt: skip
    parser.add_argument("--options", default="{}", metavar="JSON", help=f"options, such as {EXAMPLE}")
    parser.add_argument(
        "--vary",
        metavar="OPTION=A,B",
        help="values of an option, shown side by side, such as map=open,paper-town",
    )
    parser.add_argument(
        "--cards", type=int, default=8, metavar="N", help="best and worst cards to list (default: 8)"
    )
    parser.add_argument(
        "--test", type=int, default=0, metavar="N",
        help="test cards that stand out against others of their kind, on the same seeds: matches for so many",
    )  # fmt: skip
    parser.add_argument(
        "--card", nargs="+", default=[], metavar="NUMBER",
        help="cards to test so, by set number; also with other cards in their place",
    )  # fmt: skip
    parser.add_argument(
        "--pairs", type=int, metavar="N",
        help=f"pairs of matches for each card of --test, --card, --tune (default: --games, {PAIRS} at least)",
    )  # fmt: skip
    parser.add_argument(
        "--tune",
        nargs=2,
        metavar=("NUMBER", "FIELD"),
        help="search for the number that brings a card into line",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="exit code 3 when a deck, squad, seat or card is out of balance",
    )
    add_playing_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Play and print. Exit codes: 0 done, 1 rules failed, 2 invalid request, 3 `--check` found a problem."""
    contests = _contests(args)
    first = next(iter(contests.values()))
    if args.tune:
        return _tune(args, first.contest)
    if args.against:
        return _compare(args, first)
    studies = {name: _studied(args, asked) for name, asked in contests.items()}
    if args.json:
        reports = {name: report_of(study) for name, study in studies.items()}
        print_json(next(iter(reports.values())) if len(reports) == 1 else reports)
    elif len(studies) == 1:
        print_study(next(iter(studies.values())), args.cards)
    else:
        print_rows(studies)
    wrong = [study for study in studies.values() if _is_unbalanced(study)]
    return UNBALANCED if args.check and wrong else 0


def _is_unbalanced(study: Study) -> bool:
    """Whether a deck or squad is out of balance, or significantly a seat or a card."""
    wrong = [each for each in study.findings if each.kind in OUT_OF_LINE]
    return bool(wrong or outside(study.count, study.contest.seats))


# Requests


class Asked(NamedTuple):
    """A contest, and the setting in which cards of one's own are played."""

    contest: Contest
    setting: Setting | None


def _contests(args: argparse.Namespace) -> dict[str, Asked]:
    """Return the contests by name. Raises `BadOptions` with a sentence."""
    game = game_of(args.game)
    check_number("--games", args.games, MOST_GAMES)
    check_number("--jobs", args.jobs, 512)
    if args.pairs is not None:
        check_number("--pairs", args.pairs, MOST_GAMES)
    seats = seats_of(game, args.seats)
    if not 0 <= args.margin < 100:
        raise BadOptions(f"--margin is a percentage below 100, not {args.margin:g}.")
    if traced_cards(game) is None and (args.set or args.against or args.card or args.tune or args.test):
        raise BadOptions(f"{game.title} is played without decks: it has no cards to be measured.")
    if game.decks is None and args.against:
        raise BadOptions(f"{game.title} is played without decks of players: --against compares these.")
    check_players(args.player or (), game.key)
    players = tuple(dict.fromkeys(args.player or [normal_player(game.key).key]))
    asked = {}
    for varied, given in _varied(args).items():
        options = _options(game, args.set, given, seats)
        setting = None
        if args.set and game.decks is not None and not args.decks:
            setting = setting_for(game.key, str(options.cards), _own(game, options), seats, given)
            options = setting.options
        for player in players:
            contest = Contest(
                game=game.key, player=player, options=options, seats=seats, games=args.games, seed=args.seed,
                entrants=tuple(setting.decks) if setting else _entrants(game, args.decks, options, seats),
                made=setting.decks if setting else {}, only=setting.line_ups(seats) if setting else (),
            )  # fmt: skip
            name = ", ".join([part for part in (varied, player if len(players) > 1 else "") if part])
            asked[name] = Asked(contest, setting)
    _check_cards(game, (*args.card, *(args.tune or ())[:1]), next(iter(asked.values())).contest)
    return asked


def _varied(args: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """Return the requested options, once for each value of the varied option."""
    given = json_object(args.options, EXAMPLE)
    if args.vary is None:
        return {"": given}
    option, sign, values = args.vary.partition("=")
    if not sign or not values:
        raise BadOptions(
            f"--vary is an option and its values, such as map=open,paper-town, not {shown(args.vary)}."
        )
    return {f"{option}={value}": {**given, option: value} for value in values.split(",")}


def _options(game: Game, sets: Sequence[Path], given: dict[str, Any], seats: int) -> Any:
    if sets:
        given = {**given, "cards": measured_pool(game.key, learn_card_files(sets, game.card_game).hash)}
    return offered_options(game.rules, given, seats)


def _own(game: Game, options: Any) -> frozenset[str]:
    """Return the set numbers of the cards that do not come with the bot, or are changed."""
    usual = game.card_game.library.standard.cards
    pool = game.card_game.library.at(options.cards).cards
    return frozenset([number for number, card in pool.items() if usual.get(number) != card])


def _entrants(game: Game, keys: Sequence[str] | None, options: Any, seats: int) -> tuple[str, ...]:
    ready = list(ready_entrants(game.key, options))
    kind = "squad" if game.decks is None else "deck"
    if ready == [SAME]:
        if keys:
            raise BadOptions(f"{game.title} is played without decks or squads: leave --decks out.")
        return (SAME,)
    for key in keys or ():
        if key not in ready:
            raise BadOptions(
                f"There is no ready {kind} {shown(key)}{meant(key, ready)}. Choose {either(ready)}."
            )
    chosen = tuple(dict.fromkeys(keys or ready))
    if len(chosen) < seats:
        raise BadOptions(f"{seats} different {kind}s are needed for {seats} seats, not {len(chosen)}.")
    return chosen


def _check_cards(game: Game, numbers: Sequence[str], contest: Contest) -> None:
    known = list(contest.known_cards)
    for number in numbers:
        if number not in known:
            raise BadOptions(
                f"There is no card {shown(number)}{meant(number, known)} for decks of {game.title}."
            )


# Playing


def _studied(args: argparse.Namespace, asked: Asked) -> Study:
    contest, setting = asked
    own = _own(GAMES[contest.game], contest.options) if args.set else ()
    plan = Plan(
        contest=contest, margin=args.margin / 100, tested=args.test, named=tuple(args.card),
        pairs=_pairs(args) if args.test or args.card else 0, among=tuple(sorted(own)),
        given=setting.given if setting else {}, left_out=setting.left_out if setting else (),
    )  # fmt: skip
    with (
        playing(contest.game, [contest.pool], args.jobs) as play,
        progress(contest.game, plan.matches) as tell,
    ):
        return study(plan, play, tell)


def _pairs(args: argparse.Namespace) -> int:
    pairs: int | None = args.pairs
    return max(PAIRS, args.games) if pairs is None else pairs


def _played(play: Playing, contest: Contest) -> Count:
    with progress(contest.game, contest.matches) as tell:
        return played(play, contest, summed(tell, contest.matches))


def _compare(args: argparse.Namespace, asked: Asked) -> int:
    """Play the same matches with the old and with the new cards."""
    contest, setting = asked
    game = GAMES[contest.game]
    given = {**json_object(args.options, EXAMPLE), **(setting.given if setting else {})}
    options = _options(game, args.against, given, contest.seats)
    made: Mapping[str, MadeDeck] = {}
    if setting:
        older_setting = setting_for(game.key, str(options.cards), _own(game, options), contest.seats, given)
        made = older_setting.decks
    older = msgspec.structs.replace(contest, options=options, made=made)
    shared = tuple([key for key in contest.entrants if key in (made or ready_entrants(game.key, options))])
    only = tuple([line_up for line_up in contest.only if set(line_up) <= {*shared}])
    contest, older = [msgspec.structs.replace(each, entrants=shared, only=only) for each in (contest, older)]
    with playing(contest.game, [contest.pool, older.pool], args.jobs) as play:
        before, now = _played(play, older), _played(play, contest)
    changes = compared(now, before)
    if args.json:
        print_json({key: worth_of(change) for key, change in changes.items()})
    else:
        print_compared(before, now, changes)
        old, new = [game.card_game.library.at(each.pool).cards for each in (older, contest)]
        changed = [number for number in new if number in old and new[number] != old[number]]
        print_played(card_counts(older, before), card_counts(contest, now), changed)
    return 0


def _tune(args: argparse.Namespace, contest: Contest) -> int:
    """Search the value of a number at which a card is worth as much as others."""
    number, field = args.tune
    game, options = GAMES[contest.game], contest.options
    pool = game.card_game.library.at(contest.pool)
    numbers = numbers_of(pool.cards[number])
    if field not in numbers:
        able = list(numbers)
        raise BadOptions(f"{number} has no number {shown(field)}{meant(field, able)}. Choose {either(able)}.")
    value = getattr(pool.cards[number], field)

    def learn(changed: int) -> Any:
        return msgspec.structs.replace(
            options, cards=with_number(game.key, pool, number, field, changed).hash
        )

    with playing(contest.game, [contest.pool], 1) as play:
        tries = list(tuned(contest, number, _pairs(args), learn, play, value, numbers[field]))
    for tried in tries:
        print_tried(number, field, tried)
    return 0
