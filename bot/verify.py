"""Checking a whole match from its audit file (docs/FAIRNESS.md): every draw anew, every action again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bot.audit import Audit, AuditAction, AuditDraw, same_json
from bot.engine.contract import Outcome, Rules
from bot.engine.errors import Refusal
from bot.engine.fair import ReplayStream, Stream, commitment
from bot.matches.notices import AGREED

Games = Mapping[str, Rules[Any, Any, Any, Any]]

_SHOWN_RESULTS = 12
_SHOWN_CHARACTERS = 60


class Disagreement(Exception):  # noqa: N818 - its text is read as a sentence
    """Something in the audit file does not agree with the rest; the message says what."""


def check(found: Audit, games: Games) -> None:
    """Check everything an audit file says. Raises `Disagreement` with the first thing that does not agree."""
    seed = bytes.fromhex(found.seed)
    if commitment(found.match, seed) != found.commitment:
        raise Disagreement("the commitment is not the one that this seed gives for this match.")
    _check_numbers(found)
    for draw in found.draws:
        _check_draw(draw, found, seed)
    rules = _pinned_rules(found, games)
    options = _read_options(found, rules)
    if rules.cards_of(options) != found.cards:
        raise Disagreement("the card set is not the one that the options name.")
    if found.draws or found.actions or found.outcome is not None:
        _Replay(found, rules, seed).play(options)


def _check_numbers(found: Audit) -> None:
    for n, draw in enumerate(found.draws):
        if draw.n != n:
            raise Disagreement(
                f"the draws are numbered 0, 1, 2, ...: draw {draw.n} stands where {n} belongs."
            )
    for seq, entry in enumerate(found.actions, start=1):
        if entry.seq != seq:
            raise Disagreement(
                f"the actions are numbered 1, 2, 3, ...: action {entry.seq} stands where {seq} belongs."
            )
        if entry.seat >= found.seats:
            raise Disagreement(
                f"action {seq} is of seat {entry.seat + 1}, and the match has {_count(found.seats, 'seat')}."
            )


def _check_draw(draw: AuditDraw, found: Audit, seed: bytes) -> None:
    """Draw once more from the seed."""
    stream = Stream(found.match, seed, found.words, counter=draw.n)
    try:
        if draw.kind == "roll":
            stream.roll(draw.purpose, _size(draw.sides), _size(draw.count))
        elif draw.kind == "shuffle":
            stream.shuffle(draw.purpose, range(_size(draw.size)))
        else:
            stream.pick(draw.purpose, range(_size(draw.size)))
    except (ValueError, OverflowError) as fault:
        raise Disagreement(f"draw {draw.n} ({draw.purpose}) cannot be made: {fault}.") from None
    drawn = stream.draws[0].result
    if drawn != draw.result:
        raise Disagreement(
            f"draw {draw.n} ({draw.purpose}): the file says {_results(draw.result)}, "
            f"the seed gives {_results(drawn)}."
        )


def _size(value: int | msgspec.UnsetType) -> int:
    assert isinstance(value, int), "a decoded draw has the sizes of its kind"
    return value


def _pinned_rules(found: Audit, games: Games) -> Rules[Any, Any, Any, Any]:
    rules = games.get(found.game)
    if rules is None:
        raise Disagreement(
            f'there is no game "{printable(found.game)}" here, only {", ".join(games)}: '
            "take the program that the match was played with."
        )
    if rules.version != found.rules:
        raise Disagreement(
            f"it was played under version {printable(found.rules)} of the rules of {found.game}, and this "
            f"program has version {rules.version}: take the program that the match was played with."
        )
    if not rules.has_cards(found.cards):
        raise Disagreement(
            f"it was played with card set {found.cards or 'none'}, and this program has "
            f"{rules.cards or 'none'}: take the program that the match was played with, or name the files"
            " of its cards with --cards."
        )
    return rules


def _read_options(found: Audit, rules: Rules[Any, Any, Any, Any]) -> Any:
    """Return the options; they must be written out in full."""
    try:
        options = msgspec.convert(found.options, rules.Options)
    except (msgspec.ValidationError, RecursionError) as fault:
        raise Disagreement(f"the options do not fit {rules.key}: {printable(str(fault))}.") from None
    if not same_json(found.options, options):
        raise Disagreement(f"the options are not those of {rules.key}, each written out as it was settled.")
    return options


class _Replay:
    """The match played once more under the rules, with the draws of its file at hand."""

    def __init__(self, found: Audit, rules: Rules[Any, Any, Any, Any], seed: bytes) -> None:
        self._found = found
        self._rules = rules
        void = [draw.n for draw in found.draws if draw.void]
        self._rng = ReplayStream(found.match, seed, found.words, void)
        self._listed = [draw for draw in found.draws if not draw.void]
        self._compared = 0

    def play(self, options: Any) -> None:
        """Play the match to its end. Raises `Disagreement`."""
        state = self._set_up(options)
        self._compare_draws("the setup")
        for entry in self._found.actions:
            self._act(state, entry)
            self._compare_draws(f"action {entry.seq}")
        if self._compared < len(self._listed):
            draw = self._listed[self._compared]
            raise Disagreement(
                f"draw {draw.n} ({draw.purpose}) is in the file, and the match played again does not make it."
            )
        self._compare_outcome(state)

    def _set_up(self, options: Any) -> Any:
        rules, seats = self._rules, self._found.seats
        try:
            settled = rules.settle(options, seats)
            if not same_json(self._found.options, settled):
                raise Disagreement(
                    "the options are not settled: they leave out what the match was pinned to."
                )
            return rules.setup(settled, seats, self._rng)
        except Refusal as refusal:
            raise Disagreement(f"the match cannot be set up: {_line(refusal)}") from None
        except Disagreement:
            raise
        except Exception as fault:  # whatever hostile values make the rules do, the answer is a sentence
            raise Disagreement(f"the match cannot be set up ({type(fault).__name__}).") from None

    def _act(self, state: Any, entry: AuditAction) -> None:
        rules, which = self._rules, f"action {entry.seq} of seat {entry.seat + 1}"
        try:
            action = msgspec.convert(entry.action, rules.Action)
            if not same_json(entry.action, action):
                raise Disagreement(f"{which} is not written as the rules write it.")
            rules.apply(state, entry.seat, action, self._rng)
        except msgspec.ValidationError as fault:
            raise Disagreement(f"{which} is no action of {rules.key}: {printable(str(fault))}.") from None
        except Refusal as refusal:
            raise Disagreement(f"{which} is refused: {_line(refusal)}") from None
        except Disagreement:
            raise
        except Exception as fault:  # whatever hostile values make the rules do, the answer is a sentence
            raise Disagreement(f"{which} cannot be carried out ({type(fault).__name__}).") from None

    def _compare_draws(self, cause: str) -> None:
        """Compare the draws made since the last time with those of the file."""
        for draw in self._rng.draws[self._compared :]:
            made = AuditDraw.of(draw)
            if self._compared == len(self._listed):
                raise Disagreement(f"{cause} makes draw {made.n} ({made.purpose}), and the file has none.")
            listed = self._listed[self._compared]
            if made != listed:
                raise Disagreement(
                    f"draw {listed.n} ({listed.purpose}): the file says {_told(listed)}, "
                    f"{cause} makes it {_told(made)}."
                )
            self._compared += 1

    def _compare_outcome(self, state: Any) -> None:
        reached, told = self._rules.outcome(state), self._found.outcome
        if reached == told or (reached is None and told is not None and _is_agreed(told)):
            return
        if reached is None:
            raise Disagreement("the file has an outcome, and the match played again has not ended.")
        if told is None:
            raise Disagreement(
                f"the file says the match was abandoned, and played again it ends: {reached.why}"
            )
        for name in ("winners", "scores", "why"):
            ours, theirs = getattr(reached, name), getattr(told, name)
            if ours != theirs:
                raise Disagreement(
                    f"the outcome: the file says {name} {_value(theirs)}, "
                    f"the match played again gives {_value(ours)}."
                )


def _is_agreed(told: Outcome) -> bool:
    """Whether the file says that the players agreed to a draw, of which the rules know nothing."""
    return told.why == AGREED and told.drawn and not any(told.scores)


def summary(found: Audit) -> str:
    """Return what an audit file holds in a few words: "papyrus, 2 seats, 143 actions, 57 draws"."""
    parts = [
        found.game,
        _count(found.seats, "seat"),
        _count(len(found.actions), "action"),
        _count(len(found.draws), "draw"),
    ]
    return ", ".join(parts if found.outcome is not None else [*parts, "abandoned"])


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _told(draw: AuditDraw) -> str:
    """Return "number 3, attack, 1 of 6 sides: 4"."""
    size = f"{draw.count} of {draw.sides} sides" if draw.kind == "roll" else f"{draw.kind} of {draw.size}"
    return f"number {draw.n}, {draw.purpose}, {size}: {_results(draw.result)}"


def _results(results: Sequence[int]) -> str:
    return ", ".join(_shortened(results)) or "nothing"


def _shortened(results: Sequence[int]) -> Iterator[str]:
    yield from map(str, results[:_SHOWN_RESULTS])
    if len(results) > _SHOWN_RESULTS:
        yield "..."


def _value(value: str | tuple[int, ...]) -> str:
    if isinstance(value, str):
        return f'"{printable(value)}"'
    return f"[{', '.join(_shortened(value))}]"


def _line(refusal: Refusal) -> str:
    return printable(refusal.sentence, 300)


def printable(text: str, length: int = _SHOWN_CHARACTERS) -> str:
    """Return text from outside fit for one line of a terminal."""
    clean = "".join([letter if letter.isprintable() else "?" for letter in text])
    return clean if len(clean) <= length else f"{clean[: length - 3]}..."
