"""A study: entrants against each other, then the cards that stand out against others of their kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from bot.engine.errors import Refusal
from bot.lab.contests import AT_ONCE, Contest
from bot.lab.findings import CARD, Finding, findings
from bot.lab.mixes import best_mix, dominated
from bot.lab.processes import Playing
from bot.lab.tallies import Count, Difference
from bot.lab.tracing import traced_cards
from bot.lab.worth import TESTED, doing_otherwise, judging, suspects, without
from bot.registry import GAMES

PAIRS: Final = 300
"""Pairs of matches for each card that is named, about: a margin of some 6 %; matches for each of those that
are looked for."""

PLAYED: Final = 3
"""Matches for each pair of a card that is named, about: one as it is, one for each of two tests."""

TRIED: Final = 12
"""Pairs with which a card is tested before it is decided which one is tested next."""

Told = Callable[[int, int], None]
"""Is told how many matches have been played, and how many there will be at most."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a study is to do."""

    contest: Contest
    margin: float = 0.0
    """The error of all win rates at which no more matches are played; 0 for all that are planned."""
    tested: int = TESTED
    """For so many cards there are matches to test those that stand out."""
    named: tuple[str, ...] = ()
    """Cards to be tested whatever the figures say, and none but these."""
    among: tuple[str, ...] = ()
    """The cards among which those that stand out are looked for; all where there are none."""
    pairs: int = PAIRS
    """Pairs of matches for each of the named cards; matches for each of those that stand out."""

    @property
    def matches(self) -> int:
        """How many matches it is at most."""
        cards = len(self.named) * PLAYED or self.tested
        if traced_cards(GAMES[self.contest.game]) is None:
            cards = 0
        return self.contest.matches + cards * self.pairs


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it."""

    contest: Contest
    """With the matches of each line-up that were played."""
    count: Count
    worth: dict[str, Difference]
    """By set number, how much more a deck wins with the card than if it did what others of its rank do; than
    with others in its place where the game cannot tell what a card does."""
    replaced: dict[str, Difference]
    """Of the cards that were named, how much more a deck wins with one than with others in its place."""
    findings: list[Finding]
    mix: dict[str, float]
    """How often each entrant is to be chosen by the best mix; of two seats."""
    dominated: dict[str, str]


class NothingEnded(Refusal):
    """No match of a study came to its end, so that its figures would say nothing."""


def study(plan: Plan, play: Playing, told: Told | None = None) -> Study:
    """Play all of it and return what came of it. Raises `bot.simulation.Stuck` and `NothingEnded`."""
    position = 0

    def advance(matches: int) -> None:
        nonlocal position
        position += matches
        if told is not None:
            told(position, max(plan.matches, position))

    contest, count = _rated(plan, play, advance)
    check_ended(count)
    known = Count(shares=dict(count.shares))
    bench = _Bench(contest, known, play)
    if traced_cards(GAMES[contest.game]) is not None:
        bench.test(plan, count, advance)
    pairs = contest.seats == 2 and len(contest.entrants) > 1
    return Study(
        contest=contest,
        count=count,
        worth=bench.worth,
        replaced=bench.replaced,
        findings=findings(contest, count, bench.worth),
        mix=best_mix(contest.entrants, count.against) if pairs else {},
        dominated=dominated(contest.entrants, count.against) if pairs else {},
    )


def check_ended(count: Count) -> None:
    """Raise `NothingEnded` where no match came to its end."""
    if count.given_up == count.matches:
        raise NothingEnded.translated(
            "None of these matches came to its end: there is nothing to report. Look at their options, and"
            " whether the cards can be played with."
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


class _Bench:
    """Tests cards by paired matches."""

    def __init__(self, contest: Contest, known: Count, play: Playing) -> None:
        """`known` are matches that need not be played again."""
        self.contest, self.known, self.play = contest, known, play
        self.worth = dict[str, Difference]()
        self.replaced = dict[str, Difference]()
        self._ends = dict[str, int]()

    def test(self, plan: Plan, count: Count, told: Callable[[int], None]) -> None:
        """Test the cards that are named, or else those that stand out."""
        for number in plan.named:
            self._test(number, plan.pairs, 0, told)
            if GAMES[self.contest.game].decks is None:
                continue
            replaced = without(self.contest, number, plan.pairs)
            if replaced is not None and doing_otherwise(self.contest, number, 1) is not None:
                self.replaced[number] = replaced.measured(self.known, self.play, told)
        if not plan.named:
            self._race(plan, count, told)

    def _race(self, plan: Plan, count: Count, told: Callable[[int], None]) -> None:
        """Test cards that stand out a little each, then again and again the one that may be worth most.

        The matches that made them stand out are not used: their luck would be taken for the cards' worth.
        """
        left = plan.tested * plan.pairs

        def spend(matches: int) -> None:
            nonlocal left
            left -= matches
            told(matches)

        for number in suspects(self.contest, count, left // (2 * TRIED), plan.among):
            self._test(number, TRIED, self.contest.games, spend)
        while left > 0 and self.worth:
            number = max(self.worth, key=lambda each: self.worth[each].reach)
            if self.worth[number].reach <= CARD:
                return
            self._test(number, TRIED, self.contest.games, spend)

    def _test(self, number: str, pairs: int, first: int, told: Callable[[int], None]) -> None:
        """Test a card with so many pairs more, numbered from `first` on."""
        trial = judging(self.contest, number, pairs, self._ends.get(number, first))
        if trial is not None:
            self.worth.setdefault(number, Difference()).join(trial.measured(self.known, self.play, told))
            self._ends[number] = trial.end
