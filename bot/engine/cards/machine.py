"""The interpreter of the card language: carries out what cards do, and stops where a player has to answer.

A game queues abilities with `begin`, then lets the program `run` until nothing is left to do or a question
stands. The question's `answers` are actions of the game; `answer` takes one and goes on. In between the
program is a value that is stored with the state. When a seat leaves the match, `leave` goes on without it.

How the language is laid out, and grows: each word is a node in `nodes`, one function that says what it means,
and one line in the table that leads from the one to the other. Amounts are in `amounts.AMOUNTS`, conditions
in `conditions.CONDITIONS`, effects in `effects.EFFECTS`, what they do all the time in `standing.STANDING`. A
function is given the card's reading of the table (`reading.Reading`: which players are meant) or, for an
effect, the attempt to carry it out (`attempt.Attempt`: dice, coins and choices too), and does what it does
through `table.Table`. So a game with a grid adds a node `Move` to the union, a doing `move` to its table, and
a line `Move: _move`; a square is chosen with `Attempt.ask` as a card is, and a new kind of question is one
word more in `program.QuestionKind`.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.cards import bounds
from bot.engine.cards.attempt import Asked, Attempt, number_of
from bot.engine.cards.effects import EFFECTS
from bot.engine.cards.nodes import Ability, Effect, If
from bot.engine.cards.program import STOP, Program, Question, Running, Throw
from bot.engine.cards.table import Table
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.fair import Stream

IDLE = Program()


def begin(program: Program, card: Card, seat: Seat, ability: Ability) -> Program:
    """Return the program with an ability queued after those that wait; `seat` controls the card.

    What the ability needs is looked at when its turn comes. Beyond `bounds.ABILITIES` in one chain it is not
    queued: `run` cuts the chain short there.
    """
    return begin_all(program, ((card, seat, ability),))


def begin_all(program: Program, abilities: Iterable[tuple[Card, Seat, Ability]]) -> Program:
    """Return the program with several abilities queued in order: the card, who controls it, the ability."""
    queue, begun, refused = list(program.running), program.begun, program.refused
    for card, seat, ability in abilities:
        begun += 1
        if begun <= bounds.ABILITIES:
            queue.append(Running(card, seat, _effects(ability)))
        elif refused is None:
            refused = card
    return Program(tuple(queue), program.question, begun, program.done, refused)


def _effects(ability: Ability) -> tuple[Effect, ...]:
    return ability.then if ability.needs is None else (If(ability.needs, ability.then),)


def run(program: Program, table: Table, rng: Stream) -> Program:
    """Carry out what is queued until nothing is left, or a question stands; return the program as it is then.

    An ability of a seat that is not in the match any more is passed over. When more effects are to be carried
    out in a chain than `bounds.EFFECTS`, the rest is dropped, and the table is told so once.
    """
    if program.question is not None:
        return program
    done = program.done
    for place, running in enumerate(program.running):
        if running.seat not in table.seats:
            continue
        attempt = Attempt(table, rng, running)
        waiting = list(reversed(running.effects))
        while waiting:
            if done == bounds.EFFECTS:
                table.cut_short(running.card)
                return IDLE
            attempt.effect = waiting[-1]
            try:
                spliced = EFFECTS[type(attempt.effect)](attempt, attempt.effect)
            except Asked as asked:
                front = attempt.stopped(waiting[::-1])
                queue = (front, *program.running[place + 1 :])
                return Program(queue, asked.question, program.begun, done, program.refused)
            attempt.done()
            done += 1
            waiting.pop()
            waiting += reversed(spliced)
    if program.refused is not None:
        table.cut_short(program.refused)
    return IDLE


def answers(program: Program) -> tuple[int, ...]:
    """Return every answer to the question that stands, the options first, then `STOP` where it is one."""
    question = program.question
    if question is None:
        return ()
    return (*question.options, STOP) if question.may_stop else question.options


def answer(program: Program, table: Table, value: int, rng: Stream) -> Program:
    """Take the answer to the question that stands, go on with it, and return the program as it is then.

    Raises `ValueError` when this is not one of the `answers`; then nothing has happened.
    """
    question = program.question
    if question is None or value not in answers(program):
        raise ValueError(f"{value} is not an answer to what is asked")
    front, rest = program.running[0], program.running[1:]
    if question.kind == "reroll":
        front = _rerolled(front, question, table, value, rng)
    else:
        front = _with(front, (*front.tape, value), front.throws)
    return run(Program((front, *rest), None, program.begun, program.done, program.refused), table, rng)


def _rerolled(front: Running, question: Question, table: Table, value: int, rng: Stream) -> Running:
    """Roll the last dice again where the answer says so; this card does not offer it again for them."""
    throw = front.throws[-1]
    dice = throw.dice
    if value:
        card = question.card
        if any(ability.on == "roll" and ability.once for ability in table.face(card).abilities):
            table.used(card)
        dice = rng.roll(f"reroll {number_of(table, card)}", throw.sides, len(dice))
        table.rolled(card, front.seat, dice, throw.sides, again=True)
    again = Throw(throw.sides, dice, (*throw.offered, question.card))
    return _with(front, front.tape, (*front.throws[:-1], again))


def leave(program: Program, seat: Seat, table: Table, rng: Stream) -> Program:
    """Go on after a seat has left the match, which the table knows already; return the program as it is then.

    What its cards were doing is dropped. An effect of another's card that was waiting for an answer is gone
    through again from its beginning, since the choice may be another one now: dice and coins stay as they
    fell, what was chosen for it is asked again.
    """
    queue = [running for running in program.running if running.seat != seat]
    if queue and queue[0] is program.running[0]:
        queue[0] = _with(queue[0], (), queue[0].throws)
    return run(Program(tuple(queue), None, program.begun, program.done, program.refused), table, rng)


def _with(running: Running, tape: tuple[int, ...], throws: tuple[Throw, ...]) -> Running:
    return Running(running.card, running.seat, running.effects, running.rolled, running.chosen, tape, throws)
