"""Alt texts: descriptions of pictures for screen readers, within Discord's length limit."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from bot.base.language import gettext
from bot.engine.cards.printed import card_name
from bot.engine.contract import Seat
from bot.engine.sentences import BRIEF, PlainPrinter, safe, unmarked
from bot.engine.wording import AnyWording
from renderers.contract import ALT_TEXT_LIMIT
from renderers.kit.text import ELLIPSIS, printable
from renderers.kit.titles import given_name, numbered

_NAME = 18
"""Characters of a player's name in an alt text."""


def alt_player(names: Sequence[str], seat: int) -> str:
    """Return a player's name for an alt text, "Player 2" when nothing printable is left of it."""
    return short_name(printable(given_name(names, seat)) or numbered(seat))


def short_name(name: str) -> str:
    """Return a name, shortened where it is too long for an alt text."""
    return name if len(name) <= _NAME else name[: _NAME - 1].rstrip() + ELLIPSIS


_BOUNDARY = re.compile(r"(?<=[.!]) ")
"""Where a text may end that is too long."""
_UNBROKEN = "\u00a0"


class _Unbroken(PlainPrinter):
    """Prints plainly and names in one piece, for they may have a full stop in them."""

    def player(self, seat: Seat, names: Sequence[str]) -> str:
        """Return the name of a player."""
        return names[seat].replace(" ", _UNBROKEN)

    def thing(self, kind: str, value: Hashable, words: str) -> str:  # noqa: ARG002 - its words say it all
        """Return the words for a value."""
        return words.replace(" ", _UNBROKEN)


def table_text(
    title: str, wording: AnyWording, view: Any, names: Sequence[str], recent: Sequence[Any]
) -> str:
    """Return the player to move, the last event and the score, as far as they fit.

    The sentences are those of the channel and of the board text, without formatting.
    """
    short = [safe(alt_player(names, seat)) for seat in range(view.seats)]
    turn, _, standing = wording.status(view, short, _Unbroken()).partition("\n")
    stands = [turn, *standing.replace("\n", " · ").split(" · ")]
    closed = [line if line.endswith((".", "!")) else f"{line}." for line in stands if line]
    first, *others = [part for line in closed for part in _BOUNDARY.split(line)]
    news = next((fact for fact in reversed(recent) if wording.is_news(fact, view)), None)
    last = "" if news is None else wording.describe(news, view, short, BRIEF)
    parts = [f"{title}. {first}", last, *others]
    return joined([unmarked(part).replace(_UNBROKEN, " ") for part in parts])


def joined(sentences: Sequence[str]) -> str:
    """Return as many sentences as fit. Empty ones are skipped."""
    words = ""
    for sentence in filter(None, sentences):
        longer = f"{words} {sentence}".strip()
        if len(longer) > ALT_TEXT_LIMIT:
            break
        words = longer
    return words or cut(sentences[0])


def cut(words: str) -> str:
    """Return a text, cut with an ellipsis where it is too long."""
    return words if len(words) <= ALT_TEXT_LIMIT else words[: ALT_TEXT_LIMIT - 1].rstrip() + ELLIPSIS


def counted_names(cards: Iterable[tuple[Any, int]]) -> list[str]:
    """Return printed cards by name, each with how many of it there are."""
    return [f"{printable(card_name(card))}{f' ×{count}' if count > 1 else ''}" for card, count in cards]


def hand_text(name: str, cards: Sequence[str]) -> str:
    """Return the names of the cards of a hand, as many as fit."""
    player = short_name(printable(name))
    if not cards:
        return gettext("{player}’s hand is empty.", player=player)
    for kept in range(len(cards), 0, -1):
        more = len(cards) - kept
        if len(_beginning(player, cards[:kept], more + 1)) <= ALT_TEXT_LIMIT:
            return _beginning(player, cards[:kept], more)
    return gettext("{player}’s hand: and {number} more.", player=player, number=len(cards))


def _beginning(player: str, cards: Sequence[str], more: int) -> str:
    """Return the first cards of a hand and how many more there are."""
    listing = ", ".join(cards)
    if not more:
        return gettext("{player}’s hand: {cards}.", player=player, cards=listing)
    return gettext("{player}’s hand: {cards}, and {number} more.", player=player, cards=listing, number=more)
