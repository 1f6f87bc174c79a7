"""Before the first move: opening a match, taking and leaving seats, starting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.base.ids import MatchId, new_id
from bot.base.language import N_
from bot.base.limits import Limits
from bot.engine.contract import AnyRules
from bot.engine.fair import SEED_BYTES, commitment
from bot.engine.options import meant, shown
from bot.matches.computers import Computers
from bot.matches.errors import ChannelTaken, LobbyRefusal, NotSeated, WrongStage
from bot.matches.loaded_match import LoadedMatch, PendingChange, change_of, delivery, to_seats
from bot.matches.lobby_rules import (
    Gate,
    Openings,
    check_anonymous,
    check_full,
    check_host,
    check_host_sets,
    check_invited,
    check_room,
    check_room_for,
    check_seats,
    check_taken,
    check_terms,
    check_word,
    in_lobby,
    kept_for_others,
    without,
)
from bot.matches.lobby_seats import holder, in_the_lobby, reseated, rotated, started, waiting_of
from bot.matches.model import (
    KEPT,
    Codec,
    MatchInfo,
    MatchTerms,
    Person,
    SeatHolder,
    Stage,
    Waiting,
    clean_name,
    clean_word,
    with_holder,
)
from bot.matches.options import differing, offered_options
from bot.matches.ports import CommitResult, MatchWrite, Record
from bot.matches.repository import MatchRepository
from bot.matches.seating_policy import SeatingPolicy, Wanted

_CHANNEL_TAKEN = N_(
    "This channel has a match already. Finish or end that one first, or open the new one in another channel"
    " or thread."
)
PLAIN = MatchTerms()
"""No clock, rated."""


class Lobby:
    """Everything that happens to a match before its first move."""

    def __init__(
        self,
        repository: MatchRepository,
        computers: Computers,
        entropy: Callable[[int], bytes],
        limits: Limits,
        gate: Gate,
        seating_policy: SeatingPolicy,
    ) -> None:
        """`gate` says whether a match may be opened, `seating_policy` which users may share one."""
        self._repository = repository
        self._seating_policy = seating_policy
        self.computers = computers
        """The computer players that can be seated."""
        self._entropy = entropy
        self._openings = Openings(repository, limits, gate)

    async def open(
        self,
        game: str,
        options: Mapping[str, Any],
        *,
        seats: int,
        host: Person,
        guild: int | None,
        channel: int,
        match_terms: MatchTerms = PLAIN,
        invited: Sequence[Person] = (),
        wanted: Wanted = "anybody",
        private: bool | None = None,
        request: str,
    ) -> MatchInfo:
        """Open a lobby with the host in seat 1. Unknown options are refused by name.

        A channel has at most one match. `match_terms` has the clock and whether the result is rated. A seat
        is reserved for each of the `invited`; then the host counts as ready, so that the match begins when
        they are. `wanted` is the company the host accepts. `private` says whether the channel is a private
        thread, None where that is not known.
        """
        check_terms(match_terms.clock_terms)
        if (before := await self._opened_by(request)) is not None:
            return before
        rules = self._rules(game)
        check_seats(rules, seats)
        check_room_for(invited, seats)
        check_anonymous(match_terms, invited=bool(invited), guild=guild, private=bool(private))
        normalized = offered_options(rules, options, seats)
        match_terms = replace(match_terms, invited=tuple([person.user for person in invited]))
        holders = tuple([holder(person) for person in (host, *invited)])
        record = self._new_record(rules, normalized, seats, holders, guild, channel, match_terms, private)
        waiting = replace(waiting_of(record.info), wanted=wanted)
        return await self._save_new(record.with_terms(waiting=waiting), request)

    async def gather(
        self,
        game: str,
        people: Sequence[Person],
        *,
        guild: int,
        channel: int,
        match_terms: MatchTerms,
        keep: timedelta,
        request: str,
    ) -> MatchInfo:
        """Open a lobby with a seat reserved for each of these users for a while: they asked for a match.

        The channel is public. It begins when all have accepted; the first of them hosts it. Raises `Refusal`.
        """
        if (before := await self._opened_by(request)) is not None:
            return before
        rules, users = self._rules(game), tuple([person.user for person in people])
        check_seats(rules, len(people))
        options = offered_options(rules, {}, len(people))
        match_terms, holders = replace(match_terms, invited=users), tuple([holder(each) for each in people])
        record = self._new_record(rules, options, len(people), holders, guild, channel, match_terms, False)
        now = self._repository.clock()
        waiting = Waiting(now, kept_until=now + keep, wished=users)
        kept = record.with_terms(waiting=waiting)
        return await self._save_new(replace(kept, due=kept.info.match_terms.lobby_due), request)

    async def offer(self, match: MatchId, person: Person, *, keep: timedelta, request: str) -> MatchInfo:
        """Reserve a free seat of a lobby for a user who asked for a match. Raises `Refusal`."""

        def prepare(loaded: LoadedMatch) -> PendingChange | None:
            info, now = in_lobby(loaded), self._repository.clock()
            if info.seat_of(person.user) is not None:
                return None
            if info.anonymous:
                raise kept_for_others()
            check_room(info)
            waiting = waiting_of(info)
            kept = max(now + keep, waiting.kept_until) if waiting.kept_until else now + keep
            waiting = replace(waiting, kept_until=kept, wished=(*waiting.wished, person.user))
            invited = (*info.match_terms.invited, person.user)
            record = loaded.record.with_terms(invited=invited, waiting=waiting)
            return in_the_lobby(record.with_info(seats=(*info.seats, holder(person))), [len(info.seats)])

        return (await self._repository.change(match, request, prepare)).loaded.info

    async def open_begun(
        self,
        game: str,
        options: Mapping[str, Any],
        holders: tuple[SeatHolder, ...],
        *,
        guild: int | None,
        channel: int,
        match_terms: MatchTerms,
        request: str,
    ) -> MatchInfo:
        """Open a match of a tournament in a public channel: all seats are taken, and it begins at once.

        Raises `Refusal`.
        """
        check_terms(match_terms.clock_terms)
        check_anonymous(match_terms, invited=False, guild=guild, private=False)
        if (before := await self._opened_by(request)) is not None:
            return before
        rules, seats = self._rules(game), len(holders)
        check_seats(rules, seats)
        normalized = offered_options(rules, options, seats)
        opened = self._new_record(rules, normalized, seats, holders, guild, channel, match_terms, False)
        record = replace(opened, revision=0)
        await self._repository.keep_cards(record.info)
        loaded = await self._repository.glance(record)
        begun = self._repository.with_schedule(loaded, started(loaded, self._repository.clock()))
        change = change_of(record, begun, request, self._repository.clock)
        verdict = await self._repository.store.commit(replace(change, seated=record.info.persons))
        return await self._written(change, verdict, request)

    async def _written(self, change: MatchWrite, verdict: CommitResult, request: str) -> MatchInfo:
        """Return the match that was written. Raises `ChannelTaken`."""
        if verdict is CommitResult.CHANNEL_TAKEN:
            raise ChannelTaken.translated(_CHANNEL_TAKEN)
        before = await self._opened_by(request) if verdict is CommitResult.SEEN else None
        return before or (await self._repository.decoded(change.record)).info

    async def rematch(
        self, match: MatchId, user: int, *, channel: int, private: bool | None = None, request: str
    ) -> MatchInfo:
        """Open the lobby of a rematch with the same game and options; every player moves one seat on.

        `private` is as in `open`. The asker, one of its players, hosts it. Seats are reserved for the others;
        the match begins only after they have joined.
        """
        if (before := await self._opened_by(request)) is not None:
            return before
        record = await self._repository.record(match)
        old = self._repository.public(record)
        if not old.stage.ended:
            raise WrongStage.translated("This match has not ended; a rematch is possible after its end.")
        if old.seat_of(user) is None:
            raise NotSeated.translated("Only who played the match can ask for a rematch.")
        rules = self._rules(old.game)
        if record.state is None or old.options is None or len(old.seats) not in rules.seats:
            raise LobbyRefusal.translated("This match cannot be played again as it was. Open a new one.")
        holders = rotated(old, [each.key for each in self.computers.of(old.game)])
        others = tuple([holder.user for holder in holders if holder.user not in (0, user)])
        kept = await self._seating_policy.invitable(user, others)
        others = tuple([each for each in others if each in kept])
        holders = tuple([each for each in holders if each.user in (0, user, *others)])
        match_terms = MatchTerms(
            clock_terms=old.match_terms.clock_terms,
            rated=old.match_terms.rated,
            no_leave=old.match_terms.no_leave,
            after=old.id,
            invited=others,
        )
        new = self._new_record(
            rules, old.options, len(old.seats), holders, old.guild, channel, match_terms, private
        )
        return await self._save_new(new, request)

    async def join(
        self, match: MatchId, person: Person, *, word: str = "", ready: bool = False, request: str
    ) -> MatchInfo:
        """Seat a person, or change the word of a seated one.

        `ready` means that the person wants the match to begin as soon as all are there and ready.
        """

        async def prepare(loaded: LoadedMatch) -> PendingChange | None:
            info, now, user = in_lobby(loaded), self._repository.clock(), person.user
            check_word(info.match_terms, clean_word(word))
            seat = info.seat_of(user)
            if seat is None:
                check_room(info)
            if seat not in info.joined_seats:
                await self._check_welcome(info, user)
            if seat is None:
                holders = (*info.seats, holder(person, word))
                return reseated(loaded, holders, info.host, now, came=user, ready=ready)
            said = clean_word(word) or info.seats[seat].word
            still = user not in info.match_terms.invited and (not ready or user in waiting_of(info).ready)
            if said == info.seats[seat].word and still:
                return None
            holders = with_holder(info.seats, seat, replace(info.seats[seat], word=said))
            return reseated(loaded, holders, info.host, now, came=user, ready=ready)

        return (await self._repository.change(match, request, prepare)).loaded.info

    async def _check_welcome(self, info: MatchInfo, user: int) -> None:
        """Raise `LobbyRefusal` where a user may not share the match with its players.

        Every reason gives the same words after the same work. In an anonymous match nobody's blocks count:
        who blocks one person and tries to join would learn whether that person is there.
        """
        there = [] if info.anonymous else [info.seats[seat].user for seat in info.joined_seats]
        if not await self._seating_policy.welcomes(user, there, waiting_of(info).wanted):
            raise kept_for_others()

    async def add_computer(self, match: MatchId, user: int, computer: str, *, request: str) -> MatchInfo:
        """Seat a computer player for the host, by its key or its level (`Computers.found`)."""

        def prepare(loaded: LoadedMatch) -> PendingChange:
            info = in_lobby(loaded)
            check_host(info, user, N_("Only the host can add a computer player; ask {host}."))
            if info.anonymous:
                raise LobbyRefusal.translated(
                    "No computer plays in an anonymous match: it answers at once, which would tell its seat."
                )
            opponent = self.computers.found(computer, loaded.codec.rules)
            twins = sum(holder.computer == opponent.key for holder in info.seats)
            name = clean_name(f"{opponent.title} {twins + 1}" if twins else opponent.title)
            seated = SeatHolder(user=0, name=name, computer=opponent.key)
            check_room(info)
            holders = (*info.seats, seated)
            return reseated(loaded, holders, info.host, self._repository.clock(), came=user)

        return (await self._repository.change(match, request, prepare)).loaded.info

    async def change_options(
        self,
        match: MatchId,
        user: int,
        given: Mapping[str, Any],
        *,
        seats: int | None = None,
        afresh: bool = False,
        request: str,
    ) -> MatchInfo:
        """Change options or the number of seats of a match, for the host. Options that are not named stay.

        With `afresh` options that are not named, except for the cards, get their defaults again. Raises
        `BadOptions` where they do not fit together.
        """

        async def prepare(loaded: LoadedMatch) -> PendingChange:
            info, rules = in_lobby(loaded), loaded.codec.rules
            check_host_sets(info, user)
            wanted = seats if seats is not None else info.wanted
            check_seats(rules, wanted)
            check_taken(info, wanted)
            kept = differing(rules, info.options, info.wanted)
            if afresh:
                kept = {name: value for name, value in kept.items() if name == "cards"}
            options = offered_options(rules, {**kept, **given}, wanted)
            changed = loaded.record.with_info(
                options=msgspec.Raw(loaded.codec.encode(options)),
                cards=rules.cards_of(options),
                wanted=wanted,
            )
            await self._repository.keep_cards(changed.info)
            # Players were ready for other options.
            return in_the_lobby(changed.with_terms(waiting=replace(waiting_of(info), ready=())))

        return (await self._repository.change(match, request, prepare)).loaded.info

    async def leave(self, match: MatchId, user: int, *, request: str) -> MatchInfo:
        """Remove a person from the lobby. If it was the host, the next person hosts; an empty lobby is
        closed.
        """

        def prepare(loaded: LoadedMatch) -> PendingChange:
            if in_lobby(loaded).seat_of(user) is None:
                raise NotSeated.translated("You have no seat in this match, so there is none to leave.")
            return without(loaded, (user,), self._repository)

        return (await self._repository.change(match, request, prepare)).loaded.info

    async def start(self, match: MatchId, user: int, *, request: str) -> MatchInfo:
        """Begin the match for the host, once all wanted seats are taken."""

        def prepare(loaded: LoadedMatch) -> PendingChange:
            info = in_lobby(loaded)
            check_host(info, user, N_("Only the host can start the match; ask {host}."))
            check_full(info)
            check_invited(info)
            return started(loaded, self._repository.clock())

        return (await self._repository.change(match, request, prepare)).loaded.info

    async def _opened_by(self, request: str) -> MatchInfo | None:
        match = await self._repository.store.match_of_request(request)
        return None if match is None else self._repository.public(await self._repository.record(match))

    def _rules(self, game: str) -> AnyRules:
        games = self._repository.games
        if game not in games:
            raise LobbyRefusal.translated(
                "There is no game {game}. The games are: {games}.",
                game=shown(game) + meant(game, games),
                games=", ".join(games),
            )
        return games[game]

    def _new_record(
        self,
        rules: AnyRules,
        options: Any,
        seats: int,
        holders: tuple[SeatHolder, ...],
        guild: int | None,
        channel: int,
        match_terms: MatchTerms,
        private: bool | None,
    ) -> Record:
        match, seed = new_id(self._entropy), self._entropy(SEED_BYTES)
        now = self._repository.clock()
        persons = [each.user for each in holders if each.user]
        joined = [user for user in persons if user not in match_terms.invited]
        host = next(iter([*joined, *persons]), 0)
        invites = bool(match_terms.invited)
        waiting = Waiting(now, (host,) if invites else (), kept_until=now + KEPT if invites else None)
        info = MatchInfo(
            id=match,
            game=rules.key,
            rules=rules.version,
            cards=rules.cards_of(options),
            guild=guild,
            channel=channel,
            host=host,
            stage=Stage.LOBBY,
            version=1,
            options=msgspec.Raw(Codec(rules).encode(options)),
            wanted=seats,
            seats=holders,
            commitment=commitment(match, seed),
            outcome=None,
            opened_at=now,
            ended_at=None,
            match_terms=replace(match_terms, waiting=waiting, rated=match_terms.rated and rules.rated),
            private=private,
        )
        due = info.match_terms.lobby_due
        return Record(info=info, seed=seed, revision=1, versions=(1,) * len(holders), due=due)

    async def _save_new(self, record: Record, request: str) -> MatchInfo:
        info = record.info
        await self._openings.check(info)
        kept = [seat for seat, each in enumerate(info.seats) if each.user in info.match_terms.invited]
        change = MatchWrite(
            record=record,
            at=info.opened_at,
            request=request,
            deliveries=tuple([delivery(info, *each) for each in (("lobby", None), *to_seats("word", kept))]),
            seated=info.persons,
        )
        await self._repository.keep_cards(info)
        return await self._written(change, await self._repository.store.commit(change), request)
