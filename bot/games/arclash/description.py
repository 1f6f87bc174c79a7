"""A whole position as plain text: every card in sight by name; no line over 64 characters."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from bot.engine.contract import Seat
from bot.engine.phrases import SEAT_MARKS, count, listed
from bot.games.arclash.names import PHASES, Talk, awaited, in_sight, parts_words, points_words
from bot.games.arclash.view import Place, Shown

LINE = 64
"""Characters of a line."""
LIMIT = 3500
"""Characters of the whole description."""


class _Room(NamedTuple):
    """How much is told; what does not fit is told with less."""

    texts: int
    """Characters of each card's text; 0 for none."""
    discards: int
    """Cards of each discard pile that are named."""


_ROOMS = (_Room(200, 99), _Room(90, 99), _Room(90, 8), _Room(0, 8), _Room(0, 3), _Room(0, 0))


def describe(talk: Talk) -> str:
    """Return the position in words, at most `LIMIT` characters.

    A backtick would end the block it stands in.
    """
    text = ""
    for room in _ROOMS:
        text = _described(talk, room).replace("`", "'")
        if len(text) <= LIMIT:
            return text
    return f"{text[: LIMIT - 2].rsplit(chr(10), 1)[0]}\n…"


def _described(talk: Talk, room: _Room) -> str:
    parts = [
        _heading(talk),
        *["\n".join(_seat_lines(talk, seat, room)) for seat in range(talk.view.seats)],
        "\n".join(_own_lines(talk)),
        "\n".join(_texts(talk, room)),
    ]
    return "\n\n".join([part for part in parts if part])


def _wrap(text: str, first: str = "", rest: str = "    ") -> str:
    return textwrap.fill(
        text,
        LINE,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=True,
    )


def _heading(talk: Talk) -> str:
    options = talk.view.options
    limit = f", at most {count(options.rounds, 'turn')}" if options.rounds else ""
    goal = f"Arclash: {count(options.score, 'point')} win{'s' if options.score == 1 else ''}{limit}."
    return f"{_wrap(goal)}\n{_wrap(_now(talk))}"


def _now(talk: Talk) -> str:
    view = talk.view
    if view.outcome is not None:
        winners = listed([talk.names[seat] for seat in view.outcome.winners])
        return f"Over: {f'{winners} won' if winners else 'a draw'}. {view.outcome.why.rstrip('.')}."
    turn = f"Turn {view.turn}, " if view.turn else ""
    waiting = listed([talk.names[seat] for seat in awaited(view)]) or "nobody"
    asking = in_sight(view).get(view.question.card) if view.question else None
    why = f" (asked by {talk.lexicon.plain(asking)})" if asking else ""
    order = listed([talk.names[seat] for seat in view.order])
    stage = f" Supports are played in the order {order}." if order else ""
    return f"{turn}{PHASES[view.phase]}: waiting for {waiting}{why}.{stage}"


def _names(talk: Talk, cards: Iterable[Shown]) -> str:
    copies = Counter([card.number for card in cards])
    return "; ".join([f"{talk.lexicon.plain(one)}{f' x{n}' if n > 1 else ''}" for one, n in copies.items()])


def _seat_lines(talk: Talk, seat: Seat, room: _Room) -> list[str]:
    place = talk.view.places[seat]
    head = f"{SEAT_MARKS[seat]} {talk.names[seat]} (seat {seat + 1}): {points_words(place.score)}"
    lines = [_wrap(f"{head}{_marks(talk, place)}.")]
    if place.stack:
        lines.append(_wrap(_stack_words(talk, place), "  "))
        lines.append(_wrap(f"Power {place.power}: {parts_words(place.parts, talk.lexicon)}.", "  "))
    if place.supports:
        lines.append(_wrap(f"Supports: {_names(talk, place.supports)}.", "  "))
    for guard in place.guards:
        against = listed([_GUARDED[one] for one in guard.against], "or")
        lines.append(_wrap(f"Guarded by {talk.lexicon.plain(guard.source)} against {against}.", "  "))
    if talk.view.turn:
        lines.append(_wrap(_stock(talk, place, room), "  "))
    return lines


_GUARDED = {"debuff": "loss of power", "level-down": "going down a level", "discard": "discarding"}


def _marks(talk: Talk, place: Place) -> str:
    if place.out:
        return ", has resigned"
    done = "passed" if talk.view.phase == "support" else "stands"
    marks = ["ready"] if place.ready else []
    marks += [done] if place.done else []
    marks += [f"{place.last} the last battle"] if place.last else []
    return "".join([f", {mark}" for mark in marks])


def _stack_words(talk: Talk, place: Place) -> str:
    top, below = talk.lexicon.plain(place.stack[-1].number), _names(talk, reversed(place.stack[:-1]))
    card = talk.lexicon.face(place.stack[-1].number)
    traits = f" [{', '.join(card.traits)}]" if card is not None and card.traits else ""
    level = f"Level {card.level}: " if card is not None else ""
    return f"{level}{top}{traits}{f', upon: {below}' if below else ''}."


def _stock(talk: Talk, place: Place, room: _Room) -> str:
    named = place.discard[-room.discards :] if room.discards else ()
    more = len(place.discard) - len(named)
    pile = _names(talk, named) + (
        f"{' and ' if named else ''}{count(more, 'card')}{' before' if named else ''}" if more else ""
    )
    return f"{place.hand} in hand, {place.deck} in the deck, discard pile: {pile or 'empty'}."


def _own_lines(talk: Talk) -> list[str]:
    view = talk.view
    if view.viewer is None:
        return []
    lines = [f"Your hand: {_names(talk, view.hand) or 'empty'}."] if view.turn else []
    if view.openers and view.placed is None:
        lines.append(f"You may begin with: {_names(talk, view.openers)}.")
    if view.placed is not None:
        paying = f", discarding {_names(talk, view.paying)} for it" if view.paying else ""
        owed = f"; {count(view.owed, 'card')} to be chosen yet" if view.owed else ""
        lines.append(f"You have put {talk.lexicon.plain(view.placed.number)} face down{paying}{owed}.")
    if view.looking:
        lines.append(f"You look at: {_names(talk, view.looking)}.")
    return [_wrap(line) for line in lines]


def _texts(talk: Talk, room: _Room) -> list[str]:
    """Return the texts of the cards in play, current Characters and Supports first, each card once."""
    if not room.texts:
        return []
    places = [place for place in talk.view.places if not place.out]
    cards = [card for place in places for card in (*place.stack[-1:], *place.supports)]
    cards += [card for place in places for card in reversed(place.stack[:-1])]
    lines = []
    for number in dict.fromkeys([card.number for card in cards]):
        text = talk.lexicon.short(number)
        if text:
            words = text if len(text) <= room.texts else f"{text[: room.texts - 1]}…"
            lines.append(_wrap(f"{talk.lexicon.plain(number)}: {words}"))
    return lines
