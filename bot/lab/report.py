"""The report of a study: what is printed as JSON, kept in the database, drawn and put into sentences."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean, median

import msgspec

from bot.lab.contests import card_counts, outside
from bot.lab.findings import Finding
from bot.lab.study import Study
from bot.lab.tallies import CardCount, Difference, Mean, Tally


class Rate(msgspec.Struct, frozen=True):
    """A share of matches won, from 0 to 1."""

    matches: int
    rate: float
    error: float
    """How far the truth may lie from it, in 95 of 100 cases."""


class CardLine(msgspec.Struct, frozen=True):
    """How a card fared, in matches."""

    held: int
    """Of decks it is in."""
    played: int
    times: int
    """How often it was played in all."""
    drawn: int
    playable: int
    stuck: int
    """Of those in which it came to hand, how many it was never played in."""
    rate: float
    """The share won of those in which it was played."""
    lift: float
    """How much more than its decks win in all."""
    drawn_lift: float
    """How much more its decks win when it comes to hand than when it does not."""


class Worth(msgspec.Struct, frozen=True):
    """How much more a deck wins with a card than with others of its kind in its place, from -1 to 1."""

    pairs: int
    mean: float
    error: float


class LabReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a study came to. The names of its fields are those of the JSON that `balance --json` prints."""

    game: str
    player: str
    seats: int
    seed: str
    cards: str | None
    """The hash of the cards that were played with."""
    games: int
    """Matches of each line-up."""
    matches: int
    given_up: int
    draws: int
    mean_actions: float
    mean_turns: float
    lead_changes: float
    """How often the lead changed in a match."""
    comebacks: float
    """The share won by who was behind at half time, of the matches in which somebody led then."""
    decided: float = 0.0
    """The share in which the winner led from half time to the end, of the matches that one side won."""
    behind: float = 0.0
    """The share in which the winner was once behind, of the same."""
    hand_offs: float = 0.0
    """Hand-offs of all seats in a match, at the median."""
    forced: float
    """The share of actions that were the only legal one."""
    by_seat: tuple[float, ...]
    decks: dict[str, Rate]
    """Decks or squads by their keys."""
    against: dict[str, dict[str, Rate]]
    played: dict[str, CardLine]
    """By set number."""
    worth: dict[str, Worth]
    """Where the game can tell, than if the card did what others of its rank do."""
    replaced: dict[str, Worth] = {}
    """Of cards that were named: than with other cards of its rank."""
    strengths: dict[str, dict[int, Mean]] = {}
    """By deck and turn the power in battle or the counters put on enemies; where all draw from one deck, by
    set number and turn the damage of an attack."""
    mix: dict[str, float]
    dominated: dict[str, str]
    outside: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def error(self) -> float:
        """The largest error of the win rates of decks."""
        return max([rate.error for rate in self.decks.values()], default=0.0)


def report_of(study: Study) -> LabReport:
    """Return the report of a study, its figures rounded."""
    contest, count = study.contest, study.count
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
        lead_changes=round(count.mean_lead_changes, 2),
        comebacks=round(count.comeback_rate, 4),
        decided=round(count.decided_rate, 4),
        behind=round(count.behind_rate, 4),
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
        strengths=_strengths(count.strengths),
        mix={key: round(share, 3) for key, share in study.mix.items()},
        dominated=study.dominated,
        outside=tuple(outside(count, contest.seats)),
        findings=tuple(study.findings),
    )


def _strengths(counted: Mapping[tuple[str, int], Mean]) -> dict[str, dict[int, Mean]]:
    found = dict[str, dict[int, Mean]]()
    for (key, turn), strength in sorted(counted.items()):
        found.setdefault(key, {})[turn] = strength
    return found


def worth_of(tested: Difference) -> Worth:
    """Return a difference, rounded."""
    return Worth(tested.pairs, round(tested.mean, 4), round(tested.error, 4))


def rate_of(tally: Tally) -> Rate:
    """Return a share with its margin, rounded."""
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
