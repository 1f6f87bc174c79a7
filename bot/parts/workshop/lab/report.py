"""The report of a study: printed as JSON, stored in the database, drawn and put into sentences."""

from __future__ import annotations

from statistics import mean, median
from typing import Any

import msgspec

from bot.parts.workshop.lab.contests import card_counts, outside
from bot.parts.workshop.lab.findings import LabFinding
from bot.parts.workshop.lab.study import Study
from bot.parts.workshop.lab.tallies import CardCount, Difference, Mean, Tally


class Rate(msgspec.Struct, frozen=True):
    """A win rate, from 0 to 1."""

    matches: int
    rate: float
    error: float
    """The margin of error (95 %)."""


class CardLine(msgspec.Struct, frozen=True):
    """The counts of a card, in matches."""

    held: int
    """Matches of decks that hold it."""
    played: int
    times: int
    """The number of times it was played, in total."""
    drawn: int
    playable: int
    stuck: int
    """Matches in which it was drawn and never played."""
    rate: float
    """The win rate of the matches in which it was played."""
    lift: float
    """The difference of that rate from the win rate of its decks in all matches."""
    drawn_lift: float
    """The difference of its decks' win rates with and without the card drawn."""


class CardValue(msgspec.Struct, frozen=True):
    """The difference of a deck's win rate with a card and with similar cards in its place, from -1 to 1."""

    pairs: int
    mean: float
    error: float


class LabReport(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a study. The field names are the keys of `balance --json`."""

    game: str
    player: str
    seats: int
    seed: str
    cards: str | None
    """The hash of the cards in use."""
    games: int
    """The number of matches of each line-up."""
    matches: int
    given_up: int
    draws: int
    mean_actions: float
    mean_turns: float
    lead_changes: float
    """The mean number of lead changes in a match."""
    comebacks: float
    """The share of matches won by a side that was behind at half time, of the matches with a leader at half
    time.
    """
    decided: float = 0.0
    """The share in which the winner led from half time to the end, of the matches won by one side."""
    behind: float = 0.0
    """The share of matches in which the winner was behind at some time, of the matches won by one side."""
    hand_offs: float = 0.0
    """The median number of hand-offs in a match, over all seats."""
    forced: float
    """The share of actions that were the only legal one."""
    by_seat: tuple[float, ...]
    decks: dict[str, Rate]
    """Win rates of decks or squads by key."""
    against: dict[str, dict[str, Rate]]
    played: dict[str, CardLine]
    """By set number."""
    worth: dict[str, CardValue]
    """If the game supports it, the worth compared with the effects of other cards of its rank."""
    replaced: dict[str, CardValue] = {}
    """For cards named in the request: the worth compared with other cards of its rank in its place."""
    strengths: dict[str, dict[int, Mean]] = {}
    """By deck and turn, the power in battle or the counters put on enemies; with a shared deck, by set number
    and turn the damage of an attack.
    """
    options: dict[str, Any] = {}
    """All options of the matches."""
    given: tuple[str, ...] = ()
    """The names of those that were chosen so that the cards can be played."""
    left_out: tuple[str, ...] = ()
    """The ready decks with the measured cards, and the cards, that cannot be played with these options."""
    untested: tuple[str, ...] = ()
    """The named cards that could not be compared with others."""
    mix: dict[str, float]
    dominated: dict[str, str]
    outside: tuple[str, ...]
    findings: tuple[LabFinding, ...]

    @property
    def error(self) -> float:
        """The largest margin of error of the decks' win rates."""
        return max([rate.error for rate in self.decks.values()], default=0.0)


def report_of(study: Study) -> LabReport:
    """Return the report of a study, with rounded figures."""
    contest, count = study.contest, study.count
    means = dict[str, dict[int, Mean]]()
    for (key, turn), strength in sorted(count.strengths.items()):
        means.setdefault(key, {})[turn] = strength
    return LabReport(
        game=contest.game,
        player=contest.player,
        seats=contest.seats,
        seed=contest.seed,
        cards=contest.pool,
        games=contest.games,
        matches=count.matches,
        given_up=count.given_up,
        draws=count.draws,
        mean_actions=round(count.actions / count.matches, 2),
        mean_turns=round(mean(count.turns or [0]), 2),
        lead_changes=round(count.lead.mean_changes, 2),
        comebacks=round(count.lead.comeback_rate, 4),
        decided=round(count.lead.decided_rate, 4),
        behind=round(count.lead.behind_rate, 4),
        hand_offs=median(count.hand_offs),
        forced=round(count.forced / max(1, count.actions), 4),
        by_seat=tuple([round(count.seats[seat].rate, 4) for seat in range(contest.seats)]),
        decks={key: rate_of(count.entrants[key]) for key in contest.entrants},
        against={
            key: {other: rate_of(tally) for (one, other), tally in count.against.items() if one == key}
            for key in contest.entrants
        },
        played={number: _line(card) for number, card in card_counts(contest, count).items()},
        worth={number: worth_of(tested) for number, tested in study.worth.items()},
        replaced={number: worth_of(tested) for number, tested in study.replaced.items()},
        strengths=means,
        options=msgspec.to_builtins(contest.options),
        given=tuple(study.given),
        left_out=study.left_out,
        untested=study.untested,
        mix={key: round(share, 3) for key, share in study.mix.items()},
        dominated=study.dominated,
        outside=tuple(outside(count, contest.seats)),
        findings=tuple(study.findings),
    )


def worth_of(tested: Difference) -> CardValue:
    """Return a difference, rounded."""
    return CardValue(tested.pairs, round(tested.mean, 4), round(tested.error, 4))


def rate_of(tally: Tally) -> Rate:
    """Return a win rate with its margin of error, rounded."""
    return Rate(tally.matches, round(tally.rate, 4), round(tally.error, 4))


def _line(card: CardCount) -> CardLine:
    return CardLine(
        held=card.held.matches,
        played=card.played.matches,
        times=card.times,
        drawn=card.drawn,
        playable=card.playable,
        stuck=card.stuck,
        rate=round(card.played.rate, 4),
        lift=round(card.lift, 4),
        drawn_lift=round(card.drawn_lift, 4),
    )
