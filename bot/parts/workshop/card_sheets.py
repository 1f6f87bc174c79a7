"""Sheets of cards: pages to print, and pictures for tabletop simulators, drawn piece by piece.

A piece, such as a page, takes less than a second, so that in a worker others do not wait long for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from bot.engine.cards.game import AnyCard
from bot.engine.errors import Refusal
from bot.games.game import Game
from bot.games.registry import GAMES
from renderers.workshop import card_sheets

PNG, PDF, TABLETOP = "png", "pdf", "tabletop"
WAYS: Final = (PNG, PDF, TABLETOP)
"""The formats of card sheets."""


MOST_PICTURES: Final = 10
"""The most pages of one answer as pictures."""
Draws: TypeAlias = Callable[..., Awaitable[Any]]
"""Runs a job with its arguments, for example in a worker, and returns its result."""


class Sheets(NamedTuple):
    """The drawn sheets."""

    files: tuple[bytes, ...]
    """A PDF, pages as PNG, or a picture for a simulator as JPEG."""
    cards: int
    """The number of requested cards that are on them."""


def printed_numbers(cards: Sequence[AnyCard]) -> list[str]:
    """Return the set numbers of cards, each repeated as often as a deck has copies of it."""
    return [card.number for card in cards for _ in range(getattr(card, "copies", 1))]


async def draw_sheets(
    draws: Draws,
    game: Game,
    pool: str,
    numbers: Sequence[str],
    way: str,
    *,
    most: int,
    report: Callable[[int], Awaitable[None]],
) -> Sheets:
    """Draw cards of a pool, given by its hash, on sheets, as many as fit into `most` bytes.

    `report` is called with the number of cards drawn. Raises `Refusal` if the game does not draw single
    cards, or if one sheet exceeds `most`.
    """
    if way == TABLETOP:
        return await _tabletop(draws, game, pool, numbers, report)
    files: list[bytes] = []
    done = 0
    for nine in card_sheets.batches(numbers, card_sheets.PAGE_CARDS):
        await report(done)
        if way == PDF:
            made = [await draws(add_page, game.key, pool, nine, files[0] if files else b"")]
        else:
            made = [*files, await draws(draw_page, game.key, pool, nine)]
        if sum(map(len, made)) > most:
            break
        files, done = made, done + len(nine)
        if len(files) == MOST_PICTURES:
            break
    if not files:
        raise Refusal.translated("A page of these cards is larger than Discord takes. Ask for a PDF instead.")
    return Sheets(tuple(files), done)


async def _tabletop(
    draws: Draws,
    game: Game,
    pool: str,
    numbers: Sequence[str],
    report: Callable[[int], Awaitable[None]],
) -> Sheets:
    """Draw one picture for a simulator; at most 69 cards fit."""
    rows: list[bytes] = []
    shown = numbers[: card_sheets.TABLETOP_CARDS]
    for done, ten in enumerate(card_sheets.batches(shown, card_sheets.TABLETOP_COLUMNS)):
        await report(done * card_sheets.TABLETOP_COLUMNS)
        rows.append(await draws(draw_row, game.key, pool, ten))
    return Sheets((await draws(put_together, rows),), len(shown))


def all_sheets(game: Game, pool: str, numbers: Sequence[str], way: str) -> list[bytes]:
    """Return all sheets of cards: one PDF, or pictures as PNG. Raises `Refusal` like `draw_sheets`."""
    key = game.key
    if way == TABLETOP:
        decks = card_sheets.batches(numbers, card_sheets.TABLETOP_CARDS)
        tens = [card_sheets.batches(deck, card_sheets.TABLETOP_COLUMNS) for deck in decks]
        return [card_sheets.tabletop_of([draw_row(key, pool, ten) for ten in deck]) for deck in tens]
    nines = card_sheets.batches(numbers, card_sheets.PAGE_CARDS)
    if way == PNG:
        return [draw_page(key, pool, nine) for nine in nines]
    pdf = b""
    for nine in nines:
        pdf = add_page(key, pool, nine, pdf)
    return [pdf]


def draw_page(key: str, pool: str, numbers: Sequence[str]) -> bytes:
    """Return a page of cards as PNG."""
    return card_sheets.page_of(_pictures(key, pool, numbers))


def add_page(key: str, pool: str, numbers: Sequence[str], before: bytes) -> bytes:
    """Return a PDF with one more page."""
    return card_sheets.pdf_with(before, _pictures(key, pool, numbers))


def draw_row(key: str, pool: str, numbers: Sequence[str]) -> bytes:
    """Return a row of the picture for a simulator as PNG."""
    return card_sheets.tabletop_row(_pictures(key, pool, numbers))


def put_together(rows: Sequence[bytes]) -> bytes:
    """Return the picture for a simulator as JPEG."""
    return card_sheets.tabletop_of(rows, "JPEG")


def _pictures(key: str, pool: str, numbers: Sequence[str]) -> list[bytes]:
    """Draw each different card once. Raises `Refusal` if the game does not draw single cards."""
    game = GAMES[key]
    drawn = {each: game.renderer.single_card(each, pool) for each in dict.fromkeys(numbers)}
    found = {number: picture.png for number, picture in drawn.items() if picture is not None}
    if len(found) < len(drawn):
        raise Refusal.translated("Cards of {game} are not drawn one by one.", game=game.title)
    return [found[each] for each in numbers]
