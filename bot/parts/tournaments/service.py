"""Tournaments: opening them, entering, leaving, and the acts of their directors.

A change is a function from a tournament to the changed one. The store writes the difference in one
transaction, if the revision is still the loaded one; else the change is repeated. A tournament stores its
`rule`: a change of pairings or tie-breaks is a new rule, taken by tournaments that begin.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, TypeAlias

import msgspec
from cachetools import LRUCache
from msgspec import UNSET
from msgspec.structs import replace

from bot.base.clock import Clock
from bot.base.ids import MatchId, new_id
from bot.base.limits import DAY, NO_LIMITS, Buckets, Limits, wait_in_words
from bot.engine.contract import Rules
from bot.engine.errors import Refusal, Unavailable
from bot.engine.fair import SEED_BYTES, commitment
from bot.engine.players.opponent import Opponent
from bot.engine.sentences import fit
from bot.matches.computers import Computers, Offer
from bot.matches.model import Person, clean_name, clean_word
from bot.matches.options import offered_options
from bot.parts.ratings.service import RatingService
from bot.parts.tournaments import acts, pairs, starting
from bot.parts.tournaments.formats.model import EntrantId
from bot.parts.tournaments.model import LEAVE_SECONDS, Entrant, LogLine, Plans, Tournament, TournamentId
from bot.parts.tournaments.store import SqlCompetitionStore
from bot.people.seating_policy import Blocks

Games: TypeAlias = Mapping[str, Rules[Any, Any, Any, Any]]
Alter: TypeAlias = Callable[[Tournament], Tournament]

TRIES = 20
MOST_GOING_ON = 20
"""The most unfinished tournaments of one server."""
MOST_COMPUTERS = 16
"""The most computer players in the unfinished tournaments of one director: at most 56 matches of a cup."""
AT_HAND = 64
"""The most tournaments cached in memory."""
ASKING = 10
"""How many acts it counts as to ask a partner: that mentions a person."""
BOT = Person(0, "")
"""The author of the bot's own acts."""


