"""The stored values of a tournament. They alone determine the next steps."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

from bot.base.ids import MatchId
from bot.base.language import N_, gettext
from bot.engine.fair import Draw
from bot.matches.clocks import ClockTerms
from bot.matches.model import FORMER, NAMELESS
from bot.parts.tournaments.formats.model import EntrantId, Format, Rule, Teams

# The titles of tournaments.


TITLES: Mapping[Format, str] = {
    "league": N_("League {number}"),
    "cup": N_("Cup {number}"),
    "swiss": N_("Swiss {number}"),
    "knock-out": N_("Knock-out {number}"),
}


def numbered(kind: Format, number: int) -> str:
    """Return the title of a tournament of a format: "Cup 3"."""
    return gettext(TITLES[kind], number=number)


TournamentId: TypeAlias = str
"""Twelve lower-case letters and digits, unguessable."""

DAY = 24 * 3600
USUAL_CLOCK = ClockTerms("bank", 3 * DAY, DAY // 2, at_zero="resign", cap=5 * DAY)
"""The default clock of a tournament: 3 days in the bank, half a day per turn, at most 5 days."""
LEAVE_SECONDS = 5 * DAY
"""The leave of an entrant in one tournament, in seconds."""
MOST_TIMEOUTS = 2
"""The number of losses on time after which an entrant is withdrawn."""

Stage: TypeAlias = Literal["open", "playing", "ended", "cancelled"]
How: TypeAlias = Literal["played", "adjudicated", "time", "bye", "withdrawn", "abandoned", "director"]
"""The way a match ended. `withdrawn`: its result follows from withdrawals."""
Pending: TypeAlias = Literal["leave", "back", "reseat", "resign"]
Leaving: TypeAlias = Literal["", "left", "time", "director", "former"]
"""The reason of a withdrawal; "" while playing."""


class Conditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The conditions for entering a tournament."""

    role: int = 0
    """The required role; 0 for none."""
    lowest: int = 0
    highest: int = 0
    """Bounds of the rating in the game on the server; 0 for none."""
    matches: int = 0
    """The least number of ended matches."""


