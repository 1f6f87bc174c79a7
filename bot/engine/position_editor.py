"""Editing positions card by card: the lines of a game's notation, and changes to them.

A position is the text that `Notated.position` reads: lines about the match, then for each player a line `seat
1:` and the lines about that player. The functions here change such a text and keep lines that they do not
know. `Notated.position` reports faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from bot.base.language import N_
from bot.engine.contract import Seat

_SEAT = re.compile(r"seat \d\s*:(.*)", re.ASCII)
_MORE = re.compile(r"(.*?)(?:^|\s+|,\s*)(\d{1,2}(?: more)?)", re.ASCII)
"""The number of unnamed cards at the end of a line: "3", "3 more"."""
_HAND = N_("Hand")
_DECK = N_("Top of the deck")
_DISCARD = N_("Discard pile")


class Zone(msgspec.Struct, frozen=True):
    """A place where cards can be put."""

    word: str
    """The word at the beginning of its line: "hand"."""
    title: str
    """The title, a message."""
    kinds: tuple[str, ...] = ()
    """The kinds of cards in the zone; all kinds if empty."""
    between: str = " "
    """The separator between its cards."""
    called: Callable[[Any], str] = lambda card: str(card.number)
    """Returns the name of a card in the notation."""
    alone: str = ""
    """The format of a card on a square, with its own line: "{card} at {square}:"."""
    of_match: bool = False
    """Whether its line belongs to the match and not to a player."""


class Moment(msgspec.Struct, frozen=True):
    """The turns and phases that a position can name."""

    title: str
    """The title, a message; `{seat}` is replaced by the seat's number."""
    lines: tuple[str, ...]
    """The lines for it; `{seat}` is replaced by the seat, `{order}` by all seats from it on."""


class PositionEditor(msgspec.Struct, frozen=True):
    """How positions of a game are composed."""

    start: Callable[[Any], str]
    """Returns a position to start with, for a pool of cards."""
    zones: tuple[Zone, ...]
    moments: tuple[Moment, ...]
    trials: Callable[[Any, Any], Iterable[str]]
    """Yields positions in which a card of a pool may do what it says, the likeliest first; seat 1 has it."""
    points: str = "{number} points"
    """The format of a seat's points."""


def hand(**fields: Any) -> Zone:
    """Return the zone of a hand."""
    return Zone("hand", _HAND, **fields)


def deck(word: str = "deck", **fields: Any) -> Zone:
    """Return the zone of the top cards of a deck."""
    return Zone(word, _DECK, **fields)


def discard(**fields: Any) -> Zone:
    """Return the zone of a discard pile."""
    return Zone("discard", _DISCARD, **fields)


def seats_of(text: str) -> int:
    """Return the number of players in a position."""
    return sum(_SEAT.fullmatch(line.strip()) is not None for line in text.splitlines())


def put(text: str, zone: Zone, seat: Seat, card: Any, square: str = "") -> str:
    """Return the position with another card in a zone of a seat, after the cards that are there."""
    of_match, players = _parted(text)
    lines = of_match if zone.of_match or seat >= len(players) else players[seat]
    called = zone.called(card)
    if zone.alone:
        lines.append(zone.alone.format(card=called, square=square, seat=seat + 1))
    else:
        _append(lines, zone, called)
    return _joined(of_match, players)


def with_points(text: str, editor: PositionEditor, seat: Seat, by: int) -> str:
    """Return the position with this number added to a seat's points, at least 0."""
    of_match, players = _parted(text)
    if seat >= len(players):
        return text
    unit = editor.points.format(number="").strip()
    said = [part.strip() for part in players[seat][0].partition(":")[2].split(",") if part.strip()]
    counted = re.compile(rf"(\d{{1,3}}) {unit.removesuffix('s')}s?", re.ASCII)
    there = next((part for part in said if counted.fullmatch(part)), "0")
    rest = [part for part in said if part != there]
    points = min(max(0, int(there.split()[0]) + by), 999)
    told = [editor.points.format(number=points), *rest] if points else rest
    players[seat][0] = f"seat {seat + 1}: {', '.join(told)}".rstrip()
    return _joined(of_match, players)


def at_moment(text: str, editor: PositionEditor, moment: Moment, seat: Seat) -> str:
    """Return an empty position with this turn and phase."""
    of_match, players = _parted(text)
    said = [line.partition(":")[0] for line in moment.lines]
    others = {line.partition(":")[0] for each in editor.moments for line in each.lines} - set(said)
    of_match = [line for line in of_match if line.partition(":")[0].strip() not in others]
    order = [each % max(1, len(players)) + 1 for each in range(seat, seat + len(players))]
    for template in moment.lines:
        line = template.format(seat=seat + 1, order=" ".join(map(str, order)))
        word = line.partition(":")[0]
        at = _place(of_match, word)
        if at is None:
            of_match.append(line)
        else:
            of_match[at] = line
    return _joined(of_match, players)


def _parted(text: str) -> tuple[list[str], list[list[str]]]:
    """Return the lines about the match, and the lines of each player, starting with the `seat` line."""
    of_match: list[str] = []
    players: list[list[str]] = []
    for line in text.splitlines():
        if _SEAT.fullmatch(line.strip()):
            players.append([line])
        elif line.strip():
            (players[-1] if players else of_match).append(line)
    return of_match, players


def _joined(of_match: Sequence[str], players: Sequence[Sequence[str]]) -> str:
    return "\n".join([*of_match, *[line for lines in players for line in lines]])


def _place(lines: Sequence[str], word: str) -> int | None:
    return next((at for at, line in enumerate(lines) if line.partition(":")[0].strip() == word), None)


def _append(lines: list[str], zone: Zone, called: str) -> None:
    at = _place(lines, zone.word)
    if at is None:
        lines.append(f"{zone.word}: {called}")
        return
    before = lines[at].partition(":")[2].strip()
    number = _MORE.fullmatch(before)
    told, more = (number[1].rstrip(", "), number[2]) if number else (before, "")
    lines[at] = f"{zone.word}: {zone.between.join([each for each in (told, called, more) if each])}"
