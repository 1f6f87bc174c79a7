"""Plays a match with its players, to be recorded."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from bot.engine.contract import Action, Rules, Seat
from bot.engine.fair import Stream
from tests.golden.recording import Recording, json_text
from tests.golden.table import GAMES_BY_KEY, PLAYERS, Playthrough


def play(recording: Recording, wanted: Playthrough) -> Recording:
    """Return the match with its players' choices after the opening: always the same ones."""
    return recording.with_actions([(seat, json_text(action)) for seat, action in _actions(recording, wanted)])


def _actions(recording: Recording, wanted: Playthrough) -> Iterator[tuple[Seat, Action]]:
    """Yield the actions as they are played: first the given ones, then those of the players."""
    rules: Rules[Any, Any, Any, Any] = GAMES_BY_KEY[recording.game].rules
    mood, players = random.Random(int.from_bytes(recording.seed)), recording.players.split(", ")
    rng = Stream(recording.match, recording.seed, recording.words)
    options = msgspec.json.decode(recording.options, type=rules.Options)
    state = rules.setup(rules.normalize(options, recording.seats), recording.seats, rng)
    told = iter(recording.actions[: wanted.opening])
    for _ in range(wanted.most_actions):
        if rules.outcome(state) is not None:
            return
        seat, written = next(told, (None, ""))
        if seat is None:
            seat = mood.choice(sorted(rules.to_act(state)))
            player, view = PLAYERS[players[seat]], rules.view(state, seat)
            action = player.choose(rules, view, rules.legal(state, seat), mood)
        else:
            action = msgspec.json.decode(written, type=rules.Action)
        rules.apply(state, seat, action, rng)
        yield seat, action