class Plans(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The director's settings of a tournament."""

    game: str
    format: Format = "league"
    seats: int = 2
    options: Mapping[str, Any] = {}
    """The options of its matches, as entered."""
    clock: ClockTerms = USUAL_CLOCK
    days: int = 0
    """Days until the deadline of a round, or of all matches if they are opened at once; 0 for the default."""
    size: int = 0
    """The number of entrants that fills a cup; else the most entrants, 0 for no limit."""
    conditions: Conditions = Conditions()
    rated: bool = True
    winner_role: int = 0
    """The role that the winner gets; 0 for none."""
    teams: Teams | msgspec.UnsetType = msgspec.UNSET
    """The seats of each pair in a match; absent if everybody enters alone."""
    auto_leave: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """True where the leave of each entrant begins by itself shortly before a loss by time; else unset."""

    @property
    def sides(self) -> int:
        """The number of sides in a match: persons or pairs."""
        return len(self.teams) if self.teams else self.seats


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person who has entered."""

    number: EntrantId
    """From 1, in the order of joining."""
    user: int
    """The Discord user's id; 0 for a computer, and a former player."""
    name: str
    word: str = ""
    """The entrant's own word for the randomness of the draw and of the matches."""
    computer: str = ""
    rating: int | None = None
    """Rating points in the game on the server at the start; None without a rating."""
    seed: int = 0
    """The seed, from 1; 0 before the start."""
    division: int = 1
    first_round: int = 1
    leaving: Leaving = ""
    after_round: int = 0
    """The last paired round when the entrant withdrew."""
    timeouts: int = 0
    away_since: datetime | None = None
    """The start of the present leave."""
    away_spent: float = 0.0
    """Seconds of leave used."""
    place: int = 0
    """The final place in the division; 0 before the end."""
    pending: tuple[Pending, ...] = ()
    """Pending acts in the entrant's matches."""
    before: int = 0
    """The former holder of the place, until the seats are handed over."""
    partner: EntrantId | msgspec.UnsetType = msgspec.UNSET
    """The partner, in a tournament of pairs."""
    asked: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """Whether the person was asked by the partner and has not agreed; until then neither has entered."""

    @property
    def called(self) -> str:
        """The displayed name."""
        ours = self.name == NAMELESS or (self.name == FORMER and not self.user)
        return gettext(self.name) if ours else self.name


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paired round; the only one if all matches are opened at once."""

    number: int
    opened_at: datetime
    deadline: datetime
    told: int = 0
    """The number of announcements made of its deadline."""


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One pairing and its match."""

    number: int
    """From 1 in its tournament."""
    division: int
    round: int
    seats: tuple[EntrantId, ...]
    leg: int = 1
    asked_at: datetime | None = None
    """When its thread was first requested."""
    channel: int = 0
    match: MatchId = ""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a pairing."""

    number: int
    """The number of the pairing."""
    places: tuple[int, ...] | None
    """The place of each entrant; None if withdrawals decide it."""
    how: How
    at: datetime


class Notice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One message to be posted in the tournament's channel, once."""

    number: int
    kind: Literal["round", "results", "deadline", "withdrawn", "ended", "cancelled", "next", "asked"]
    facts: Mapping[str, Any] = {}
    posted: bool = False


class LogLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One public act in the tournament's log."""

    number: int
    at: datetime
    user: int
    """The person who did it; 0 for the bot itself."""
    name: str
    act: str
    facts: Mapping[str, Any] = {}


class Tournament(msgspec.Struct, frozen=True):
    """All values of a tournament."""

    id: TournamentId
    guild: int
    channel: int
    number: int
    """Its number among those of its format on the server: "Cup 3"."""
    director: int
    stage: Stage
    plans: Plans
    seed: bytes
    commitment: str
    opened_at: datetime
    revision: int = 0
    starts_at: datetime | None = None
    """When it starts automatically, or is cancelled because too few have entered."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    after: TournamentId = ""
    """The previous season."""
    post: int = 0
    """The message that shows the tournament."""
    shown: int = -1
    """The revision shown in the post."""
    rewarded: bool = False
    """Whether the winner's role was given, or could not be given."""
    credited: datetime | None = None
    """The instant until which time in which nobody could act was given back."""
    rule: Rule = 1
    """The rule of its rounds and ties, the newest one when it began; a running tournament keeps its own."""
    rounds_planned: int = 0
    """The number of Swiss rounds, fixed at the start; 0 if it follows from the number of entrants."""
    forbidden: tuple[tuple[EntrantId, EntrantId], ...] = ()
    apart: tuple[tuple[EntrantId, EntrantId], ...] = ()
    """Pairs of people that are kept apart; the reason is never published."""
    closing: tuple[MatchId, ...] = ()
    """Matches that no longer count and must still be ended."""
    draws: tuple[Draw, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    games: tuple[Game, ...] = ()
    results: tuple[Result, ...] = ()
    notices: tuple[Notice, ...] = ()
    log: tuple[LogLine, ...] = ()

    def __repr__(self) -> str:
        return f"Tournament({self.id}, revision={self.revision})"

    @property
    def over(self) -> bool:
        """Whether nothing more can happen in it."""
        return self.stage in ("ended", "cancelled")

    def entrant(self, number: EntrantId) -> Entrant:
        """Return the entrant with a number."""
        return self.entrants[number - 1]

    def of_user(self, user: int) -> Entrant | None:
        """Return a person's entry. A person who was only asked as a partner has none."""
        entrants = [each for each in self.entrants if user and each.user == user and each.leaving != "former"]
        return min(
            [each for each in entrants if not each.asked], key=lambda each: bool(each.leaving), default=None
        )

    def members(self, number: EntrantId) -> tuple[Entrant, ...]:
        """Return an entrant and any partner, in the order of their numbers."""
        one = self.entrant(number)
        return tuple(
            [self.entrant(each) for each in sorted((number, one.partner))] if one.partner else (one,)
        )

    def first(self, number: EntrantId) -> EntrantId:
        """Return the number of an entrant in tables and pairings; a pair uses its lower one."""
        return self.members(number)[0].number

    @property
    def firsts(self) -> Mapping[EntrantId, EntrantId]:
        """The number of each entrant in tables and pairings."""
        return {each.number: min(each.number, each.partner or each.number) for each in self.entrants}

    def called(self, number: EntrantId) -> str:
        """Return the name of an entrant; of a pair "Ann & Ben"."""
        return " & ".join([each.called for each in self.members(number)])

    def asks(self, user: int) -> tuple[Entrant, ...]:
        """Return the people who have asked a person to enter together and wait for the answer."""
        asked = [each for each in self.entrants if user and each.user == user and each.asked]
        return tuple([self.entrant(each.partner or 0) for each in asked])

    def waits(self, entrant: Entrant) -> bool:
        """Whether one of a pair has not agreed yet to enter with the other."""
        return any(each.asked for each in self.members(entrant.number))

    def game(self, number: int) -> Game:
        """Return the pairing with a number."""
        return next(each for each in self.games if each.number == number)

    @property
    def last_round(self) -> int:
        """The number of the last paired round; 0 before the first."""
        return max([each.number for each in self.rounds], default=0)

    @property
    def open_games(self) -> list[Game]:
        """The pairings without a result yet."""
        done = {each.number for each in self.results}
        return [each for each in self.games if each.number not in done]

    @property
    def players(self) -> tuple[Entrant, ...]:
        """The entrants, without those who left before the draw."""
        return tuple([each for each in self.entrants if not each.leaving and not self.waits(each)])

    @property
    def entered(self) -> tuple[Entrant, ...]:
        """The same, with only the first of each pair."""
        return tuple([each for each in self.players if self.first(each.number) == each.number])

    @property
    def divisions(self) -> range:
        """The numbers of the divisions, the highest first."""
        return range(1, 1 + max([each.division for each in self.entrants], default=1))


class Title(msgspec.Struct, frozen=True):
    """A person's achievement in a tournament that is over."""

    tournament: TournamentId
    format: Format
    number: int
    game: str
    place: int
    division: int
    entrants: int
    ended_at: datetime


def forgotten(tournament: Tournament, user: int) -> Tournament:
    """Return a tournament without a person's id and name.

    If the person is an entrant, they and any partner have withdrawn.
    """
    mine = [each for each in tournament.entrants if each.user == user]
    partners = {each.partner for each in mine if each.partner}
    entrants = [
        _nobody(tournament, entrant)
        if entrant.user == user
        else departed(tournament, entrant, "left")
        if entrant.number in partners
        else entrant
        for entrant in tournament.entrants
    ]
    log = [
        msgspec.structs.replace(entry, user=0, name=FORMER) if entry.user == user else entry
        for entry in tournament.log
    ]
    director = 0 if tournament.director == user else tournament.director
    return msgspec.structs.replace(tournament, entrants=tuple(entrants), log=tuple(log), director=director)


def _nobody(tournament: Tournament, entrant: Entrant) -> Entrant:
    nobody = msgspec.structs.replace(entrant, user=0, name=FORMER, away_since=None)
    return departed(tournament, nobody, "former")


def departed(tournament: Tournament, entrant: Entrant, why: Leaving) -> Entrant:
    """Return an entrant who has withdrawn; unchanged if they had before, or if the tournament is over."""
    if entrant.leaving or tournament.over:
        return entrant
    if tournament.stage == "open":  # the partner is free to enter with another one
        return msgspec.structs.replace(entrant, leaving=why, partner=msgspec.UNSET, asked=msgspec.UNSET)
    return msgspec.structs.replace(entrant, leaving=why, after_round=tournament.last_round, away_since=None)