class Competitions:
    """All tournaments. Refusals are sentences; after a refusal nothing has changed."""

    def __init__(
        self,
        store: SqlCompetitionStore,
        ratings: RatingService,
        games: Games,
        clock: Clock,
        entropy: Callable[[int], bytes],
        computers: Mapping[str, Opponent],
        blocks: Blocks,
        limits: Limits = NO_LIMITS,
    ) -> None:
        """People with a block between them are not paired."""
        self._limits = limits
        self._opened = Buckets(clock, limits.tournaments_a_day, "tournaments", span=DAY)
        self._done = Buckets(clock, limits.tournament_acts_a_day, "tournaments", span=DAY)
        self.store = store
        self._blocks = blocks
        self.clock = clock
        self._ratings = ratings
        self._games = games
        self._entropy = entropy
        self._computers = Computers(computers)
        self._at_hand: LRUCache[TournamentId, Tournament] = LRUCache(AT_HAND)

    async def get(self, tournament: TournamentId) -> Tournament:
        """Return a tournament. Raises `Refusal`."""
        known = tournament.isascii() and tournament.isalnum()
        loaded = await self.store.load(tournament, self._at_hand.get(tournament)) if known else None
        if loaded is None:
            raise Refusal.translated(
                "There is no such tournament. /tournament list shows those of this server."
            )
        self._at_hand[tournament] = loaded
        return loaded

    async def change(self, tournament: TournamentId, alter: Alter) -> Tournament:
        """Change a tournament and return it; repeated if it was changed in the meantime. Raises `Refusal`."""
        for _ in range(TRIES):
            before = await self.get(tournament)
            after = alter(before)
            if after is before:
                return before
            after = replace(after, revision=before.revision + 1)
            if await self.store.save(before, after):
                self._at_hand[tournament] = after
                return after
            self._at_hand.pop(tournament, None)
        raise Unavailable.translated("Too much happens in this tournament at once. Please try again.")

    async def give_back(self, since: Callable[[int], datetime | None], now: datetime) -> None:
        """Give time back in which nobody could act: from when on for each server, None for none."""
        for number in await self.store.going_on():
            last = since((await self.get(number)).guild)
            if last is not None:
                await self.change(number, partial(acts.given_back, last=last, now=now))

    async def unrate(self, match: MatchId) -> None:
        """Remove the effect of a match that no longer counts from all ratings."""
        await self._ratings.unrate(match)

    async def apart(self, tournament: TournamentId) -> frozenset[frozenset[int]]:
        """Return the pairs of users to keep apart in later rounds."""
        users = [each.user for each in (await self.get(tournament)).entrants if each.user]
        return await self._blocks.apart(users)

    async def open(
        self,
        guild: int,
        channel: int,
        director: Person,
        plans: Plans,
        after: Tournament | None = None,
    ) -> Tournament:
        """Open a tournament for entries. Raises `Refusal` if its settings contradict, or above a limit."""
        rules = self._games.get(plans.game)
        if rules is None:
            raise Refusal.translated(
                'There is no game "{game}". The games are: {games}.',
                game=fit(plans.game, 40),
                games=", ".join(self._games),
            )
        plans = replace(starting.with_teams(plans, rules), rated=plans.rated and rules.rated)
        starting.check_plans(plans, rules)
        offered_options(rules, plans.options, plans.seats)
        if after is None:
            await self._check_room(guild, director.user)
        for _ in range(TRIES):
            made = await self._new(guild, channel, director, plans, after)
            if await self.store.save(None, made):
                return made
        raise Unavailable.translated("Too much happens in this tournament at once. Please try again.")

    async def _check_room(self, guild: int, director: int) -> None:
        """Count a tournament that is about to be opened. Raises `Refusal` above a limit."""
        going_on = await self.store.going_on(guild)
        if len(going_on) >= MOST_GOING_ON:
            raise Refusal.translated("This server has very many tournaments going on. One has to end first.")
        most = self._limits.tournaments_a_person
        tournaments = [await self.get(each) for each in going_on]
        if most and sum([each.director == director and not each.over for each in tournaments]) >= most:
            raise Refusal.translated(
                "You direct {number} tournaments here that are not over, which is the most. End one of them"
                " first.",
                number=most,
            )
        if wait := self._opened.take(director):
            raise Refusal.translated(
                "You have opened very many tournaments lately. The next can be opened in {wait}.",
                wait=wait_in_words(wait),
            )

    def _charge(self, user: int, acts: int = 1) -> None:
        """Count an act that leaves something behind in a tournament. Raises `Refusal` above the limit."""
        if wait := self._done.take(user, acts):
            raise Refusal.translated(
                "You have done very much in tournaments lately. You can do this in {wait}.",
                wait=wait_in_words(wait),
            )

    async def _new(
        self, guild: int, channel: int, director: Person, plans: Plans, after: Tournament | None
    ) -> Tournament:
        tournament, seed, now = new_id(self._entropy), self._entropy(SEED_BYTES), self.clock()
        made = Tournament(
            id=tournament,
            guild=guild,
            channel=channel,
            number=await self.store.next_number(guild, plans.format),
            director=director.user,
            stage="open",
            plans=plans,
            seed=seed,
            commitment=commitment(tournament, seed),
            opened_at=now,
            starts_at=now + starting.ENTRY if after is not None else None,
            after=after.id if after is not None else "",
        )
        return logged(made, director, "new", now, {})

    async def join(
        self,
        tournament: TournamentId,
        person: Person,
        *,
        roles: Collection[int] = (),
        word: str = "",
        partner: Person | None = None,
    ) -> Tournament:
        """Enter a person, or change an entry. With pairs, ask a partner or accept one who has asked.

        Raises `Refusal`.
        """
        current, said = await self.get(tournament), clean_word(word)
        points = await self._ratings.points(person.user, current.guild, current.plans.game)
        conditions = current.plans.conditions
        played = await self._ratings.ended_matches(person.user, current.guild) if conditions.matches else 0
        starting.check_conditions(conditions, roles, points, played)
        charged = False

        def alter(before: Tournament) -> Tournament:
            nonlocal charged
            mine = before.of_user(person.user)
            entrant = Entrant(0, person.user, clean_name(person.name), said, rating=points)
            if mine is not None and not mine.leaving and _same_partner(before, mine, partner):
                return _reworded(before, mine, said)
            if before.plans.teams:
                after, agreed = pairs.joined(before, entrant, partner)
                if not charged:  # it may be tried again
                    self._charge(person.user, 1 if agreed else ASKING)
                    charged = True
                mine = _playing(after, person.user)
                facts = {"player": mine.partner, "entrant": mine.number}
                return self._logged(after, person, "pair", facts) if agreed else after
            if partner is not None:
                raise Refusal.translated(
                    "Everybody enters this tournament alone: leave out the option partner."
                )
            starting.check_entry(before, mine)
            if not charged:
                self._charge(person.user)
                charged = True
            number = mine.number if mine is not None else len(before.entrants) + 1
            after = starting.placed(before, replace(entrant, number=number))
            return self._logged(after, person, "join", {"entrant": number})

        return await self.change(tournament, alter)

    async def enter(
        self,
        tournament: TournamentId,
        director: Person,
        people: Sequence[tuple[Person, Collection[int]]],
        *,
        manages: bool,
    ) -> list[tuple[Person, Refusal | None]]:
        """Enter people with their roles, for the director; each is told by direct message and can decline.

        Return each with the reason why not, None for those who have entered. Raises `Refusal`.
        """
        current = await self.get(tournament)
        acts.check_director(current, director.user, "enter", manages=manages)
        starting.check_open(current)
        if current.plans.teams:
            raise Refusal.translated(
                "In this tournament pairs enter, and both have to agree: ask them to join."
            )
        conditions, verdicts = current.plans.conditions, dict[int, Refusal | None]()
        ratings = dict[int, int | None]()
        for who, roles in people:
            points = await self._ratings.points(who.user, current.guild, current.plans.game)
            played = await self._ratings.ended_matches(who.user, current.guild) if conditions.matches else 0
            ratings[who.user], verdicts[who.user] = points, None
            try:
                starting.check_conditions(conditions, roles, points, played)
            except Refusal:
                verdicts[who.user] = Refusal.translated("{player} may not enter.", player=who.name)

        def alter(before: Tournament) -> Tournament:
            acts.check_director(before, director.user, "enter", manages=manages)
            after = before
            for who, _roles in people:
                if verdicts[who.user] is None:
                    try:
                        after = starting.entered(after, who, ratings[who.user])
                    except Refusal as refusal:
                        verdicts[who.user] = refusal
            if after is before:
                return before
            number = len(after.entrants) - len(before.entrants)
            return self._logged(after, director, "enter", {"number": number})

        await self.change(tournament, alter)
        return [(each, verdicts[each.user]) for each, _roles in people]

    async def add_computers(
        self, tournament: TournamentId, user: Person, computer: str, *, manages: bool
    ) -> Tournament:
        """Let a computer player take all free places of a cup, for its director. Raises `Refusal`."""
        here = await self.get(tournament)
        opponent = self._computers.found(computer, self._games[here.plans.game])
        directed = [each for each in await self.of_user(here.director) if each.director == here.director]
        others = [each for each in directed if each.id != tournament]
        seated = sum([bool(one.computer) for each in others for one in each.entrants])

        def alter(before: Tournament) -> Tournament:
            acts.check_director(before, user.user, "computers", manages=manages)
            starting.check_open(before)
            if before.plans.format != "cup":
                raise Refusal.translated("Computer players can take the free places of a cup only.")
            size, filled = starting.size_of(before), before
            while len(filled.entered) < size:
                filled = _with_computers(filled, opponent)
            if seated + sum([bool(each.computer) for each in filled.entrants]) > MOST_COMPUTERS:
                raise Refusal.translated(
                    "At most {number} computer players can play in the tournaments of one director at a"
                    " time.",
                    number=MOST_COMPUTERS,
                )
            return self._logged(filled, user, "computers", {"title": opponent.title})

        return await self.change(tournament, alter)

    async def leave(self, tournament: TournamentId, person: Person) -> Tournament:
        """Remove a person's entry; after the start they withdraw. Raises `Refusal`."""

        def alter(before: Tournament) -> Tournament:
            mine = before.of_user(person.user)
            if before.stage != "cancelled" and (mine is None or mine.leaving) and before.asks(person.user):
                return pairs.declined(before, person.user)
            mine = _playing(before, person.user)
            if before.waits(mine):
                return pairs.parted(before, [mine.number])
            after = acts.withdrawn(before, mine.number, "left", self.clock())
            return self._logged(after, person, "leave", {"entrant": mine.number})

        return await self.change(tournament, alter)

    async def decline(self, tournament: TournamentId, person: Person, asker: EntrantId) -> Tournament:
        """Decline a request to enter together. Raises `Refusal`."""
        return await self.change(tournament, lambda before: pairs.declined(before, person.user, asker))

    async def take_leave(self, tournament: TournamentId, person: Person, *, back: bool) -> Tournament:
        """Start a person's leave, which stops their clocks, or end it. Raises `Refusal`."""
        if not back:
            self._charge(person.user)

        def alter(before: Tournament) -> Tournament:
            mine, now = _playing(before, person.user), self.clock()
            after = acts.returned(before, mine, now) if back else acts.on_leave(before, mine, now)
            return self._logged(after, person, "back" if back else "away", {"entrant": mine.number})

        return await self.change(tournament, alter)

    async def leave_before_a_loss(self, match: MatchId, user: int, *, chosen: bool) -> bool:
        """Begin the leave of an entrant who is about to lose a match by time; return whether it began.

        It begins where the tournament is played so, or the person has `chosen` it, and some of it is left.
        """
        current = await self.of_match(match)
        mine = None if current is None else current[0].of_user(user)
        if current is None or mine is None or not (chosen or current[0].plans.auto_leave):
            return False
        if mine.away_since is not None or mine.away_spent >= LEAVE_SECONDS:
            return False
        await self.take_leave(current[0].id, Person(user, mine.name), back=False)
        return True

    async def start(self, tournament: TournamentId, user: Person, *, manages: bool) -> Tournament:
        """Begin a tournament for its director. Raises `Refusal`."""
        before = await self.get(tournament)
        last = await self.get(before.after) if before.after else None

        def alter(current: Tournament) -> Tournament:
            acts.check_director(current, user.user, "start", manages=manages)
            return self._logged(self._started(current, last), user, "start")

        return await self.change(tournament, alter)

    async def act(
        self,
        tournament: TournamentId,
        user: Person,
        name: str,
        alter: Callable[[Tournament, datetime], Tournament],
        facts: Mapping[str, Any],
        *,
        manages: bool,
    ) -> Tournament:
        """Carry out an act of the director and log it. Raises `Refusal` for anybody else.

        An entrant whom it concerns is the fact `entrant`.
        """

        acts.check_director(
            await self.get(tournament), user.user, name, manages=manages, entrant=facts.get("entrant", 0)
        )
        self._charge(user.user)

        def altered(before: Tournament) -> Tournament:
            own = facts.get("entrant", 0)
            acts.check_director(before, user.user, name, manages=manages, entrant=own)
            return self._logged(alter(before, self.clock()), user, name, facts)

        return await self.change(tournament, altered)

    async def begin_by_itself(self, tournament: TournamentId) -> Tournament:
        """Start a tournament that is due, or cancel it if too few have entered."""
        before = await self.get(tournament)
        last = await self.get(before.after) if before.after else None

        def alter(current: Tournament) -> Tournament:
            if not starting.due(current, self.clock()):
                return current
            try:
                return self._logged(self._started(current, last), BOT, "start")
            except Refusal:
                return self._logged(acts.cancelled(current, self.clock()), BOT, "end")

        return await self.change(tournament, alter)

    def _started(self, tournament: Tournament, before: Tournament | None) -> Tournament:
        starting.check_open(tournament)
        tournament = pairs.all_parted(tournament)
        starting.check_tables(tournament, self._games[tournament.plans.game])
        return starting.started(tournament, before, self.clock())

    async def of_user(self, user: int) -> list[Tournament]:
        """Return the running tournaments in which a person plays, or which they direct."""
        found = [await self.get(each) for each in await self.store.of_user(user)]
        return [each for each in found if each.director == user or _plays(each, user)]

    async def on_server(self, guild: int, limit: int) -> list[Tournament]:
        """Return the tournaments of a server, the newest first."""
        return [await self.get(each) for each in await self.store.listed(guild, limit)]

    async def of_match(self, match: MatchId) -> tuple[Tournament, int] | None:
        """Return the tournament of a match, and the number of its pairing."""
        found = await self.store.of_match(match)
        return None if found is None else (await self.get(found[0]), found[1])

    def _logged(
        self, tournament: Tournament, who: Person, act: str, facts: Mapping[str, Any] | None = None
    ) -> Tournament:
        return logged(tournament, who, act, self.clock(), facts or {})


