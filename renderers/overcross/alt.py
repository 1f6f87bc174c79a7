"""The pictures in words, for those who cannot see them; Discord keeps 256 characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine.cards.printed import card_name
from bot.engine.contract import Seat
from bot.engine.language import gettext, ngettext
from bot.games.overcross.cards.cards import AnyCard, Pool
from bot.games.overcross.cards.cardtext import costs, rules_text, stats
from bot.games.overcross.rules.view import NOBODY, OvercrossView
from renderers.contract import Sort
from renderers.kit.alt_text import alt_player, counted_names, cut, game_over, joined
from renderers.kit.text import printable
from renderers.overcross.attacks import attacks
from renderers.overcross.cards import face_of, in_order
from renderers.overcross.header import goal_words, phase_words, score_words, whose_move
from renderers.overcross.sights import square_name


def table_text(view: OvercrossView, names: Sequence[str], recent: Sequence[Any], pool: Pool) -> str:
    """Return the phase, objective and score, the last attack, and as many Characters as there is room for."""
    short = [alt_player(names, seat) for seat in range(view.seats)]
    said = [_phase(view, short), _score(view, short)]
    if view.first == NOBODY:
        return joined(said)
    return joined([*said, _last(view, recent, pool), *_seats(view, short, pool)])


def _phase(view: OvercrossView, names: Sequence[str]) -> str:
    if view.outcome is not None:
        return game_over("Overcross", view.outcome, names, gettext("Overcross is over: a draw."))
    phase = ", ".join(phase_words(view))
    said = gettext("Overcross: {phase}.", phase=phase)
    return f"{said} {whose_move(view, names)}." if view.current != NOBODY else said


def _score(view: OvercrossView, names: Sequence[str]) -> str:
    goal = goal_words(view)
    if view.first == NOBODY:
        return f"{goal}."
    scores = [f"{name} {score_words(view, seat)}" for seat, name in enumerate(names)]
    return gettext("{goal}: {scores}.", goal=goal, scores=", ".join(scores))


def _last(view: OvercrossView, recent: Sequence[Any], pool: Pool) -> str:
    found = attacks(view, recent)
    if not found:
        return ""
    last = found[-1]
    names = {
        "card": printable(card_name(face_of(view, last.aimed.card, pool))),
        "target": printable(card_name(face_of(view, last.aimed.target, pool))),
    }
    if last.killed:
        return gettext("{card} killed {target}.", **names)
    if last.counters:
        return ngettext(
            "{card} hit {target}: {number} counter.",
            "{card} hit {target}: {number} counters.",
            last.counters,
            **names,
        )
    if last.aimed.hit:
        return gettext("{card} hit {target}, who saved.", **names)
    return gettext("{card} missed {target}.", **names)


def _seats(view: OvercrossView, names: Sequence[str], pool: Pool) -> Iterator[str]:
    """Yield each seat with its Characters: "Ann: Lurker D4, Well-Read Ogre E5 2/6."."""
    for seat in range(view.seats):
        pieces = list(_pieces(view, seat, pool))
        if pieces:
            yield f"{names[seat]}: {', '.join(pieces)}."


def _pieces(view: OvercrossView, seat: Seat, pool: Pool) -> Iterator[str]:
    for piece in view.pieces:
        if piece.seat == seat:
            name = printable(card_name(face_of(view, piece.card, pool)))
            harm = f" {piece.counters}/6" if piece.counters else ""
            yield f"{name} {square_name(view, piece.square)}{harm}"


def hand_names(view: OvercrossView, sort: Sort, pool: Pool) -> list[str]:
    """Return the cards of the viewer's hand by name, with how many there are."""
    held = [face_of(view, card, pool) for card in view.hand]
    return counted_names((face, held.count(face)) for face in in_order(view, sort, pool))


def card_in_words(card: AnyCard) -> str:
    """Return a card in words, as far as there is room."""
    numbers = ", ".join([stats(card), *costs(card)])
    return cut(
        f"{printable(card_name(card))} ({card.number}). {numbers}. {' '.join(rules_text(card))}".rstrip()
    )
