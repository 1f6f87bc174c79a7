"""A lesson as a prepared match: a position, dice, the learner's steps, and the opponent's answers.

A lesson is data, written in the game's own notations: the position for `Notated.position`, each action as it
is typed (`bot.engine.positions`). It is played once when it is read, so a fault is reported with a sentence.
The result, `Prepared`, is stored with the match: a later version of the file does not change a started match.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bot.engine.contract import AnyRules, Seat
from bot.engine.errors import Refusal
from bot.engine.fair import Draw, ReplayStream
from bot.engine.positions import notated, parts, read_command
from bot.engine.wording import AnyWording

Words = Annotated[str, Meta(min_length=1, max_length=600)]
Title = Annotated[str, Meta(min_length=1, max_length=40)]
Command = Annotated[str, Meta(min_length=1, max_length=80)]
Face = Annotated[int, Meta(ge=1, le=20)]

MOST_STEPS = 12
LEARNER, OPPONENT = 0, 1


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a step, and the actions that complete it."""

    text: Words
    """The text in Discord's Markdown."""
    do: Annotated[tuple[Command, ...], Meta(min_length=1)]
    """The accepted actions, each as typed, or several done at once with semicolons between them; all of them
    lead to the next step.
    """


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of a seat's dice, repeated in order; none are random."""

    learner: tuple[Face, ...] = ()
    opponent: tuple[Face, ...] = ()


class Prepared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as stored with its match, and its progress."""

    position: str
    dice: Dice
    steps: tuple[tuple[tuple[str, ...], ...], ...]
    """The accepted actions of each step, as JSON; usually one."""
    answers: tuple[str, ...]
    """The opponent's actions in order, as JSON; afterwards the easy computer player plays."""
    texts: tuple[str, ...]
    """The texts of the steps: messages."""
    done: tuple[int, int] = (0, 0)
    """The number of steps the learner has done, and of answers given."""

    def expected(self, seat: Seat) -> tuple[tuple[str, ...], ...]:
        """Return the actions a seat may do now; empty if it is free."""
        at = self.done[seat]
        if seat == LEARNER:
            return self.steps[at] if at < len(self.steps) else ()
        return tuple([(each,) for each in self.answers[at : at + 1]])

    def narrowed(self, rules: AnyRules, legal: Sequence[Any], seat: Seat) -> Sequence[Any]:
        """Return the legal actions that the lesson allows, or all if it expects none of them."""
        written = dict.fromkeys([each for actions in self.expected(seat) for each in actions])
        wanted = [msgspec.json.decode(each, type=rules.Action) for each in written]
        return [action for action in wanted if action in legal] or legal

    def allows(self, seat: Seat, actions: Sequence[Any]) -> bool:
        """Whether a seat may do this: it is free, or the action is part of the step."""
        expected, done = self.expected(seat), sorted([_written(action) for action in actions])
        return not expected or done in [sorted(each) for each in expected]

    def after(self, seat: Seat, actions: Sequence[Any]) -> Prepared:
        """Return this after actions of a seat. Actions outside the lesson set both seats free."""
        if not self.expected(seat) or not self.allows(seat, actions):
            return msgspec.structs.replace(self, done=(len(self.steps), len(self.answers)))
        learner, opponent = self.done
        done = (learner + 1, opponent) if seat == LEARNER else (learner, opponent + 1)
        return msgspec.structs.replace(self, done=done)

    def told(self) -> tuple[int, str]:
        """Return the number of the current step, from 1, and its message; "" after the last."""
        at = self.done[LEARNER]
        return at + 1, self.texts[at] if at < len(self.texts) else ""


class GuidedLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a lesson: `lesson.toml` of a game, or `lesson-2.toml` and so on."""

    title: Title
    description: Annotated[str, Meta(min_length=1, max_length=150)]
    """The lesson's topic, in one line."""
    position: Annotated[str, Meta(min_length=1, max_length=3000)]
    over_text: Words
    """The text at the end."""
    step: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=MOST_STEPS)]
    answers: tuple[Command, ...] = ()
    """The opponent's actions in order, as typed; afterwards the easy computer player plays."""
    dice: Dice = Dice()

    def prepared(self, rules: AnyRules, wording: AnyWording) -> Prepared:
        """Return the lesson for a match. Raises `ValueError` with the place and the reason of a fault."""
        return _prepared(self, rules, wording)

    def prepared_as(self, lesson: Prepared) -> bool:
        """Whether a match follows this lesson. It is identified by its position: a text may be changed."""
        return lesson.position == self.position


