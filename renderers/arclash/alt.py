"""The pictures in words, for those who cannot see them; Discord keeps 256 characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.language import gettext, ngettext
from bot.engine.phrases import listed
from bot.games.arclash import facts
from bot.games.arclash.cards import AnyCard, Character, Pool
from bot.games.arclash.cardtext import card_name, rules_text
from bot.games.arclash.view import ArclashView, Place, Shown
from renderers.arclash.header import PHASES
from renderers.arclash.panels import status_of
from renderers.contract import ALT_TEXT_LIMIT
from renderers.kit.players import told_name, told_player
from renderers.kit.text import ELLIPSIS, printable


def table_text(view: ArclashView, names: Sequence[str], recent: Sequence[Any], pool: Pool) -> str:
    """Return the phase, the last battle, and each seat's score, Character and power."""
    short = [told_player(names, seat) for seat in range(view.seats)]
    seats = [_seat(view, seat, short[seat], pool) for seat in range(view.seats)]
    return _joined([_stage(view, short), _battle(recent, short), *seats])


def hand_text(name: str, cards: Sequence[Shown], pool: Pool) -> str:
    """Return the cards of the viewer's hand by name, as many as there is room for."""
    player = told_name(printable(name))
    if not cards:
        return gettext("{player}’s hand is empty.", player=player)
    names = [_name(pool, shown) for shown in cards]
    for kept in range(len(names), 0, -1):
        more = len(names) - kept
        if len(_some(player, names[:kept], more + 1)) <= ALT_TEXT_LIMIT:
            return _some(player, names[:kept], more)
    return gettext("{player}’s hand: and {number} more.", player=player, number=len(names))


def _some(player: str, names: Sequence[str], more: int) -> str:
    """Return the beginning of a hand."""
    cards = ", ".join(names)
    if not more:
        return gettext("{player}’s hand: {cards}.", player=player, cards=cards)
    return gettext("{player}’s hand: {cards}, and {number} more.", player=player, cards=cards, number=more)


def card_text(card: AnyCard) -> str:
    """Return a card in words: what it is, and its rules text as far as there is room."""
    kind = gettext("Support.")
    if isinstance(card, Character):
        kind = gettext("Level {level}, {power} power.", level=card.level, power=card.power)
    rules = " ".join(rules_text(card))
    return _fitted(f"{printable(card_name(card))} ({card.number}). {kind} {rules}".strip())


def closer_text(view: ArclashView, seat: int, names: Sequence[str], pool: Pool) -> str:
    """Return one seat's stack and Supports by name."""
    place, player = view.places[seat], told_player(names, seat)
    stack = ", ".join([_name(pool, shown) for shown in place.stack])
    said = gettext("{player}: power {power}. Stack: {cards}.", player=player, power=place.power, cards=stack)
    supports = ", ".join([_name(pool, shown) for shown in place.supports])
    also = gettext("Supports: {cards}.", cards=supports) if supports else ""
    return _fitted(f"{said} {also}".rstrip())


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


def _name(pool: Pool, shown: Shown) -> str:
    return printable(card_name(pool.cards[shown.number]))


def _stage(view: ArclashView, names: Sequence[str]) -> str:
    if view.outcome is not None:
        winners = [names[seat] for seat in view.outcome.winners]
        return _ending(winners) if winners else gettext("Arclash is over: a draw.")
    phase = gettext(PHASES[view.phase])
    said = gettext("Arclash: {phase}.", phase=phase)
    if view.turn:
        said = gettext("Arclash, turn {number}: {phase}.", number=view.turn, phase=phase)
    awaited = [names[seat] for seat in range(view.seats) if status_of(view, seat)[0] in ("sand", "turn")]
    who = gettext("{players} to choose.", players=", ".join(awaited)) if awaited else ""
    return f"{said} {who}".rstrip()


def _ending(winners: Sequence[str]) -> str:
    return ngettext(
        "Arclash is over: {winners} wins.",
        "Arclash is over: {winners} win.",
        len(winners),
        winners=listed(winners),
    )


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
