"""`balance`: how the ready decks of a game fare against each other, for those who design cards (ARC-20)."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bot.balance import CardCount, Contest, Count, Tally, bounds, card_counts, counts, outside
from bot.cli.card_pools import learn_card_files
from bot.engine.deckbuilding import DeckBuilding, DeckCard
from bot.engine.errors import BadOptions, Refusal
from bot.engine.options import meant, shown
from bot.engine.phrases import either
from bot.matches.options import read_options
from bot.players import COMPUTERS
from bot.registry import GAMES, Game
from bot.simulation import Stuck

MOST_GAMES = 100_000
"""Matches of each line-up, at most."""

SELDOM = 0.02
"""A card played in a smaller share of its decks' matches is not ranked: there is too little to go by."""

_WIDTH = 150
"""Characters in a line, where nobody looks on."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    with_decks = [key for key, game in GAMES.items() if game.decks is not None]
    parser.add_argument("game", metavar="GAME", help=f"a game with decks: {', '.join(with_decks)}")
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help="matches of each line-up (default: 100)"
    )
    parser.add_argument(
        "--decks", nargs="+", metavar="DECK", help="ready decks, by their keys (default: all of them)"
    )
    parser.add_argument("--seats", type=int, default=2, metavar="K", help="decks that meet (default: 2)")
    parser.add_argument(
        "--set", nargs="+", type=Path, default=[], metavar="FILE", help="card files of your own to play with"
    )
    parser.add_argument(
        "--player", metavar="KEY", help="who plays in all seats (default: the game's strongest)"
    )
    parser.add_argument("--seed", default="1", metavar="S", help="any text; the same one plays the same")
    parser.add_argument("--options", default="{}", metavar="JSON", help='options, such as {"score": 15}')
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes to play in (default: one a processor); the result is the same",
    )
    parser.add_argument(
        "--cards", type=int, default=8, metavar="N", help="best and worst cards to list (default: 8)"
    )
    parser.add_argument(
        "--check", action="store_true", help="exit code 3 when a deck wins too much or too little"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


UNBALANCED = 3
"""The exit code of `--check` when a deck is out of balance."""


def run(args: argparse.Namespace) -> int:
    """Play and print. 0: done; 1: the rules failed; 2: bad request; 3: `--check` found a deck outside."""
    try:
        contest = _contest(args)
    except Refusal as refusal:
        return _say(refusal.sentence, 2)
    try:
        count = _played(contest, args.jobs)
    except Stuck as fault:
        return _say(str(fault), 1)
    if args.json:
        print(json.dumps(_report(contest, count)))
    else:
        _print(contest, count, args.cards)
    return UNBALANCED if args.check and outside(count, contest.seats) else 0


# What is asked for


def _contest(args: argparse.Namespace) -> Contest:
    """Return what is to be played. Raises `BadOptions` with a sentence."""
    game = _game(args.game)
    _check_number("--games", args.games, MOST_GAMES)
    _check_number("--jobs", args.jobs, 512)
    if args.seats not in game.seats:
        raise BadOptions(f"{game.title} has {game.seats[0]} to {game.seats[-1]} seats, not {args.seats}.")
    options = _options(game, args)
    decks = _decks(game, args.decks, options)
    if len(decks) < args.seats:
        raise BadOptions(f"{args.seats} different decks are needed for {args.seats} seats, not {len(decks)}.")
    return Contest(
        game=game.key,
        player=_player(args.player, game.key),
        options=options,
        seats=args.seats,
        decks=decks,
        games=args.games,
        seed=args.seed,
    )


def _game(key: str) -> Game:
    game = GAMES.get(key)
    with_decks = [each.key for each in GAMES.values() if each.decks is not None]
    if game is None:
        raise BadOptions(
            f"There is no game {shown(key)}{meant(key, with_decks)}. Choose {either(with_decks)}."
        )
    if game.decks is None:
        raise BadOptions(f"{game.title} is played without decks. Choose {either(with_decks)}.")
    return game


def _check_number(name: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise BadOptions(f"{name} is a whole number from 1 to {most:,}, not {number}.")


def _options(game: Game, args: argparse.Namespace) -> Any:
    try:
        given = json.loads(args.options)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise BadOptions(f'--options is a JSON object such as {{"score": 15}}, not {shown(args.options)}.')
    if args.set:
        assert game.cards is not None, "a game with decks has cards"
        given["cards"] = learn_card_files(args.set, game.cards).hash
    return read_options(game.rules, given, args.seats)


def _building(game: Game) -> DeckBuilding:
    assert game.decks is not None, "only games with decks come here"
    return game.decks


def _decks(game: Game, keys: Sequence[str] | None, options: Any) -> tuple[str, ...]:
    ready = list(_building(game).ready(game.rules.cards_of(options), options))
    for key in keys or ():
        if key not in ready:
            raise BadOptions(
                f"There is no ready deck {shown(key)}{meant(key, ready)}. Choose {either(ready)}."
            )
    return tuple(dict.fromkeys(keys or ready))


def _player(key: str | None, game: str) -> str:
    able = [each.key for each in COMPUTERS.values() if each.plays(game)]
    if key is None:
        return able[-1]
    if key not in able:
        raise BadOptions(
            f"There is no computer player {shown(key)} for {game}{meant(key, able)}. Choose {either(able)}."
        )
    return key


# Playing


def _played(contest: Contest, jobs: int) -> Count:
    """Play all matches, with a bar on standard error where someone may be looking."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )
    total = Count()
    with counts(contest, jobs) as parts, bar:
        task = bar.add_task(contest.game, total=contest.matches)
        for part in parts:
            total.join(part)
            bar.update(task, completed=total.matches)
    return total


