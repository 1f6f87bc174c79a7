"""What cards could be in the middle of doing, from the question that is seen of it."""

from __future__ import annotations

import copy

from bot.engine.cards import machine
from bot.engine.cards.program import Program, Question
from bot.engine.fair import Stream
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.table import Table
from bot.games.overcross.rules.view import OvercrossView


class Unlike(Exception):  # noqa: N818 - no error: another deal is tried
    """With these cards the question that is seen does not come up."""


def program_like(view: OvercrossView, state: OvercrossState, pool: Pool, rng: Stream) -> Program:
    """Return what cards are doing that looks to the viewer as it does. Raises `Unlike`.

    The effect in front is gone through again on a copy up to the question that is seen, with the answers that
    were heard and any cards; it changes nothing before it has all its answers.
    """
    if view.question is None:
        return Program()
    table = Table(copy.copy(state), pool, rng)
    program, heard = machine.run(Program(view.running), table, rng), list(view.answers)
    while program.question is not None and table.state == state:
        question = program.question
        if not heard and question.seen_by(view.viewer) == view.question:
            return program
        if question.kind == "card":
            answer = _card(program, question, view.question, rng)
        elif heard:
            answer = heard.pop(0)
        else:
            break
        if answer not in machine.answers(program):
            break
        program = machine.answer(program, table, answer, rng)
    raise Unlike


def _card(program: Program, question: Question, seen: Question, rng: Stream) -> int:
    """Return any card that could have been chosen; of the viewer's own, one that it can choose no more."""
    answers = machine.answers(program)
    gone = [answer for answer in answers if answer >= 0 and answer not in seen.options]
    own = seen.options and seen.kind == "card" and question.seat == seen.seat
    return rng.pick("resample answer", gone if own and gone else answers)
