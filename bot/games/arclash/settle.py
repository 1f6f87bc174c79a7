"""Checking and completing the options of a match."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.errors import BadOptions
from bot.engine.language import gettext
from bot.engine.options import check_options, check_seats
from bot.engine.phrases import echo
from bot.games.arclash.cards import Library
from bot.games.arclash.decks import ready_decks
from bot.games.arclash.options import STANDARD, Options

SEATS = range(2, 7)


def settle(options: Options, seats: int, library: Library) -> Options:
    """Return the options with the hash of the cards. Raises `BadOptions` with a sentence (ARC-04)."""
    check_seats("Arclash", SEATS, seats)
    check_options(options)
    if options.cards == STANDARD:
        options = replace(options, cards=library.standard.hash)
    _check_cards(options.cards, library)
    return options


def _check_cards(cards: str, library: Library) -> None:
    if cards not in library:
        raise BadOptions(
            gettext(
                'There are no cards {cards} here. Choose "{standard}", or a set that was added.',
                cards=echo(cards),
                standard=STANDARD,
            )
        )
    if not ready_decks(library[cards]):
        raise BadOptions(
            gettext("Among these cards is no ready deck that is legal, so that nobody could begin.")
        )
