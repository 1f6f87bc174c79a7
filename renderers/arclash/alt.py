"""The pictures in words, for those who cannot see them; Discord keeps 256 characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.cards.printed import card_name
from bot.engine.language import gettext, ngettext
from bot.games.arclash.cards.cards import AnyCard, Character, Pool
from bot.games.arclash.cards.cardtext import rules_text
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.view import ArclashView, Place, Shown
from renderers.arclash.hand import in_order
from renderers.arclash.header import PHASES
from renderers.arclash.panels import status_of
from renderers.contract import Sort
from renderers.kit.alt_text import alt_player, cut, game_over, joined
from renderers.kit.text import printable


def table_text(view: ArclashView, names: Sequence[str], recent: Sequence[Any], pool: Pool) -> str:
    """Return the phase, the last battle, and each seat's score, Character and power."""
    short = [alt_player(names, seat) for seat in range(view.seats)]
    seats = [_seat(view, seat, short[seat], pool) for seat in range(view.seats)]
    return joined([_phase(view, short), _battle(recent, short), *seats])


def hand_names(view: ArclashView, sort: Sort, pool: Pool) -> list[str]:
    """Return the cards of the viewer's hand by name."""
    return [_name(pool, shown) for shown in in_order(view.hand, sort, pool)]


def card_text(card: AnyCard) -> str:
    """Return a card in words: what it is, and its rules text as far as there is room."""
    kind = gettext("Support.")
    if isinstance(card, Character):
        kind = gettext("Level {level}, {power} power.", level=card.level, power=card.power)
    rules = " ".join(rules_text(card))
    return cut(f"{printable(card_name(card))} ({card.number}). {kind} {rules}".strip())


def closer_text(view: ArclashView, seat: int, names: Sequence[str], pool: Pool) -> str:
    """Return one seat's stack and Supports by name."""
    place, player = view.places[seat], alt_player(names, seat)
    stack = ", ".join([_name(pool, shown) for shown in place.stack])
    said = gettext("{player}: power {power}. Stack: {cards}.", player=player, power=place.power, cards=stack)
    supports = ", ".join([_name(pool, shown) for shown in place.supports])
    also = gettext("Supports: {cards}.", cards=supports) if supports else ""
    return cut(f"{said} {also}".rstrip())


def _name(pool: Pool, shown: Shown) -> str:
    return printable(card_name(pool.cards[shown.number]))


def _phase(view: ArclashView, names: Sequence[str]) -> str:
    if view.outcome is not None:
        return game_over("Arclash", view.outcome, names, gettext("Arclash is over: a draw."))
    phase = gettext(PHASES[view.phase])
    said = gettext("Arclash: {phase}.", phase=phase)
    if view.turn:
        said = gettext("Arclash, turn {number}: {phase}.", number=view.turn, phase=phase)
    awaited = [names[seat] for seat in range(view.seats) if status_of(view, seat)[0] in ("sand", "turn")]
    who = gettext("{players} to choose.", players=", ".join(awaited)) if awaited else ""
    return f"{said} {who}".rstrip()


def _battle(recent: Sequence[Any], names: Sequence[str]) -> str:
    for fact in reversed(recent):
        if isinstance(fact, facts.Beaten):
            won, power = names[fact.winner], fact.powers[fact.winner]
            return gettext("{player} won the battle with {power}.", player=won, power=power)
    return ""


def _seat(view: ArclashView, seat: int, name: str, pool: Pool) -> str:
    place: Place = view.places[seat]
    if not place.stack:
        return gettext("{player} {status}.", player=name, status=status_of(view, seat)[1])
    said = ngettext(
        "{player} {number} point: {card}, level {level}, power {power}.",
        "{player} {number} points: {card}, level {level}, power {power}.",
        place.score,
        player=name,
        card=_name(pool, place.stack[-1]),
        level=pool.cards[place.stack[-1].number].level,
        power=place.power,
    )
    ready = gettext("Ready.") if place.ready else ""
    return f"{said} {ready}".rstrip()