# What is printed


def _report(contest: Contest, count: Count) -> dict[str, Any]:
    """Return what is printed with --json: rates from 0 to 1, errors as they are in 95 of 100 cases."""
    return {
        "game": contest.game,
        "player": contest.player,
        "seats": contest.seats,
        "seed": contest.seed,
        "cards": contest.pool,
        "games": contest.games,
        "matches": count.matches,
        "given_up": count.given_up,
        "draws": count.draws,
        "mean_actions": round(count.actions / count.matches, 2),
        "mean_turns": round(mean(count.turns), 2),
        "by_seat": [round(count.seats[seat].rate, 4) for seat in range(contest.seats)],
        "decks": {deck: _rounded(count.decks[deck]) for deck in contest.decks},
        "against": {
            deck: {other: _rounded(tally) for (one, other), tally in count.against.items() if one == deck}
            for deck in contest.decks
        },
        "played": {
            number: {
                "held": card.held.matches,
                "played": card.played.matches,
                "times": card.times,
                "rate": round(card.played.rate, 4),
                "lift": round(card.lift, 4),
            }
            for number, card in card_counts(contest, count).items()
        },
        "outside": outside(count, contest.seats),
    }


def _rounded(tally: Tally) -> dict[str, Any]:
    return {"matches": tally.matches, "rate": round(tally.rate, 4), "error": round(tally.error, 4)}


def _print(contest: Contest, count: Count, rows: int) -> None:
    console = Console()
    if not console.is_terminal:
        console = Console(width=_WIDTH)
    console.print(_deck_table(contest, count))
    console.print(_length_words(contest, count), highlight=False)
    if rows > 0:
        console.print(_card_table(contest, count, rows))
    low, high = bounds(contest.seats)
    wrong = outside(count, contest.seats)
    said = f"outside: {', '.join(wrong)}" if wrong else "every deck lies within"
    console.print(f"In balance is {low:.1%} to {high:.1%} over all line-ups: {said}.", highlight=False)


def _deck_table(contest: Contest, count: Count) -> Table:
    """Return each deck's win rate over all line-ups and against each other deck, the best first."""
    ranked = sorted(contest.decks, key=lambda deck: -count.decks[deck].rate)
    table = Table(
        title=f"{GAMES[contest.game].title}: {count.matches:,} matches of {contest.seats},"
        f" {contest.games} of each line-up, {contest.player} in all seats, seed {contest.seed}",
        title_justify="left",
    )
    for column in ("", "deck"):
        table.add_column(column)
    for column in ("all", "±", *[str(place) for place in range(1, len(ranked) + 1)]):
        table.add_column(column, justify="right")
    low, high = bounds(contest.seats)
    for place, deck in enumerate(ranked, start=1):
        tally = count.decks[deck]
        mark = "" if low <= tally.rate <= high else "bold red"
        cells = ["·" if other == deck else _percent(count.against[deck, other]) for other in ranked]
        table.add_row(str(place), deck, _percent(tally, ".1%"), f"{tally.error:.1%}", *cells, style=mark)
    return table


def _percent(tally: Tally, form: str = ".0%") -> str:
    return format(tally.rate, form)


def _length_words(contest: Contest, count: Count) -> str:
    """Return how long the matches were, and whether a seat has an advantage."""
    seats = ", ".join([f"{seat + 1}: {count.seats[seat].rate:.1%}" for seat in range(contest.seats)])
    words = [
        f"Won by seat {seats}.",
        f"Draws: {count.draws}.",
        f"Actions: {count.actions / count.matches:.0f}.",
    ]
    if any(count.turns):
        tenths = quantiles(count.turns, n=10) if len(count.turns) > 1 else count.turns * 9
        words.append(
            f"Turns: {mean(count.turns):.1f} on average,"
            f" {tenths[0]:.0f} to {tenths[-1]:.0f} in 8 of 10 matches."
        )
    if count.given_up:
        words.append(f"Given up as endless: {count.given_up}.")
    return " ".join(words)


def _card_table(contest: Contest, count: Count, rows: int) -> Table:
    """Return the cards that go with winning most and least, by comparison with their decks."""
    found = card_counts(contest, count)
    cards = _building(GAMES[contest.game]).cards(contest.pool)
    ranked = sorted(
        [one for one in found.items() if one[1].played.matches >= SELDOM * max(1, one[1].held.matches)],
        key=lambda one: (-one[1].lift, one[0]),
    )
    table = Table(title="Cards, by how much more their decks win when they are played", title_justify="left")
    table.add_column("card")
    table.add_column("name")
    table.add_column("rank")
    for column in ("played in", "a match", "won then", "its decks", "more", "±"):
        table.add_column(column, justify="right")
    best, worst = ranked[:rows], ranked[rows:][-rows:]
    for place, (number, card) in enumerate((*best, *worst)):
        last = place == len(best) - 1 and bool(worst)
        table.add_row(number, *_card_cells(number, card, cards), end_section=last)
    return table


def _card_cells(number: str, card: CardCount, cards: Mapping[str, DeckCard]) -> list[str]:
    held = max(1, card.held.matches)
    return [
        cards[number].name.replace("[", r"\["),
        cards[number].rank,
        f"{card.played.matches / held:.0%}",
        f"{card.times / held:.2f}",
        _percent(card.played, ".1%"),
        _percent(card.held, ".1%"),
        f"{card.lift:+.1%}",
        f"{card.played.error:.1%}",
    ]


def _say(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code
