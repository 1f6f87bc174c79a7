"""The parts of a golden playthrough, and how it is written and read.

A file has notes written by hand at the top (lines that begin with "#"), a head with the opening of the match,
and a block for each action. A replay needs only the head and the actions; the test compares all the rest,
which follows from the rules.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.engine.contract import Event, Rules, Seat, Viewer
from bot.engine.errors import Refusal
from bot.engine.fair import Draw, Stream, commitment
from bot.engine.wording import AnyWording

NAMES = ("Ann", "Ben", "Cleo", "Dan")
"""The players by seat."""
BLOCK = "== "
"""The start of the first line of a block."""

_EVERY = 10
"""The number of actions between two descriptions of the whole position."""
_DIGEST = 16
"""The length of a digest."""
_HEAD = re.compile(r"(playthrough|game|seats|options|match|seed|words|commitment|players|ends): (.*)")
_ACTION = re.compile(r"== (\d+)\. seat (\d+), \w+: (\{.*\})")


class Spoken(NamedTuple):
    """The parts of a game that playthroughs need."""

    rules: Rules[Any, Any, Any, Any]
    wording: AnyWording


class Recording(msgspec.Struct, frozen=True):
    """A match that can be replayed."""

    name: str
    game: str
    """The key of the game."""
    seats: int
    options: str
    """The normalized options as JSON."""
    match: str
    seed: bytes
    players: str
    """The players that chose the actions; shown in the file, and not needed for a replay."""
    actions: tuple[tuple[Seat, str], ...]
    """The seat and its action as JSON, in order."""

    @property
    def words(self) -> list[str]:
        """Return the players' words for the randomness (docs/FAIRNESS.md)."""
        return list(NAMES[: self.seats])

    def with_actions(self, actions: Sequence[tuple[Seat, str]]) -> Recording:
        """Return the same match with these actions."""
        return msgspec.structs.replace(self, actions=tuple(actions))


class BadFile(Exception):  # noqa: N818 - its text is read as a sentence
    """A file is no playthrough, or its match can no longer be played; the message has the reason."""


def write(recording: Recording, games: Mapping[str, Spoken]) -> str:
    """Replay the match and return all its events as text, without notes. Raises `BadFile`."""
    if recording.game not in games:
        raise BadFile(f'There is no game "{recording.game}", only {", ".join(games)}.')
    return "\n".join(_Playing(recording, games[recording.game]).lines())


def read(text: str) -> tuple[str, Recording]:
    """Return the notes of a file, with their line ends, and its match. Raises `BadFile`."""
    lines = text.splitlines(keepends=True)
    length = next((i for i, line in enumerate(lines) if not line.startswith("#")), len(lines))
    head: dict[str, str] = {}
    actions: list[tuple[Seat, str]] = []
    for line in lines[length:]:
        if found := _ACTION.fullmatch(line.rstrip("\n")):
            actions.append((int(found[2]) - 1, found[3]))
        elif not actions and (found := _HEAD.fullmatch(line.rstrip("\n"))):
            head[found[1]] = found[2]
    try:
        recording = Recording(
            name=head["playthrough"],
            game=head["game"].partition(",")[0],
            seats=int(head["seats"]),
            options=head["options"],
            match=head["match"],
            seed=bytes.fromhex(head["seed"]),
            players=head["players"],
            actions=tuple(actions),
        )
    except (KeyError, ValueError) as fault:
        raise BadFile(f"This is no playthrough: its head lacks or garbles {fault}.") from None
    return "".join(lines[:length]), recording


def json_text(value: Any) -> str:
    """Return a value as JSON on one line, the same each time."""
    return msgspec.json.encode(value, order="deterministic").decode()


def digest(value: Any) -> str:
    """Return the start of the SHA-256 of a value's JSON."""
    return hashlib.sha256(json_text(value).encode()).hexdigest()[:_DIGEST]