def logged(
    tournament: Tournament, who: Person, act: str, now: datetime, facts: Mapping[str, Any]
) -> Tournament:
    """Return the tournament with one more log line."""
    number = max([each.number for each in tournament.log], default=0) + 1
    name = clean_name(who.name) if who.user else ""
    return replace(tournament, log=(*tournament.log, LogLine(number, now, who.user, name, act, facts)))


def _plays(tournament: Tournament, user: int) -> bool:
    mine = tournament.of_user(user)
    return mine is not None and not mine.leaving


def _playing(tournament: Tournament, user: int) -> Entrant:
    mine = tournament.of_user(user)
    if mine is None or mine.leaving:
        raise Refusal.translated("You do not play in this tournament.")
    if tournament.over:
        raise Refusal.translated("This tournament is over.")
    return mine


def _reworded(tournament: Tournament, mine: Entrant, word: str) -> Tournament:
    if tournament.waits(mine) and not word:
        raise Refusal.translated(
            "You have asked {player} already, who has to agree.",
            player=tournament.entrant(mine.partner or 0).called,
        )
    if not word or word == mine.word:
        raise Refusal.translated("You have entered this tournament already.")
    if tournament.stage != "open":
        raise Refusal.translated("The tournament has begun: your word for the randomness stays as it is.")
    return acts.with_entrant(tournament, replace(mine, word=word))


