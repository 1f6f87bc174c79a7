"""The title line: the turn and its step, and whose move it is or how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from bot.base.language import N_, current, gettext
from bot.games.neocombat.rules.view import NOBODY, NeoView, Phase
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.titles import MARGIN, WIDTH, Heading, result, table_heading, turn_of

_PIECES = PieceCache()
_PHASES: Mapping[Phase, str] = {
    "draft": N_("Teams are chosen"),
    "specials": N_("Before the movement"),
    "combat": N_("Combat"),
    "repair": N_("Repair"),
    "over": N_("Over"),
}
_REVEALED = N_("Movement, revealed, step {step}")
_CLOAKED = N_("Movement, cloaked, step {step}")
_SECOND = N_("Second attack")
_SIZE = 46
"""Pixels of the title's type."""
_ANSWER = N_("{player} may answer")


def phase_words(view: NeoView) -> str:
    """Return the present phase: "Combat", "Movement, cloaked, step 2"."""
    if view.phase == "movement":
        return gettext(_CLOAKED if view.cloaked else _REVEALED, step=view.step)
    if view.second is not None and view.fight is None:
        return gettext(_SECOND)
    return gettext(_PHASES[view.phase])


def whose_move(view: NeoView, names: Sequence[str]) -> str:
    """Return whose move it is, or what all do at once."""
    seat = view.acting
    if seat == NOBODY:
        return phase_words(view)
    if view.fight is not None:
        return gettext(_ANSWER, player=names[seat])
    return turn_of(names[seat])


def turn_words(view: NeoView) -> str:
    """Return the turn, of how many: "Turn 3 of 20"; "" in the draft."""
    return gettext("Turn {number} of {last}", number=view.turn, last=view.options.turns) if view.turn else ""


def draw_header(board: Mosaic, view: NeoView, names: Sequence[str]) -> None:
    """Draw the title line. Names are legible."""
    heading = _heading(view, names)
    board.lay_kept(_PIECES, (heading, current().code), partial(table_heading, heading, _SIZE), 0, 0)


def _heading(view: NeoView, names: Sequence[str]) -> Heading:
    if view.outcome is not None:
        winners = view.outcome.winners
        return Heading(result(winners, names), gettext(view.outcome.why), winners=winners)
    words = whose_move(view, names)
    return Heading(words, _note(view, text.width(words, "extrabold", _SIZE)), view.acting)


def _note(view: NeoView, wide: int) -> str:
    """Return the turn and the phase, shortened to fit beside a title of this width."""
    phase = "" if view.acting == NOBODY else phase_words(view)
    turns = (turn_words(view), f"{view.turn}/{view.options.turns}", "") if view.turn else ("",)
    notes = [" · ".join(filter(None, (turn, phase))) for turn in turns]
    room = WIDTH - 2 * MARGIN - wide - 110
    return next((note for note in notes if text.width(note, "semibold", ON_A_PHONE) <= room), notes[-1])
