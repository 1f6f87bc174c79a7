"""What happened lately, and which contests are on, as short lines for the lists beside the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.engine.language import gettext
from bot.games.crossfire import cards, facts
from bot.games.crossfire.cards import Card
from bot.games.crossfire.table import Table
from bot.games.crossfire.view import NOBODY, CrossfireView, Pile
from renderers.crossfire.lines import Back, Line, Shape, Word, worded
from renderers.crossfire.piles import face_of

_STRENGTHS = {11: "J", 12: "Q", 13: "K"}
_PLAYER = "{player}"
"""Stands in a message until the shape of a seat is put there."""


def told(recent: Sequence[Any], table: Table) -> list[Line]:
    """Return a line for each fact worth one, oldest first."""
    teller, lines = _Teller(table), []
    for fact in recent:
        tell = _TELL.get(type(fact))
        if tell is not None:
            lines += tell(teller, fact)
    return lines


def _shown(card: Card) -> Word:
    return face_of(card) if card >= 0 else Back(cards.pack_of(card))


class _Teller:
    """Tells facts; squares are called by the names of its table."""

    def __init__(self, table: Table) -> None:
        self._name = table.name

    def start(self, fact: facts.StartDrawn) -> list[Line]:
        lines: list[Line] = []
        for draw in fact.draws:
            words: list[Word] = []
            for seat, card in enumerate(draw):
                if card is not None:
                    words += [Shape(seat), _shown(card)]
            lines.append(tuple(words))
        return [*lines, worded(gettext("{player} **goes first**"), player=Shape(fact.seat))]

    def redealt(self, fact: facts.BasesRedealt) -> list[Line]:
        return [worded(gettext("{player} **dealt new bases**"), player=Shape(fact.seat))]

    def kept_bases(self, fact: facts.BasesKept) -> list[Line]:
        return [worded(gettext("{player} **keeps the bases**"), player=Shape(fact.seat))]

    def seized(self, fact: facts.Seized) -> list[Line]:
        if fact.held:
            said = gettext("{player} **holds** {square}")
        elif fact.base:
            said = gettext("{player} **won** {square} **· a base!**")
        else:
            said = gettext("{player} **won** {square}")
        return [worded(said, player=Shape(fact.seat), square=self._name(fact.at))]

    def drew(self, fact: facts.Drew) -> list[Line]:
        if fact.card < 0:
            return []
        return [worded(gettext("{player} drew {card}"), player=Shape(fact.seat), card=_shown(fact.card))]

    def _at(self, said: str, fact: Any, at: int) -> list[Line]:
        """Return a line of a card and a square."""
        return [worded(said, player=Shape(fact.seat), card=_shown(fact.card), square=self._name(at))]

    def laid(self, fact: facts.Laid) -> list[Line]:
        return self._at(gettext("{player} {card} laid at {square}"), fact, fact.at)

    def supported(self, fact: facts.Supported) -> list[Line]:
        return self._at(gettext("{player} {card} supports {square}"), fact, fact.base)

    def attacked(self, fact: facts.Attacked) -> list[Line]:
        return self._at(gettext("{player} {card} **attacks** {square}"), fact, fact.at)

    def probed(self, fact: facts.Probed) -> list[Line]:
        said = (
            gettext("{player} {card} **beats** {neutral} {square}")
            if fact.leads
            else gettext("{player} {card} **fails at** {neutral} {square}")
        )
        values = {"card": _shown(fact.card), "neutral": _shown(fact.neutral), "square": self._name(fact.at)}
        return [worded(said, player=Shape(fact.seat), **values)]

    def answered(self, fact: facts.Answered) -> list[Line]:
        return self._at(gettext("{player} {card} **answers at** {square}"), fact, fact.at)

    def rebuilt(self, fact: facts.Rebuilt) -> list[Line]:
        return self._at(gettext("{player} {card} rebuilds {square}"), fact, fact.at)

    def discarded(self, fact: facts.Discarded) -> list[Line]:
        return [worded(gettext("{player} discards {card}"), player=Shape(fact.seat), card=_shown(fact.card))]

    def replaced(self, fact: facts.Replaced) -> list[Line]:
        said = gettext("{player} {joker} for {card} at {square}")
        values = {"joker": _shown(fact.joker), "card": _shown(fact.card), "square": self._name(fact.at)}
        return [worded(said, player=Shape(fact.seat), **values)]

    def kept(self, fact: facts.KeptOne) -> list[Line]:
        return self._at(gettext("{player} keeps {card} at {square}"), fact, fact.at)

    def towered(self, fact: facts.Towered) -> list[Line]:
        said = gettext("{player} **tower** {royal} {ten} at {square}")
        values = {"royal": _shown(fact.royal), "ten": _shown(fact.ten), "square": self._name(fact.at)}
        return [worded(said, player=Shape(fact.seat), **values)]

    def lapsed(self, fact: facts.Lapsed) -> list[Line]:
        said = gettext("{player} gives up {square}")
        return [worded(said, player=Shape(fact.seat), square=self._name(fact.at))]

    def pack_empty(self, fact: facts.PackEmpty) -> list[Line]:
        return [worded(gettext("{player} **has no card to draw**"), player=Shape(fact.seat))]

    def resigned(self, fact: facts.Resigned) -> list[Line]:
        return [worded(gettext("{player} **resigned**"), player=Shape(fact.seat))]


_TELL: dict[type, Callable[[_Teller, Any], list[Line]]] = {
    facts.StartDrawn: _Teller.start,
    facts.BasesRedealt: _Teller.redealt,
    facts.BasesKept: _Teller.kept_bases,
    facts.Seized: _Teller.seized,
    facts.Drew: _Teller.drew,
    facts.Laid: _Teller.laid,
    facts.Supported: _Teller.supported,
    facts.Attacked: _Teller.attacked,
    facts.Probed: _Teller.probed,
    facts.Answered: _Teller.answered,
    facts.Rebuilt: _Teller.rebuilt,
    facts.Discarded: _Teller.discarded,
    facts.Replaced: _Teller.replaced,
    facts.KeptOne: _Teller.kept,
    facts.Towered: _Teller.towered,
    facts.Lapsed: _Teller.lapsed,
    facts.PackEmpty: _Teller.pack_empty,
    facts.Resigned: _Teller.resigned,
}


def deciding(view: CrossfireView) -> list[Line]:
    """Return a line for each seat that still has to redeal or keep its bases (CRF-03)."""
    return [
        worded(gettext("{player} **may redeal**"), player=Shape(seat))
        for seat, waits in enumerate(view.deciding)
        if waits
    ]


def contests(view: CrossfireView, table: Table) -> list[Line]:
    """Return a line for each contest: where, who leads with what, and what would answer it."""
    return [
        (table.name(square), face_of(pile.laid[-1].card), *_standing(pile))
        for square, pile in enumerate(view.board)
        if pile is not None and pile.contested
    ]


def _standing(pile: Pile) -> Line:
    if pile.lapsed:
        return worded(gettext("{player} **wins it**"), player=Shape(pile.leader))
    least = needed(pile)
    if pile.rival != NOBODY:
        said = (
            gettext("{player} **needs {strength}**", player=_PLAYER, strength=least)
            if least
            else gettext("{player} **cannot beat it**")
        )
        return worded(said, player=Shape(pile.rival))
    said = (
        gettext("{player} **leads** · {strength} beats", player=_PLAYER, strength=least)
        if least
        else gettext("{player} **leads** for good")
    )
    return worded(said, player=Shape(pile.leader))


def needed(pile: Pile) -> str:
    """Return what strength the next card on a contested pile needs, "" for none (CRF-16, CRF-20)."""
    least = cards.strength(pile.laid[-1].card)
    if pile.kind == "neutral" or pile.rival == pile.owner:
        least += 1
    if least > 13:
        return ""
    return f"{_STRENGTHS.get(least, least)}+" if least < 13 else "K"
