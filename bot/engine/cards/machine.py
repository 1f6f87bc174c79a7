"""The interpreter of the card language: it carries out effects, and stops where a player has to answer.

A game queues abilities with `begin`, then calls `run` until the queue is empty or a question is open. The
question's `answers` are actions of the game; `answer` takes one and continues. In between, the program is a
value that is stored with the state. When a seat leaves the match, `leave` continues without it.

To extend the language, write a word: one class (`nodes.EffectNode` and its like) with its fields, its effect,
its sentence in English (translated in the catalogues), and its faults. It has a file in its game,
`bot/games/NAME/words`, or in `words` here if games share it, and one line in the game's
`vocabulary.Vocabulary`. An effect is carried out with an `effect_context.EffectContext`. The effect reads the
table (`evaluation_context.EvaluationContext` determines the players meant), rolls and asks, and changes the
table through the game's own `table.Table`. `EffectContext.choose_cards` chooses cards; pieces and places are
chosen with a question kind of the game. `EffectContext.remember` keeps results by name.
`EffectContext.first` takes what another card does in between, such as a reaction.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.cards import bounds
from bot.engine.cards.effect_context import WORKING, Asked, EffectContext, number_of, worked
from bot.engine.cards.nodes import ROLL, AbilityNode, EffectNode
from bot.engine.cards.program import STOP, Due, Names, Program, Question, Running, Throw
from bot.engine.cards.table import Table
from bot.engine.cards.words.logic import If
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.fair import Stream

IDLE = Program()


def begin(program: Program, card: Card, seat: Seat, ability: AbilityNode, names: Names = ()) -> Program:
    """Return the program with an ability appended to its queue; `seat` controls the card.

    `names` are the pieces and places it is about, such as the piece that entered or was hit. Requirements are
    checked when the ability is carried out. Beyond `bounds.ABILITIES` in one chain it is not queued: `run`
    cuts the chain there.
    """
    return begin_all(program, ((card, seat, ability, names),))


def begin_all(program: Program, abilities: Iterable[Due | Running]) -> Program:
    """Return the program with several abilities queued in order, each with the arguments of `begin`.

    Effects that are carried out separately from the others of their ability count as one ability.
    """
    queue, begun, refused = list(program.running), program.begun, program.refused
    for ability in abilities:
        running = ability if isinstance(ability, Running) else _begun(*ability)
        begun += 1
        if begun <= bounds.ABILITIES:
            queue.append(running)
        elif refused is None:
            refused = running.card
    return Program(tuple(queue), program.question, begun, program.done, refused)


def _begun(card: Card, seat: Seat, ability: AbilityNode, names: Names = ()) -> Running:
    return Running(card, seat, effects_of(ability), names=names or UNSET)


def effects_of(ability: AbilityNode) -> tuple[EffectNode, ...]:
    """Return the effects of an ability, inside an `if` if it has a condition."""
    return ability.then if ability.needs is None else (If(ability.needs, ability.then),)


def run(program: Program, table: Table, rng: Stream) -> Program:
    """Carry out the queue until it is empty or a question is open; return the new program.

    Abilities of seats that left the match are skipped, as are those that have lapsed. Beyond
    `bounds.EFFECTS` effects in a chain, or when the step's work is used up, the rest is dropped and the table
    is told once.
    """
    if program.question is not None:
        return program
    queue, done, work = list(program.running), program.done, table.work
    begun, refused, watched = program.begun, program.refused, WORKING.get() is not None
    while queue:
        running = queue.pop(0)
        waits = running.ability
        if running.seat not in table.seats or (waits is not UNSET and table.lapsed(running.card, waits)):
            continue
        context = EffectContext(table, rng, running)
        waiting = list(reversed(running.effects))
        while waiting:
            if table.over:
                return IDLE
            if done == bounds.EFFECTS or work.spent >= work.limit:
                table.cut_short(running.card)
                return IDLE
            work.spent += 1
            context.effect = effect = waiting[-1]
            try:
                spliced = effect.do(context)
            except Asked as asked:
                queue.insert(0, replace(context.stopped(reversed(waiting)), ability=waits))
                return Program(tuple(queue), asked.question, begun, done, refused)
            context.done()
            if watched and not isinstance(effect, If):
                worked(table, running.card)
            if (
                waits is not UNSET
            ):  # an ability with a condition is one `if`, which leaves its effects if it holds
                if spliced or table.face(running.card).abilities[waits].needs is None:
                    table.carried_out(running.card, waits)
                waits = UNSET
            done += 1
            waiting.pop()
            if spliced:
                waiting += reversed(spliced)
            if context.first:
                first = begin_all(Program(begun=begun, refused=refused), context.first)
                queue[:0] = (*first.running, context.stopped(reversed(waiting)))
                begun, refused = first.begun, first.refused
                break
    if refused is not None:
        table.cut_short(refused)
    return IDLE


def answers(program: Program) -> tuple[int, ...]:
    """Return every answer to the open question: the options, then `STOP` where allowed."""
    question = program.question
    if question is None:
        return ()
    return (*question.options, STOP) if question.may_stop else question.options


def answer(program: Program, table: Table, value: int, rng: Stream) -> Program:
    """Answer the open question, continue, and return the new program.

    Raises `ValueError` for an answer that is not in `answers`; nothing has changed then.
    """
    question = program.question
    if question is None or value not in answers(program):
        raise ValueError(f"{value} is not an answer to what is asked")
    front, rest = program.running[0], program.running[1:]
    if question.kind == "reroll":
        front = _rerolled(front, question, table, value, rng)
    else:
        front = replace(front, tape=(*front.tape, value))
    return run(Program((front, *rest), None, program.begun, program.done, program.refused), table, rng)


def _rerolled(front: Running, question: Question, table: Table, value: int, rng: Stream) -> Running:
    """Roll the last dice again if the answer says so; this card does not offer another reroll of them."""
    throw = front.throws[-1]
    dice = throw.dice
    if value:
        card = question.card
        if any(ability.trigger == ROLL and ability.once for ability in table.face(card).abilities):
            table.used(card)
        dice = rng.roll(f"reroll {number_of(table, card)}", throw.sides, len(dice))
        table.rolled(card, front.seat, dice, throw.sides, again=True)
        worked(table, card)
    again = Throw(throw.sides, dice, (*throw.offered, question.card))
    return replace(front, throws=(*front.throws[:-1], again))


def leave(program: Program, seat: Seat, table: Table, rng: Stream, first: Iterable[Due] = ()) -> Program:
    """Continue after a seat has left the match, which the table already knows; return the new program.

    The effects of its cards are dropped. Another card's effect that was waiting for an answer is repeated
    from its beginning, because its options may have changed. Dice and coins keep their results; choices are
    asked again. The abilities `first` come before all of it.
    """
    queue = [running for running in program.running if running.seat != seat]
    if queue and queue[0] is program.running[0]:
        queue[0] = replace(queue[0], tape=())
    begun = begin_all(Program(begun=program.begun, refused=program.refused), first)
    left = Program((*begun.running, *queue), None, begun.begun, program.done, begun.refused)
    return run(left, table, rng)
