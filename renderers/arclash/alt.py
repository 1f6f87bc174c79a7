"""The pictures in words, for those who cannot see them; Discord keeps 256 characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.games.arclash import facts
from bot.games.arclash.cards import AnyCard, Character, Pool
from bot.games.arclash.cardtext import rules_text
from bot.games.arclash.view import ArclashView, Place, Shown
from renderers.arclash.header import PHASES
from renderers.arclash.panels import status_of
from renderers.contract import ALT_TEXT_LIMIT
from renderers.kit.text import ELLIPSIS, printable

_NAME_ROOM = 18


def table_text(view: ArclashView, names: Sequence[str], recent: Sequence[Any], pool: Pool) -> str:
    """Return the phase, the last battle, and each seat's score, Character and power."""
    short = [_short(names, seat) for seat in range(view.seats)]
    seats = [_seat(view, seat, short[seat], pool) for seat in range(view.seats)]
    return _joined([_stage(view, short), _battle(recent, short), *seats])


def hand_text(name: str, cards: Sequence[Shown], pool: Pool) -> str:
    """Return the cards of the viewer's hand by name."""
    whose = f"{_cut(printable(name) or 'Your')}’s hand"
    if not cards:
        return f"{whose} is empty."
    said = f"{whose}: "
    names = [_print(pool.cards[shown.number].name) for shown in cards]
    for at, one in enumerate(names):
        tail = f", and {len(names) - at} more."
        longer = f"{said}{', ' if at else ''}{one}"
        if len(longer) + len(tail) > ALT_TEXT_LIMIT:
            return said + tail.lstrip(", " if not at else "")
        said = longer
    return f"{said}."


def card_text(card: AnyCard) -> str:
    """Return a card in words: what it is, and its rules text as far as there is room."""
    kind = f"Level {card.level}, {card.power} power" if isinstance(card, Character) else "Support"
    return _fitted(f"{_print(card.name)} ({card.number}). {kind}. {' '.join(rules_text(card))}".strip())


def closer_text(view: ArclashView, seat: int, names: Sequence[str], pool: Pool) -> str:
    """Return one seat's stack and Supports by name."""
    place = view.places[seat]
    stack = ", ".join(_print(pool.cards[shown.number].name) for shown in place.stack)
    supports = ", ".join(_print(pool.cards[shown.number].name) for shown in place.supports)
    said = f"{_short(names, seat)}: power {place.power}. Stack: {stack}."
    return _fitted(said + (f" Supports: {supports}." if supports else ""))


def _joined(parts: Sequence[str]) -> str:
    said = ""
    for part in filter(None, parts):
        longer = f"{said} {part}".strip()
        if len(longer) > ALT_TEXT_LIMIT:
            break
        said = longer
    return said or _fitted(parts[0])


def _fitted(words: str) -> str:
    return words if len(words) <= ALT_TEXT_LIMIT else words[: ALT_TEXT_LIMIT - 1].rstrip() + ELLIPSIS


def _print(name: str) -> str:
    return printable(name)


def _cut(name: str) -> str:
    return name if len(name) <= _NAME_ROOM else name[: _NAME_ROOM - 1].rstrip() + ELLIPSIS


def _short(names: Sequence[str], seat: int) -> str:
    kept = printable(names[seat]) if seat < len(names) else ""
    return _cut(kept or f"Player {seat + 1}")


def _stage(view: ArclashView, names: Sequence[str]) -> str:
    if view.outcome is not None:
        winners = view.outcome.winners
        won = f"{' and '.join(names[seat] for seat in winners)} {'wins' if len(winners) == 1 else 'win'}"
        return f"Arclash is over: {won if winners else 'a draw'}."
    turn = f", turn {view.turn}" if view.turn else ""
    awaited = [names[seat] for seat in range(view.seats) if status_of(view, seat)[0] in ("sand", "turn")]
    who = f" {', '.join(awaited)} to choose." if awaited else ""
    return f"Arclash{turn}: {PHASES[view.phase]}.{who}"


def _battle(recent: Sequence[Any], names: Sequence[str]) -> str:
    for fact in reversed(recent):
        if isinstance(fact, facts.Beaten):
            return f"{names[fact.winner]} won the battle with {fact.powers[fact.winner]}."
    return ""


def _seat(view: ArclashView, seat: int, name: str, pool: Pool) -> str:
    place: Place = view.places[seat]
    if not place.stack:
        return f"{name} {status_of(view, seat)[1]}."
    current = pool.cards[place.stack[-1].number]
    ready = " Ready." if place.ready else ""
    who = f"{_print(current.name)}, level {current.level}, power {place.power}"
    return f"{name} {place.score} points: {who}.{ready}"
