"""Checking and completing the options of a match."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.cardgames import STANDARD
from bot.engine.errors import BadOptions
from bot.engine.language import ngettext
from bot.engine.phrases import echo
from bot.games.neocombat.cards.cards import Library
from bot.games.neocombat.rules.opening import offered
from bot.games.neocombat.rules.options import End, Options


def normalize(options: Options, seats: int, library: Library) -> Options:
    """Return the options with the pool's hash and the end filled in. Raises `BadOptions` with a sentence."""
    if not 2 <= seats <= 6:
        raise BadOptions.translated("Neo-Combat is for two to six seats, not {seats}.", seats=seats)
    cards = library.standard.hash if options.cards == STANDARD else options.cards
    if cards not in library:
        raise BadOptions.translated("There are no cards {cards}.", cards=echo(options.cards))
    roster = len(library[cards].roster)
    if seats * options.team > roster:
        raise BadOptions(
            ngettext(
                "Of {roster} varans each of {seats} seats can have {number} at most.",
                "Of {roster} varans each of {seats} seats can have {number} at most.",
                roster // seats,
                roster=roster,
                seats=seats,
            )
        )
    if options.deal == "draft" and offered(options.team, seats, roster) == options.team:
        raise BadOptions.translated(
            "With {seats} seats of {team} varans nothing is left to choose in a draft: "
            "take smaller teams, or another deal.",
            seats=seats,
            team=options.team,
        )
    return replace(options, cards=cards, end=_end(options.end, seats))


def _end(end: End, seats: int) -> End:
    """Return the end that a match of so many seats has (NEO-16)."""
    if end == "usual":
        return "first" if seats < 5 else "second"
    if end == "second" and seats < 4:
        raise BadOptions.translated(
            'The end "second" takes four seats or more: with {seats} take "first".', seats=seats
        )
    return end
