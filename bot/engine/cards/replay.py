"""Answering cards' questions; and replaying effects so that they are consistent with a viewer's knowledge."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.cards import machine
from bot.engine.cards.program import Program
from bot.engine.fair import Stream

TRIES = 300
"""The maximum number of deals until a card's question with a hidden answer could have come up."""

T = TypeVar("T")


def give_answer(table: Any, answer: int) -> None:
    """Answer the question of a table's match, and record the answers that everybody has heard."""
    state = table.state
    before = state.program
    state.program = after = machine.answer(before, table, answer, table.rng)
    if before.question is None or after.question is None or _asking(before) != _asking(after):
        state.answers = ()
    elif before.question.kind not in ("card", "reroll"):
        state.answers = (*state.answers, answer)


def _asking(program: Program[Any]) -> tuple[Any, ...]:
    """Return the identity of the asking effect and its ability."""
    front = program.running[0]
    return len(program.running), front.card, front.effects


class Unlike(Exception):  # noqa: N818 - no error: another deal is tried
    """With these cards the visible question does not come up."""


def dealt_until_alike(deal: Callable[[], T], question: Any) -> T:
    """Return a state in which the visible question comes up; `deal` raises `Unlike` if it does not."""
    for _ in range(TRIES):
        try:
            return deal()
        except Unlike:
            continue
    raise AssertionError(f"no match has been found in which {question} is asked")


def program_like(view: Any, table: Any, rng: Stream, unchanged: Callable[[], bool]) -> Program[Any]:
    """Return a program that looks the same to the viewer. Raises `Unlike`.

    The current effect is replayed on a copy of the table up to the visible question, with the heard answers
    and arbitrary cards; it changes nothing before it has all its answers: until then the table is
    `unchanged`.
    """
    if view.question is None:
        return Program()
    program, heard = machine.run(Program(view.running), table, rng), list(view.answers)
    while program.question is not None and unchanged():
        question = program.question
        if not heard and question.seen_by(view.viewer) == view.question:
            return program
        if question.kind == "card":
            # A card that could have been chosen; of the viewer's own cards, one no longer available.
            answers, seen = machine.answers(program), view.question
            gone = [answer for answer in answers if answer >= 0 and answer not in seen.options]
            own = seen.options and seen.kind == "card" and question.seat == seen.seat
            answer = rng.pick("resample answer", gone if own and gone else answers)
        elif heard and question.kind != "reroll":
            answer = heard.pop(0)
        else:
            break
        if answer not in machine.answers(program):
            break
        program = machine.answer(program, table, answer, rng)
    raise Unlike


# As text


def write_program(program: Program[Any]) -> str:
    """Return the program in the notation, without the question, which `asked_again` restores; "" for none."""
    if program.idle:
        return ""
    told = _unusual(replace(program, question=None, running=()))
    running = [_unusual(each) for each in program.running]
    return msgspec.json.encode({"running": running, **told}).decode()


def _unusual(value: Any) -> dict[str, Any]:
    """Return the fields of a value that differ from their defaults."""
    fields = msgspec.structs.fields(type(value))
    told = {field.name: getattr(value, field.name) for field in fields}
    usual = {field.name: field.default for field in fields}
    return {name: each for name, each in told.items() if each is not UNSET and each != usual[name]}


def read_program(text: str, kind: Any) -> Any:
    """Return the program from the text of `write_program`, of this type. Raises `ValueError`."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise ValueError(f"this is nothing that cards can do: {str(fault)[:100]}") from None


def read_numbers(rest: str) -> tuple[int, ...]:
    """Return the numbers of a text with spaces between them, the notation of answers. Raises `ValueError`."""
    if not re.fullmatch(r"(-?[0-9]{1,5}\s*)*", rest):
        raise ValueError(f'"{rest[:20]}" should be numbers with blanks between them.')
    return tuple([int(word) for word in rest.split()])


def asked_again(program: Program[Any], table: Any) -> Program[Any]:
    """Return the program of a table with its question restored.

    The current effect is replayed. Raises `ValueError` if it asks nothing.
    """
    if program.idle:
        return program
    before = replace(table.state)
    asking = machine.run(program, table, table.rng)
    if asking.question is None or table.state != before:
        raise ValueError("what cards are in the middle of doing asks nobody anything here: leave out doing:.")
    return asking
