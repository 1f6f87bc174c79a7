"""`cards try`: a local test table with card files, a position, or both."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from bot.engine.cards.game import AnyPool
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.host.cli.commands import CannotStart
from bot.host.cli.files import game_of_file, learn_card_files, only_game
from bot.host.cli.local import First, open_table
from bot.host.client import Tablepost
from bot.host.settings import read_settings
from bot.parts.workshop.test_table.model import LONGEST
from bot.parts.workshop.test_table.playing import BadPosition, begun, position_for
from bot.parts.workshop.test_table.service import TestTableService
from cogs.workshop.test_tables import first_position


class Laid(NamedTuple):
    """The cards and the position of a test table."""

    game: Game
    pool: AnyPool | None
    title: str
    """The title of the cards; "" for the shipped cards."""
    position: str
    """"" for none."""


def run(args: argparse.Namespace) -> int:
    """Start the local table with a test table. Raises `CannotStart` for a file that cannot be used."""
    laid = read(args.files, args.game, args.card)
    browser = False if args.no_browser else None
    settings = read_settings(local_port=args.port, local_open_browser=browser, local_language=args.language)
    return open_table(settings, First(laying(laid), "cards try"))


def laying(laid: Laid) -> Callable[[Tablepost, int], Awaitable[None]]:
    """Return a function that puts this on a person's test table, and starts a position if there is one."""

    async def lay(bot: Tablepost, user: int) -> None:
        cards = None if laid.pool is None else laid.pool.hash
        begins = laid.position or first_position(laid.game, laid.pool)
        table = await bot.services.of(TestTableService).lay(user, laid.game.key, cards, laid.title, begins)
        if laid.position:
            await bot.services.of(TestTableService).begin(user, table)

    return lay


def read(paths: Sequence[Path], key: str | None, card: str | None = None) -> Laid:
    """Read these files, or find a position for a card. Raises `CannotStart` for what cannot be used."""
    sets = [path for path in paths if path.suffix.lower() == ".toml"]
    positions = [path for path in paths if path not in sets]
    if len(positions) > 1:
        raise CannotStart(f"{positions[1]}: a table begins with one position, and there is one already.")
    # The given game, else the single game of the card files.
    if key is not None and key not in GAMES:
        raise CannotStart(f'There is no game "{key}": {", ".join(GAMES)}.')
    game = GAMES[key or only_game(dict.fromkeys([game_of_file(path) for path in sets]) or GAMES)]
    pool, title = _cards(sets, game)
    text = _text(positions[0]) if positions else ""
    if text:
        try:
            begun(text, game, None if pool is None else pool.hash)
        except BadPosition as fault:
            raise CannotStart(f"{positions[0]}: {fault}") from None
    if card is not None:
        text = _for_card(game, pool, card, text)
    return Laid(game, pool, title, text)


def _for_card(game: Game, pool: AnyPool | None, card: str, text: str) -> str:
    """Return a position in which a card does what it says. Raises `CannotStart`."""
    if text:
        raise CannotStart("--card looks for a position, and there is one already: leave out one of them.")
    if pool is None or game.cards is None or game.cards.editor is None or card.upper() not in pool.cards:
        raise CannotStart(f'There is no card "{card}": name it by its set number.')
    position, works = position_for(game.key, pool.hash, card.upper())
    if not works:
        print(f"No position was found in which {card.upper()} does what it says.")
    return position


def _cards(paths: Sequence[Path], game: Game) -> tuple[AnyPool | None, str]:
    """Return the cards of a test table, including those in files, and their title."""
    if game.cards is None:
        if paths:
            raise CannotStart(f"{paths[0]}: {game.title} has no cards of one's own.")
        return None, ""
    standard: AnyPool = game.cards.library.standard
    if not paths:
        return standard, ""
    pool = learn_card_files(paths, game.cards)
    titles = [one.title for one in pool.sets if one not in standard.sets]
    return pool, ", ".join(titles)


def _text(path: Path) -> str:
    try:
        return path.read_bytes()[: 4 * LONGEST + 1].decode("utf-8-sig").strip()
    except (OSError, UnicodeDecodeError):
        raise CannotStart(f"{path}: this is no text that can be read.") from None
