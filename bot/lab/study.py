"""A study: entrants against each other, then the cards that stand out against the same decks without them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from bot.lab.contests import AT_ONCE, Contest
from bot.lab.findings import Finding, findings, stands_out, undecided
from bot.lab.mixes import best_mix, dominated
from bot.lab.processes import Playing
from bot.lab.tallies import Count, Difference
from bot.lab.worth import TESTED, doing_otherwise, suspects, without
from bot.registry import GAMES

PAIRS: Final = 300
"""Pairs of matches for each card that is tested, about: a margin of some 6 %."""

AGAIN: Final = 3
"""Of so many cards that stand out one is tested with half of all pairs more: that whose worth stands out."""

MORE: Final = 2
"""Where the last card that is tested lies outside, but not surely, one match is played on top for so many."""

Told = Callable[[int, int], None]
"""Is told how many matches have been played, and how many there will be at most."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a study is to do."""

    contest: Contest
    margin: float = 0.0
    """The error of all win rates at which no more matches are played; 0 for all that are planned."""
    tested: int = TESTED
    """Cards to be tested against the same decks without them."""
    named: tuple[str, ...] = ()
    """Cards to be tested whatever the figures say."""
    among: tuple[str, ...] = ()
    """The cards among which those that stand out are looked for; all where there are none."""
    pairs: int = PAIRS

    @property
    def matches(self) -> int:
        """How many matches it is at most."""
        cards = 0 if GAMES[self.contest.game].decks is None else max(self.tested, len(self.named))
        return self.contest.matches + cards * self.pairs


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it."""

    contest: Contest
    """With the matches of each line-up that were played."""
    count: Count
    worth: dict[str, Difference]
    """By set number, how much more a deck wins with the card than without it."""
    findings: list[Finding]
    mix: dict[str, float]
    """How often each entrant is to be chosen by the best mix; of two seats."""
    dominated: dict[str, str]


def study(plan: Plan, play: Playing, told: Told | None = None) -> Study:
    """Play all of it and return what came of it. Raises `bot.simulation.Stuck`."""
    position = 0

    def advance(matches: int) -> None:
        nonlocal position
        position += matches
        if told is not None:
            told(position, max(plan.matches, position))

    contest, count = _rated(plan, play, advance)
    known = Count(shares=dict(count.shares))
    worth = _worth(plan, contest, count, known, play, advance)
    in_place = _in_place(contest, worth, known, play, advance)
    pairs = contest.seats == 2 and len(contest.entrants) > 1
    return Study(
        contest=contest,
        count=count,
        worth=worth,
        findings=findings(contest, count, worth, in_place),
        mix=best_mix(contest.entrants, count.against) if pairs else {},
        dominated=dominated(contest.entrants, count.against) if pairs else {},
    )


def _rated(plan: Plan, play: Playing, advance: Callable[[int], None]) -> tuple[Contest, Count]:
    """Play the line-ups in rounds, until all is played or the margin is reached."""
    total, contest, begun = Count(), plan.contest, 0
    while begun < contest.games:
        until = contest.games if not plan.margin else min(begun + AT_ONCE, contest.games)
        part: Any = msgspec.structs.replace(contest, games=until)
        for count in play(part.bouts(begun)):
            total.join(count)
            advance(count.matches)
        begun = until
        if plan.margin and max([tally.error for tally in total.entrants.values()]) <= plan.margin:
            break
    return msgspec.structs.replace(contest, games=begun), total


def _worth(
    plan: Plan, contest: Contest, base: Count, known: Count, play: Playing, advance: Callable[[int], None]
) -> dict[str, Difference]:
    """Test cards: those that are named, or those that stand out, and of these again the most remarkable."""
    if GAMES[contest.game].decks is None:
        return {}
    found, ends = dict[str, Difference](), dict[str, int]()

    def test(number: str, pairs: int) -> None:
        trial = without(contest, number, pairs, ends.get(number, 0))
        if trial is not None:
            found.setdefault(number, Difference()).join(trial.measured(known, play, advance))
            ends[number] = trial.end

    for number in plan.named:
        test(number, plan.pairs)
    if not plan.named:
        for number in suspects(contest, base, plan.tested, plan.among):
            test(number, plan.pairs // 2)
        again = sorted(found, key=lambda number: -abs(found[number].mean))[: max(1, plan.tested // AGAIN)]
        for number in again:
            test(number, plan.pairs * plan.tested // 2 // len(again))
            if undecided(found, number):
                test(number, plan.pairs * plan.tested // 2 // len(again) // MORE)
    return found


def _in_place(
    contest: Contest,
    worth: Mapping[str, Difference],
    known: Count,
    play: Playing,
    advance: Callable[[int], None],
) -> dict[str, Difference]:
    """Test what the cards do that stand out against what others of their rank do, as often again."""
    found = dict[str, Difference]()
    for number in worth:
        standing_out = stands_out(worth, number)
        trial = doing_otherwise(contest, number, worth[number].pairs) if standing_out else None
        if trial is not None:
            found[number] = trial.measured(known, play, advance)
    return found
