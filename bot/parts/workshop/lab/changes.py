"""Comparing two versions of cards on the same seeds, and searching the value that balances a card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from msgspec import inspect

from bot.engine.cards.game import AnyPool
from bot.games.registry import GAMES
from bot.parts.workshop.lab.contests import Contest
from bot.parts.workshop.lab.processes import Playing
from bot.parts.workshop.lab.tallies import Count, Difference
from bot.parts.workshop.lab.worth import judging

STEP: Final = 25
"""The step for numbers of 100 or more; smaller numbers change by 1."""
TRIES: Final = 6
"""The most values of a number that are tried."""
NO_BOUND: Final = 999
"""The largest value tried for a field without an upper bound."""
IN_LINE: Final = 0.02
"""The largest change of a deck's win rate by a balanced card."""


def compared(new: Count, old: Count) -> dict[str, Difference]:
    """Return by entrant the change of the win rate from the old to the new cards, match by match."""
    differences = dict[str, Difference]()
    for match, shares in new.shares.items():
        if match in old.shares:
            for key, now, before in zip(match[0], shares, old.shares[match], strict=True):
                differences.setdefault(key, Difference()).add(now - before)
    return differences


class Experiment(msgspec.Struct, frozen=True):
    """The worth of a card with one value of a number."""

    value: int
    worth: Difference


def tuned(
    contest: Contest,
    number: str,
    pairs: int,
    learn: Callable[[int], Any],
    play: Playing,
    value: int,
    possible: range,
) -> Iterator[Experiment]:
    """Try values of a card's number until the card is worth as much as others; yield the result of each.

    `learn` registers the cards with a value and returns the match options with them. The search is a
    bisection: it starts with the present value and is bounded by half and twice that value, within
    `possible`. The last result yielded is the best.
    """
    step = STEP if value >= 100 else 1
    low, high = max(value // 2 // step * step, possible[0]), min(value * 2, possible[-1])
    best: Experiment | None = None
    for _ in range(TRIES):
        changed = msgspec.structs.replace(contest, options=learn(value))
        experiment = Experiment(value, _worth(changed, number, pairs, play))
        yield experiment
        if best is None or abs(experiment.worth.mean) < abs(best.worth.mean):
            best = experiment
        if abs(experiment.worth.mean) <= IN_LINE:
            break
        low, high = (low, value) if experiment.worth.mean > 0 else (value, high)
        middle = (low + high) // 2 // step * step
        if middle in (low, high, value):
            break
        value = middle
    assert best is not None, "the present value is always tried"
    if best is not experiment:
        yield best


def _worth(contest: Contest, number: str, pairs: int, play: Playing) -> Difference:
    trial = judging(contest, number, pairs)
    if trial is None:
        return Difference()
    return trial.measured(Count(), play)


def numbers_of(card: Any) -> dict[str, range]:
    """Return the integers printed on a card, each with its allowed range."""
    ranges = dict[str, range]()
    for field in inspect.type_info(type(card)).fields:  # type: ignore[attr-defined] # cards are structs
        kind = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
        if isinstance(kind, inspect.IntType):
            low, high = kind.ge or 0, NO_BOUND if kind.le is None else kind.le
            ranges[field.encode_name] = range(low, high + 1)
    return ranges


def with_number(game: str, pool: AnyPool, number: str, field: str, value: int) -> AnyPool:
    """Return a pool with one number of a card changed, registered with the game's rules.

    Raises `msgspec.ValidationError` if the card does not have this number, or the value is not allowed.
    """
    cards = GAMES[game].card_game
    sets = []
    for one in pool.sets:
        written = msgspec.to_builtins(one, enc_hook=str)
        for card in _cards_in(written, number):
            if not isinstance(card.get(field), int):
                numbers = [key for key, each in card.items() if isinstance(each, int)]
                raise msgspec.ValidationError(f"{number} has no number {field}; it has {', '.join(numbers)}")
            card[field] = value
        sets.append(msgspec.convert(written, type(one)))
    changed: AnyPool = cards.library.add(cards.library.of(sets))
    return changed


def _cards_in(written: Any, number: str) -> Iterator[dict[str, Any]]:
    """Yield the card with this set number, at any depth of an encoded set."""
    if isinstance(written, dict):
        if written.get("number") == number:
            yield written
            return
        written = list(written.values())
    if isinstance(written, list | tuple):
        for each in written:
            yield from _cards_in(each, number)
