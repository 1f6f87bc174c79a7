"""Shared arguments of the commands that play matches, and the messages for invalid ones."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

from bot.engine.errors import BadOptions
from bot.engine.options import meant, shown
from bot.engine.players.opponent import Opponent
from bot.engine.sentences import either
from bot.games.computers import COMPUTERS
from bot.games.game import Game
from bot.games.registry import GAMES


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments `--seed` and `--json` of a command that plays."""
    parser.add_argument("--seed", default="1", metavar="S", help="any text; the same one plays the same")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def add_playing_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments `--seed`, `--jobs` and `--json` of a command that measures by self-play."""
    add_output_arguments(parser)
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
        help="processes to play in (default: one a processor); the result is the same",
    )  # fmt: skip


def game_of(key: str) -> Game:
    """Return the game of this key. Raises `BadOptions`."""
    game = GAMES.get(key)
    if game is None:
        raise BadOptions(f"There is no game {shown(key)}{meant(key, GAMES)}. Choose {either(list(GAMES))}.")
    return game


def seats_of(game: Game, asked: int | None) -> int:
    """Return the number of seats, by default the fewest of the game. Raises `BadOptions`."""
    seats = game.seats[0] if asked is None else asked
    if seats not in game.seats:
        raise BadOptions(f"{game.title} has {game.seats[0]} to {game.seats[-1]} seats, not {seats}.")
    return seats


def able(game: str, players: Mapping[str, Opponent] = COMPUTERS) -> list[str]:
    """Return the keys of the computer players of a game."""
    return [key for key, player in players.items() if player.plays(game)]


def check_players(keys: Iterable[str], game: str, players: Mapping[str, Opponent] = COMPUTERS) -> None:
    """Raise `BadOptions` if a key is not a computer player of the game."""
    known = able(game, players)
    for key in keys:
        if key not in known:
            near = meant(key, known)
            raise BadOptions(
                f"There is no computer player {shown(key)} for {game}{near}. Choose {either(known)}."
            )


def json_object(text: str, example: str) -> dict[str, Any]:
    """Return options given as JSON. Raises `BadOptions` with an example."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise BadOptions(f"--options is a JSON object such as {example}, not {shown(text)}.")
    return given
