"""What tells people of matches that wait for them: what has happened, calls, digests, word to who watches."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.model import Look, MatchInfo
from bot.registry import Game
from cogs.controls import Press, button
from cogs.layout import Sheet, fit, rows, safe, sheet, text
from cogs.posts import PRIMARY, accent, outcome_in_words
from cogs.tables import Named, listed

MOST_IMPORTANT = 3
"""Lines of what has happened that a notice of a turn tells."""
LINE_TEXT = 300


def lately(lines: Sequence[str], name: str) -> list[str]:
    """Return the most important of the lines since a player's last turn, and how many more there are.

    What concerns the player by name comes before the rest, and what came later before what came earlier;
    they are told in the order in which they happened.
    """
    if not lines:
        return []
    by_weight = sorted(range(len(lines)), key=lambda place: (name in lines[place], place), reverse=True)
    shown = [fit(lines[place], LINE_TEXT) for place in sorted(by_weight[:MOST_IMPORTANT])]
    more = len(lines) - len(shown)
    end = [f"-# … and {more} more, see /match history"] if more else []
    return ["**Since your last turn**", *shown, *end]


def compose_call(game: Game, look: Look, user: int, *, still: bool = False) -> Sheet:
    """Return the post that calls one player in the match's channel. It shows nothing that is not public."""
    seat = look.match.seat_of(user)
    assert seat is not None
    words = "the match still waits for you" if still else "it is your turn"
    return sheet(
        text(f"<@{user}>: {words} in {game.title}, {safe(look.match.names[seat])}."),
        *rows([button("Play", Press("play", look.match.id), PRIMARY)]),
        accent=accent([seat]),
        pings=[user],
    )


def compose_watched(game: Game, info: MatchInfo, link: str, waits_for: Sequence[str]) -> Sheet:
    """Return the word to somebody who watches a match: whom it waits for, or how it ended, and the way."""
    if info.stage.ended:
        return sheet(text(f"{outcome_in_words(game, info)}\nYou watched it in {link}."))
    names = " and ".join(safe(name) for name in waits_for) or "nobody"
    return sheet(
        text(f"### {game.title} in {link}\nThe match waits for {names} now."),
        text("-# You watch this match. `/match watch on:False` there ends it."),
    )


def compose_digest(named: Sequence[Named]) -> Sheet:
    """Return the digest of a player who is awaited in at least one of these matches."""
    waiting = [each for each in named if each.table.mine]
    others = len(named) - len(waiting)
    head = f"## {_count(len(waiting), 'match waits', 'matches wait')} for you"
    rest = f"In {_count(others, 'other match', 'other matches')} it is not your turn." if others else ""
    end = "-# /me matches lists them all, /me digest sets when this comes."
    return sheet(text(head), text(listed(waiting)), text(f"{rest}\n{end}".strip()))


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
