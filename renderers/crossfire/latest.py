"""The latest events and the contests, a line each, for the lists beside the table."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import gettext
from bot.games.crossfire.rules import cards
from bot.games.crossfire.rules.cards import Card
from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import NOBODY, CrossfireView, Pile
from renderers.crossfire.due import needed
from renderers.crossfire.piles import face_of
from renderers.kit.lines import Line, Mark, Run, Sign, Stamp, Written, quiet_line
from renderers.kit.palette import PAPER
from renderers.kit.playing_cards import back, chip


def _shown(card: Card) -> Run:
    """Return the corner of a face-up card, else the back of its pack."""
    if card < 0:
        return Stamp(back, (cards.pack_of(card), 44), 31, 44)
    face = face_of(card)
    wide = 82 if face.rank == 10 else 68
    return Stamp(chip, (face, wide, 42, PAPER), wide, 42)


SIGNS: Mapping[str, Sign] = {"card": lambda card, _: _shown(card), "square": lambda _, name: name}
"""Drawing functions by the kind of thing that sentences name."""


def deciding(view: CrossfireView) -> list[Line]:
    """Return a line for each seat that still has to redeal or keep its bases (CRF-03)."""
    return [
        quiet_line(gettext("{player} **may redeal**"), player=Mark(seat))
        for seat, waits in enumerate(view.deciding)
        if waits
    ]


def contests(view: CrossfireView, table: Table) -> list[Line]:
    """Return a line for each contest: its square, the leading card, and the strength of an answer."""
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
