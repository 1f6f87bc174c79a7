"""The latest events and the contests, a line each, for the lists beside the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.facts import Resigned
from bot.engine.language import N_, gettext
from bot.games.crossfire.rules import cards, facts
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import NOBODY, CrossfireView, Pile
from renderers.crossfire.due import needed
from renderers.crossfire.piles import face_of
from renderers.kit.lines import (
    FactLine,
    Line,
    Mark,
    QuietFactLines,
    Run,
    Stamp,
    Word,
    Written,
    fact_lines,
    quiet_line,
)
from renderers.kit.palette import PAPER
from renderers.kit.playing_cards import back, chip


def latest_lines(recent: Sequence[Any], table: Table) -> list[Line]:
    """Return a line for each fact worth one, oldest first; squares have the names of the table."""
    lines: list[Line] = []
    for fact in recent:
        lines += [_draw(draw) for draw in fact.draws] if isinstance(fact, facts.StartDrawn) else []
        lines += fact_lines(_DESCRIBERS, [fact], table)
    return lines


def _draw(draw: Sequence[Card | None]) -> Line:
    """Return the cards drawn for the start, each behind its seat's mark."""
    words: list[Word] = []
    for seat, card in enumerate(draw):
        if card is not None:
            words += [Mark(seat), _shown(card)]
    return tuple(words)


def _shown(card: Card) -> Run:
    """Return the corner of a card that lies face up, else the back of its pack."""
    if card < 0:
        return Stamp(back, (cards.pack_of(card), 44), 31, 44)
    face = face_of(card)
    wide = 82 if face.rank == 10 else 68
    return Stamp(chip, (face, wide, 42, PAPER), wide, 42)


_LINES = QuietFactLines(
    {
        "player": lambda fact, _: Mark(fact.seat),
        "card": lambda fact, _: _shown(fact.card),
        "neutral": lambda fact, _: _shown(fact.neutral),
        "joker": lambda fact, _: _shown(fact.joker),
        "royal": lambda fact, _: _shown(fact.royal),
        "ten": lambda fact, _: _shown(fact.ten),
        "square": lambda fact, table: table.name(fact.at),
    }
)


def _drew(fact: facts.Drew, table: Table) -> Line:
    return () if fact.card < 0 else _LINES.say(N_("{player} drew {card}"), fact, table)


def _supported(fact: facts.Supported, table: Table) -> Line:
    return _LINES.say(N_("{player} {card} supports {square}"), fact, table, square=table.name(fact.base))


_DESCRIBERS: Mapping[type, FactLine] = {
    facts.StartDrawn: _LINES.plain(N_("{player} **goes first**")),
    facts.BasesRedealt: _LINES.plain(N_("{player} **dealt new bases**")),
    facts.BasesKept: _LINES.plain(N_("{player} **keeps the bases**")),
    facts.Seized: _LINES.by(
        lambda fact, _: "held" if fact.held else "base" if fact.base else "",
        {
            "held": N_("{player} **holds** {square}"),
            "base": N_("{player} **won** {square} **· a base!**"),
            "": N_("{player} **won** {square}"),
        },
    ),
    facts.Drew: _drew,
    facts.Laid: _LINES.plain(N_("{player} {card} laid at {square}")),
    facts.Supported: _supported,
    facts.Attacked: _LINES.plain(N_("{player} {card} **attacks** {square}")),
    facts.Probed: _LINES.by(
        "leads",
        {
            True: N_("{player} {card} **beats** {neutral} {square}"),
            False: N_("{player} {card} **fails at** {neutral} {square}"),
        },
    ),
    facts.Answered: _LINES.plain(N_("{player} {card} **answers at** {square}")),
    facts.Rebuilt: _LINES.plain(N_("{player} {card} rebuilds {square}")),
    facts.Raised: _LINES.plain(N_("{player} **tower** {royal} {ten} at {square}")),
    facts.Discarded: _LINES.plain(N_("{player} discards {card}")),
    facts.Replaced: _LINES.plain(N_("{player} {joker} for {card} at {square}")),
    facts.KeptOne: _LINES.plain(N_("{player} keeps {card} at {square}")),
    facts.Towered: _LINES.plain(N_("{player} **tower** {royal} {ten} at {square}")),
    facts.Lapsed: _LINES.plain(N_("{player} gives up {square}")),
    facts.PackEmpty: _LINES.plain(N_("{player} **has no card to draw**")),
    Resigned: _LINES.plain(N_("{player} **resigned**")),
}


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
        (table.name(square), _shown(pile.laid[-1].card), *_standing(pile))
        for square, pile in enumerate(view.board)
        if pile is not None and pile.contested
    ]


def _standing(pile: Pile) -> Line:
    least, rival = needed(pile), pile.rival != NOBODY
    if pile.lapsed:
        said = gettext("{player} **wins it**")
    elif rival:
        said = gettext("{player} **needs {strength}**") if least else gettext("{player} **cannot beat it**")
    elif least:
        said = gettext("{player} **leads** · {strength} beats")
    else:
        said = gettext("{player} **leads** for good")
    return quiet_line(
        said, player=Mark(pile.rival if rival and not pile.lapsed else pile.leader), strength=Written(least)
    )