class PreparedStream(ReplayStream):
    """The randomness of a lesson: prepared dice for the seat that rolls, everything else from the seed."""

    def __init__(
        self, dice: Dice, match_id: str, seed: bytes, words: Sequence[str] = (), *, counter: int = 0
    ) -> None:
        super().__init__(match_id, seed, words, ())
        self.counter = counter
        self.seat: Seat = LEARNER
        """The seat that acts."""
        self._dice = dice

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        """Return the prepared results of the dice."""
        faces = self._dice.learner if self.seat == LEARNER else self._dice.opponent
        if not faces:
            return super().roll(purpose, sides, count)
        result = tuple([min(sides, faces[(self.counter + at) % len(faces)]) for at in range(count)])
        self._record(Draw(self.counter, purpose, "roll", result, sides=sides, count=count))
        return result


@cache
def _prepared(lesson: GuidedLesson, rules: AnyRules, wording: AnyWording) -> Prepared:
    """Play the lesson with the first choice of each step, and then with the others."""
    prepared = _played(lesson, rules, wording, 0)
    for way in range(1, max(len(step.do) for step in lesson.step)):
        if _played(lesson, rules, wording, way) != prepared:
            raise ValueError("the commands of the lesson mean something else after another choice.")
    return prepared


def _played(lesson: GuidedLesson, rules: AnyRules, wording: AnyWording, way_taken: int) -> Prepared:
    try:
        state = notated(rules).position(lesson.position)
    except (ValueError, Refusal) as fault:
        raise ValueError(f"position: {fault}") from None
    rng = PreparedStream(lesson.dice, "lesson", bytes(32))
    answers: list[str] = []
    steps = []
    for number, step in enumerate(lesson.step, start=1):
        _answer(lesson, rules, wording, state, rng, answers)
        where = f"step {number}"
        ways = [
            [_read(rules, wording, state, LEARNER, command, where) for command in parts(way, ";")]
            for way in step.do
        ]
        steps.append(tuple([tuple([_written(action) for action in way]) for way in ways]))
        rng.seat = LEARNER
        for action in ways[way_taken % len(ways)]:
            rules.apply(state, LEARNER, action, rng)
    _answer(lesson, rules, wording, state, rng, answers)
    _check_end(lesson, rules, state, answers)
    return Prepared(
        lesson.position, lesson.dice, tuple(steps), tuple(answers), tuple([step.text for step in lesson.step])
    )


def _answer(
    lesson: GuidedLesson,
    rules: AnyRules,
    wording: AnyWording,
    state: Any,
    rng: PreparedStream,
    answers: list[str],
) -> None:
    """Let the opponent play its next prepared actions while it is the seat to act."""
    while OPPONENT in rules.to_act(state):
        if len(answers) == len(lesson.answers):
            raise ValueError(f"answers: the opponent is awaited after answer {len(answers)}: add one.")
        where = f"answer {len(answers) + 1}"
        action = _read(rules, wording, state, OPPONENT, lesson.answers[len(answers)], where)
        rng.seat = OPPONENT
        rules.apply(state, OPPONENT, action, rng)
        answers.append(_written(action))


def _check_end(lesson: GuidedLesson, rules: AnyRules, state: Any, answers: Sequence[str]) -> None:
    outcome = rules.outcome(state)
    if outcome is None:
        raise ValueError("the match has not ended after the last step.")
    if outcome.winners not in ((), (LEARNER,)):
        raise ValueError("the learner loses: a lesson ends with a win or a draw.")
    if len(answers) < len(lesson.answers):
        raise ValueError(f"answer {len(answers) + 1}: nothing is asked of the opponent any more.")


def _read(rules: AnyRules, wording: AnyWording, state: Any, seat: Seat, command: str, where: str) -> Any:
    """Return the action of a command, which must be legal. Raises `ValueError`."""
    legal = rules.legal(state, seat)
    try:
        action = read_command(rules, wording, rules.view(state, seat), seat, command)
    except (ValueError, Refusal) as fault:
        raise ValueError(f'{where}, "{command}": {fault}') from None
    if action not in legal:
        raise ValueError(f'{where}, "{command}": this cannot be done then.')
    return action


def _written(action: Any) -> str:
    return msgspec.json.encode(action).decode()