def _same_partner(tournament: Tournament, mine: Entrant, partner: Person | None) -> bool:
    """Whether a person who has entered or asked names this partner or none."""
    others = [each.user for each in tournament.members(mine.number) if each.number != mine.number]
    return partner is None or partner.user in others


def _with_computers(tournament: Tournament, computer: Offer) -> Tournament:
    """Return the tournament with one more place taken by a computer player, or by a pair of them."""
    number, pair = len(tournament.entrants) + 1, 2 if tournament.plans.teams else 1
    count = sum([bool(each.computer) for each in tournament.entrants])
    for at in range(pair):
        name = clean_name(f"{computer.title} {count + at + 1}")
        partner = number + 1 - at if pair == 2 else UNSET
        one = Entrant(number + at, 0, name, computer=computer.key, partner=partner)
        tournament = starting.placed(tournament, one)
    return tournament


# The scheduled event of a tournament's start, stored as one hidden line of the tournament's log.


EVENT = "event"
"""The act name of the log line."""


class KnownEvent(msgspec.Struct, frozen=True):
    """The stored data of a tournament's event on Discord."""

    event: int = 0
    """Its id; 0 for none, also if it is not possible or was deleted by a person: it is not created again."""
    at: str = ""
    """The start at its last update, in ISO 8601; "" for none."""
    asked: bool = False
    """Whether a change was requested from Discord whose result is not recorded yet."""


def wanted_at(tournament: Tournament) -> str:
    """Return the start that an event should show, "" for none: it ends when the tournament begins."""
    if tournament.stage != "open" or tournament.starts_at is None:
        return ""
    return tournament.starts_at.isoformat()


def known_event(tournament: Tournament) -> KnownEvent:
    """Return the stored data of a tournament's event."""
    line = _line(tournament)
    return KnownEvent() if line is None else msgspec.convert(line.facts, KnownEvent)


def with_event(tournament: Tournament, known: KnownEvent, now: datetime) -> Tournament:
    """Return the tournament with this data of its event stored."""
    line, facts = _line(tournament), msgspec.to_builtins(known)
    if line is None:
        return logged(tournament, BOT, EVENT, now, facts)
    log = [msgspec.structs.replace(each, facts=facts) if each is line else each for each in tournament.log]
    return msgspec.structs.replace(tournament, log=tuple(log))


def _line(tournament: Tournament) -> LogLine | None:
    return next((each for each in tournament.log if each.act == EVENT), None)
