"""What happened lately, and which contests are on, as short lines for the lists beside the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.games.crossfire import cards, facts
from bot.games.crossfire.cards import Card
from bot.games.crossfire.table import Table
from bot.games.crossfire.view import NOBODY, CrossfireView, Pile
from renderers.crossfire.lines import Back, Line, Quiet, Shape, Word
from renderers.crossfire.piles import face_of

_STRENGTHS = {11: "J", 12: "Q", 13: "K"}


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
        return [*lines, (Shape(fact.seat), "goes first")]

    def redealt(self, fact: facts.BasesRedealt) -> list[Line]:
        return [(Shape(fact.seat), "dealt new bases")]

    def kept_bases(self, fact: facts.BasesKept) -> list[Line]:
        return [(Shape(fact.seat), "keeps the bases")]

    def seized(self, fact: facts.Seized) -> list[Line]:
        words: Line = (Shape(fact.seat), "holds" if fact.held else "won", self._name(fact.at))
        return [(*words, "· a base!") if fact.base else words]

    def drew(self, fact: facts.Drew) -> list[Line]:
        return [(Shape(fact.seat), Quiet("drew"), _shown(fact.card))] if fact.card >= 0 else []

    def laid(self, fact: facts.Laid) -> list[Line]:
        return [(Shape(fact.seat), _shown(fact.card), Quiet("laid at"), self._name(fact.at))]

    def supported(self, fact: facts.Supported) -> list[Line]:
        return [(Shape(fact.seat), _shown(fact.card), Quiet("supports"), self._name(fact.base))]

    def attacked(self, fact: facts.Attacked) -> list[Line]:
        return [(Shape(fact.seat), _shown(fact.card), "attacks", self._name(fact.at))]

    def probed(self, fact: facts.Probed) -> list[Line]:
        how: Word = "beats" if fact.leads else "fails at"
        return [(Shape(fact.seat), _shown(fact.card), how, _shown(fact.neutral), self._name(fact.at))]

    def answered(self, fact: facts.Answered) -> list[Line]:
        return [(Shape(fact.seat), _shown(fact.card), "answers at", self._name(fact.at))]

    def rebuilt(self, fact: facts.Rebuilt) -> list[Line]:
        return [(Shape(fact.seat), _shown(fact.card), Quiet("rebuilds"), self._name(fact.at))]

    def discarded(self, fact: facts.Discarded) -> list[Line]:
        return [(Shape(fact.seat), Quiet("discards"), _shown(fact.card))]

    def replaced(self, fact: facts.Replaced) -> list[Line]:
        swap: Line = (_shown(fact.joker), Quiet("for"), _shown(fact.card))
        return [(Shape(fact.seat), *swap, Quiet("at"), self._name(fact.at))]

    def kept(self, fact: facts.KeptOne) -> list[Line]:
        return [(Shape(fact.seat), Quiet("keeps"), _shown(fact.card), Quiet("at"), self._name(fact.at))]

    def towered(self, fact: facts.Towered) -> list[Line]:
        pair: Line = (_shown(fact.royal), _shown(fact.ten))
        return [(Shape(fact.seat), "tower", *pair, Quiet("at"), self._name(fact.at))]

    def lapsed(self, fact: facts.Lapsed) -> list[Line]:
        return [(Shape(fact.seat), Quiet("gives up"), self._name(fact.at))]

    def pack_empty(self, fact: facts.PackEmpty) -> list[Line]:
        return [(Shape(fact.seat), "has no card to draw")]

    def resigned(self, fact: facts.Resigned) -> list[Line]:
        return [(Shape(fact.seat), "resigned")]


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
    return [(Shape(seat), "may redeal") for seat, waits in enumerate(view.deciding) if waits]


def contests(view: CrossfireView, table: Table) -> list[Line]:
    """Return a line for each contest: where, who leads with what, and what would answer it."""
    return [
        (table.name(square), face_of(pile.laid[-1].card), *_standing(pile))
        for square, pile in enumerate(view.board)
        if pile is not None and pile.contested
    ]


def _standing(pile: Pile) -> Line:
    if pile.lapsed:
        return Shape(pile.leader), "wins it"
    least = needed(pile)
    if pile.rival == NOBODY:
        return Shape(pile.leader), "leads", Quiet(f"· {least} beats" if least else "for good")
    return Shape(pile.rival), f"needs {least}" if least else "cannot beat it"


def needed(pile: Pile) -> str:
    """Return what strength the next card on a contested pile needs, "" for none (CRF-16, CRF-20)."""
    least = cards.strength(pile.laid[-1].card)
    if pile.kind == "neutral" or pile.rival == pile.owner:
        least += 1
    if least > 13:
        return ""
    return f"{_STRENGTHS.get(least, least)}+" if least < 13 else "K"
