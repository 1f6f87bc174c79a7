"""The latest events and the contests, a line each, for the lists beside the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image

from bot.engine.facts import Resigned
from bot.engine.language import N_, gettext
from bot.games.crossfire.rules import cards, facts
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import NOBODY, CrossfireView, Pile
from renderers.crossfire.due import needed
from renderers.crossfire.piles import face_of
from renderers.kit.lines import Line, Mark, Run, Word, quiet_line
from renderers.kit.palette import PAPER
from renderers.kit.playing_cards import Face, back, chip

_PLAYER = "{player}"
"""Stands in a message until the shape of a seat is put there."""


class Chip(NamedTuple):
    """The corner of a card, face up."""

    face: Face

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        wide = 82 if self.face.rank == 10 else 68
        chip(self.face, wide, 42, PAPER).paste(image, x, y - 21)
        return wide


class Back(NamedTuple):
    """A card of a seat's pack, face down."""

    seat: int

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        back(self.seat, 44).paste(image, x, y - 22)
        return 31


def latest_lines(recent: Sequence[Any], table: Table) -> list[Line]:
    """Return a line for each fact worth one, oldest first; squares have the names of the table."""
    return [described for fact in recent for described in _lines(fact, table)]


def _lines(fact: Any, table: Table) -> list[Line]:
    if isinstance(fact, facts.StartDrawn):
        goes_first = quiet_line(gettext("{player} **goes first**"), player=Mark(fact.seat))
        return [*[_draw(draw) for draw in fact.draws], goes_first]
    if isinstance(fact, facts.Drew) and fact.card < 0:
        return []
    message = _message(fact)
    return [quiet_line(gettext(message), **_values(fact, table))] if message else []


def _draw(draw: Sequence[Card | None]) -> Line:
    """Return the cards drawn for the start, each behind its seat's mark."""
    words: list[Word] = []
    for seat, card in enumerate(draw):
        if card is not None:
            words += [Mark(seat), _shown(card)]
    return tuple(words)


def _message(fact: Any) -> str:
    """Return what is said of a fact, not yet translated; "" for one that is not worth a line."""
    if isinstance(fact, facts.Seized):
        if fact.held:
            return N_("{player} **holds** {square}")
        if fact.base:
            return N_("{player} **won** {square} **· a base!**")
        return N_("{player} **won** {square}")
    if isinstance(fact, facts.Probed) and not fact.leads:
        return N_("{player} {card} **fails at** {neutral} {square}")
    return _MESSAGES.get(type(fact), "")


_MESSAGES: Mapping[type, str] = {
    facts.BasesRedealt: N_("{player} **dealt new bases**"),
    facts.BasesKept: N_("{player} **keeps the bases**"),
    facts.Drew: N_("{player} drew {card}"),
    facts.Laid: N_("{player} {card} laid at {square}"),
    facts.Supported: N_("{player} {card} supports {square}"),
    facts.Attacked: N_("{player} {card} **attacks** {square}"),
    facts.Probed: N_("{player} {card} **beats** {neutral} {square}"),
    facts.Answered: N_("{player} {card} **answers at** {square}"),
    facts.Rebuilt: N_("{player} {card} rebuilds {square}"),
    facts.Raised: N_("{player} **tower** {royal} {ten} at {square}"),
    facts.Discarded: N_("{player} discards {card}"),
    facts.Replaced: N_("{player} {joker} for {card} at {square}"),
    facts.KeptOne: N_("{player} keeps {card} at {square}"),
    facts.Towered: N_("{player} **tower** {royal} {ten} at {square}"),
    facts.Lapsed: N_("{player} gives up {square}"),
    facts.PackEmpty: N_("{player} **has no card to draw**"),
    Resigned: N_("{player} **resigned**"),
}


def _values(fact: Any, table: Table) -> dict[str, Word | list[Word]]:
    """Return what stands in a message for the fields that a fact has."""
    values: dict[str, Word | list[Word]] = {"player": Mark(fact.seat)}
    for field in ("card", "neutral", "joker", "royal", "ten"):
        if hasattr(fact, field):
            values[field] = _shown(getattr(fact, field))
    square = fact.base if isinstance(fact, facts.Supported) else getattr(fact, "at", None)
    if square is not None:
        values["square"] = table.name(square)
    return values


def _shown(card: Card) -> Run:
    return Chip(face_of(card)) if card >= 0 else Back(cards.pack_of(card))


def deciding(view: CrossfireView) -> list[Line]:
    """Return a line for each seat that still has to redeal or keep its bases (CRF-03)."""
    return [
        quiet_line(gettext("{player} **may redeal**"), player=Mark(seat))
        for seat, waits in enumerate(view.deciding)
        if waits
    ]


def contests(view: CrossfireView, table: Table) -> list[Line]:
    """Return a line for each contest: where, who leads with what, and what would answer it."""
    return [
        (table.name(square), Chip(face_of(pile.laid[-1].card)), *_standing(pile))
        for square, pile in enumerate(view.board)
        if pile is not None and pile.contested
    ]


def _standing(pile: Pile) -> Line:
    if pile.lapsed:
        return quiet_line(gettext("{player} **wins it**"), player=Mark(pile.leader))
    least = needed(pile)
    if pile.rival != NOBODY:
        said = (
            gettext("{player} **needs {strength}**", player=_PLAYER, strength=least)
            if least
            else gettext("{player} **cannot beat it**")
        )
        return quiet_line(said, player=Mark(pile.rival))
    said = (
        gettext("{player} **leads** · {strength} beats", player=_PLAYER, strength=least)
        if least
        else gettext("{player} **leads** for good")
    )
    return quiet_line(said, player=Mark(pile.leader))
