"""`cards diff`: the differences between two card files, card by card."""

from __future__ import annotations

import argparse

from bot.games.card_games import CARD_GAMES
from bot.games.catalogue import card_game
from bot.host.cli.files import game_of_file, only_game, sets_of
from bot.parts.workshop.sets.differences import differences, heading, summary


def run(args: argparse.Namespace) -> int:
    """Print the differences between the old and the new file. Raises `CannotStart` for a file with errors."""
    named = [args.game] if args.game else dict.fromkeys([game_of_file(args.old), game_of_file(args.new)])
    game = card_game(CARD_GAMES[only_game(named)], checked=False)
    (old,), (new,) = sets_of([args.old], game), sets_of([args.new], game)
    changes = differences(game, old, new)
    for change in changes:
        print(heading(change), *[f"  - {each}" for each in change.told], sep="\n")
    print(summary(changes))
    return 0