class _Playing:
    """A replay that is written as text."""

    def __init__(self, recording: Recording, game: Spoken) -> None:
        self.recording = recording
        self.rules, self.wording = game
        self.names = NAMES[: recording.seats]
        self.rng = Stream(recording.match, recording.seed, recording.words)
        try:
            options = msgspec.json.decode(recording.options, type=self.rules.Options)
            self.options = self.rules.normalize(options, recording.seats)
            self.state = self.rules.setup(self.options, recording.seats, self.rng)
        except (Refusal, msgspec.DecodeError) as fault:
            raise BadFile(f"The match cannot be opened any longer: {fault}") from None

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file, without the notes."""
        yield from self._head()
        yield from ("", f"{BLOCK}the opening", *self._drawn(self.rng.draws), *self._seen(), *self._told())
        last = len(self.recording.actions)
        for number, (seat, written) in enumerate(self.recording.actions, start=1):
            yield ""
            yield from self._action(number, seat, written)
            if number % _EVERY == 0 or number == last:
                yield from self._told()
        yield from ("", *self._end(), "")

    def _head(self) -> Iterator[str]:
        recording = self.recording
        yield f"playthrough: {recording.name}"
        yield f"game: {recording.game}, rules {self.rules.version}, cards {self.rules.cards or 'none'}"
        yield f"seats: {recording.seats}"
        yield f"options: {json_text(self.options)}"
        yield f"match: {recording.match}"
        yield f"seed: {recording.seed.hex()}"
        yield f"words: {json_text(recording.words)}"
        yield f"commitment: {commitment(recording.match, recording.seed)}"
        yield f"players: {recording.players}"

    def _action(self, number: int, seat: Seat, written: str) -> Iterator[str]:
        """Carry out an action and write its events."""
        which = f"action {number} of seat {seat + 1}, {written},"
        rules, drawn = self.rules, len(self.rng.draws)
        if not 0 <= seat < self.recording.seats:
            raise BadFile(f"{which} is of a seat that the match does not have.")
        before = rules.view(self.state, seat)
        try:
            action = msgspec.json.decode(written, type=rules.Action)
            events = rules.apply(self.state, seat, action, self.rng)
        except (Refusal, msgspec.DecodeError) as fault:
            raise BadFile(f"{which} is refused: {fault}") from None
        yield f"{BLOCK}{number}. seat {seat + 1}, {self.names[seat]}: {json_text(action)}"
        yield f"   typed: {self._typed(before, action)}"
        yield from self._drawn(self.rng.draws[drawn:])
        yield from self._happened(events)
        yield from self._seen()

    def _typed(self, view: Any, action: Any) -> str:
        """Return an action as a player types it: "lay, card 7h, at c3"."""
        fields = self.wording.format(view, action)
        kind = msgspec.to_builtins(action)["do"]
        return ", ".join([kind, *[f"{name} {word}" for name, word in fields.items()]])

    def _happened(self, events: Sequence[Event]) -> Iterator[str]:
        """Yield public facts as sentences, and private ones as data."""
        public = self.rules.view(self.state, None)
        for event in events:
            if event.public is not None:
                sentence = self.wording.describe(event.public, public, self.names).replace("\n", " / ")
                yield f"   {msgspec.to_builtins(event.public)['fact']}: {sentence}"
            for seat, fact in sorted(event.private.items()):
                yield f"   to seat {seat + 1} alone: {json_text(fact)}"

    def _drawn(self, draws: Sequence[Draw]) -> Iterator[str]:
        for draw in draws:
            size = f"{draw.count} of {draw.sides} sides" if draw.kind == "roll" else f"of {draw.size}"
            yield f"   draw {draw.n}, {draw.purpose}, {draw.kind} {size}: {json_text(draw.result)}"

    def _seen(self) -> Iterator[str]:
        """Yield a digest of each viewer's view, and of the legal actions of each awaited seat."""
        viewers: Sequence[Viewer] = (None, *range(self.recording.seats))
        views = [f"{_viewer(one)} {digest(self.rules.view(self.state, one))}" for one in viewers]
        yield f"   views: {', '.join(views)}"
        for seat in sorted(self.rules.to_act(self.state)):
            legal = list(self.rules.legal(self.state, seat))
            yield f"   legal: seat {seat + 1} has {len(legal)}, {digest(legal)}"

    def _told(self) -> Iterator[str]:
        """Yield the public position."""
        for line in self.wording.board_text(self.rules.view(self.state, None), self.names).splitlines():
            yield f"   | {line}".rstrip()

    def _end(self) -> Iterator[str]:
        outcome = self.rules.outcome(self.state)
        if outcome is None:
            yield f"{BLOCK}to be continued: the recording stops after {len(self.recording.actions)} actions"
            return
        yield f"{BLOCK}the end: {json_text(outcome)}"


def _viewer(viewer: Viewer) -> str:
    return "public" if viewer is None else f"seat {viewer + 1}"
