"""Playing a match of the table for the first time, to be recorded."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from bot.engine.contract import Action, Seat
from bot.engine.fair import Stream
from bot.matches.options import read_options
from tests.golden.recording import Recording, json_text
from tests.golden.table import GAMES_BY_KEY, PLAYERS, Playthrough

_SEED_BYTES = 32


def play(name: str, wanted: Playthrough) -> Recording:
    """Return a match played by its players; the same one each time, as long as rules and players are."""
    rules = GAMES_BY_KEY[wanted.game].rules
    options = read_options(rules, wanted.options, wanted.seats)
    recording = Recording(
        name=name,
        game=wanted.game,
        seats=wanted.seats,
        options=json_text(options),
        match=f"golden {name}",
        seed=wanted.seed.to_bytes(_SEED_BYTES),
        players=", ".join(wanted.players),
        actions=(),
    )
    return recording.with_actions(
        [(seat, json_text(action)) for seat, action in _actions(recording, wanted, options)]
    )


def _actions(recording: Recording, wanted: Playthrough, options: Any) -> Iterator[tuple[Seat, Action]]:
    """Yield the actions as they are played: first those told, then those the players choose."""
    rules, mood = GAMES_BY_KEY[wanted.game].rules, random.Random(wanted.seed)
    rng = Stream(recording.match, recording.seed, recording.words)
    state = rules.setup(options, wanted.seats, rng)
    told = iter(wanted.opening)
    for _ in range(wanted.most_actions):
        if rules.outcome(state) is not None:
            return
        place, written = next(told, (0, ""))
        seat = place - 1 if written else mood.choice(sorted(rules.to_act(state)))
        action = (
            msgspec.json.decode(written, type=rules.Action) if written else _choice(wanted, state, seat, mood)
        )
        rules.apply(state, seat, action, rng)
        yield seat, action


def _choice(wanted: Playthrough, state: Any, seat: Seat, mood: random.Random) -> Action:
    rules = GAMES_BY_KEY[wanted.game].rules
    player = PLAYERS[wanted.players[seat]]
    return player.choose(rules, rules.view(state, seat), rules.legal(state, seat), mood)
