"""A study: entrants against each other, then tests of the cards that stand out from similar cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from bot.engine.errors import Refusal
from bot.games.registry import GAMES
from bot.parts.workshop.lab.contests import AT_ONCE, Contest
from bot.parts.workshop.lab.entrants import traced_cards
from bot.parts.workshop.lab.findings import CARD, LabFinding, best_mix, dominated, findings
from bot.parts.workshop.lab.processes import Playing, Told, summed
from bot.parts.workshop.lab.tallies import Count, Difference
from bot.parts.workshop.lab.worth import TESTED, judging, suspects, with_other_effects, without

PAIRS: Final = 300
"""The approximate number of pairs of matches for each named card (a margin of error of about 6 %), and of
matches for each card that is searched for.
"""

PLAYED: Final = 3
"""The approximate number of matches per pair of a named card: one unchanged, one for each of two tests."""

TRIED: Final = 12
"""The number of pairs after which the next card to test is chosen."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The work of a study."""

    contest: Contest
    margin: float = 0.0
    """The margin of error of all win rates at which it stops early; 0 to play all planned matches."""
    tested: int = TESTED
    """The number of cards that stand out for which test matches are planned."""
    named: tuple[str, ...] = ()
    """Cards to test in any case; if there are any, no others are tested."""
    among: tuple[str, ...] = ()
    """The cards among which those that stand out are searched; all if empty."""
    given: Mapping[str, Any] = {}
    """The options that were chosen for the cards."""
    left_out: tuple[str, ...] = ()
    """The ready decks with the cards, and the cards, that cannot be played with these options."""
    pairs: int = PAIRS
    """Pairs of matches for each named card; matches for each card that stands out."""

    @property
    def matches(self) -> int:
        """The most matches it can play."""
        cards = len(self.named) * PLAYED or self.tested
        if traced_cards(GAMES[self.contest.game]) is None:
            cards = 0
        return self.contest.matches + cards * self.pairs


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a study."""

    contest: Contest
    """Its `games` is the number of matches of each line-up actually played."""
    count: Count
    worth: dict[str, Difference]
    """By set number, the difference of a deck's win rate with the card and with the effects of other cards of
    its rank; compared with other cards in its place if the game does not know the effects of cards.
    """
    replaced: dict[str, Difference]
    """For named cards, the difference of a deck's win rate with the card and with others in its place."""
    findings: list[LabFinding]
    given: Mapping[str, Any] = {}
    """The options that were chosen for the cards."""
    left_out: tuple[str, ...] = ()
    """The ready decks with the cards, and the cards, that were not played."""
    untested: tuple[str, ...] = ()
    """The named cards that could not be compared with others."""
    mix: dict[str, float]
    """The share of each entrant in the best mix; for two seats."""
    dominated: dict[str, str]


class NothingEnded(Refusal):
    """No match of a study ended, so it has no usable figures."""


def study(plan: Plan, play: Playing, told: Told | None = None) -> Study:
    """Play a whole study and return its results. Raises `bot.games.simulation.Stuck` and `NothingEnded`."""
    advance = summed(told, plan.matches)
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
        given=plan.given,
        left_out=plan.left_out,
        untested=tuple([number for number in plan.named if number not in bench.worth]),
        mix=best_mix(contest.entrants, count.against) if pairs else {},
        dominated=dominated(contest.entrants, count.against) if pairs else {},
    )


def check_ended(count: Count) -> None:
    """Raise `NothingEnded` if no match ended."""
    if count.given_up == count.matches:
        raise NothingEnded.translated(
            "None of these matches came to its end: there is nothing to report. Look at their options, and"
            " whether the cards can be played with."
        )


def _rated(plan: Plan, play: Playing, advance: Callable[[int], None]) -> tuple[Contest, Count]:
    """Play the line-ups in rounds, until all matches are played or the margin of error is reached."""
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
        """Test the named cards, or else those that stand out."""
        for number in plan.named:
            self._test(number, plan.pairs, 0, told)
            if GAMES[self.contest.game].decks is None:
                continue
            replaced = without(self.contest, number, plan.pairs)
            if replaced is not None and with_other_effects(self.contest, number, 1) is not None:
                self.replaced[number] = replaced.measured(self.known, self.play, told)
        if not plan.named:
            self._race(plan, count, told)

    def _race(self, plan: Plan, count: Count, told: Callable[[int], None]) -> None:
        """Test the cards that stand out a little, then repeatedly the one that may be worth most.

        The matches that made them stand out are not reused, because luck in them would count as worth.
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
        """Test a card with `pairs` more pairs, numbered from `first`."""
        trial = judging(self.contest, number, pairs, self._ends.get(number, first))
        if trial is not None:
            self.worth.setdefault(number, Difference()).join(trial.measured(self.known, self.play, told))
            self._ends[number] = trial.end
