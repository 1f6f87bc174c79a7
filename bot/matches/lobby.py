"""Before the first move: opening a match, taking and leaving seats, starting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.engine.contract import Rules
from bot.engine.fair import SEED_BYTES, commitment
from bot.engine.language import N_, gettext, ngettext
from bot.engine.options import meant, shown
from bot.engine.phrases import either, listed
from bot.limits import Buckets, Limits, wait_in_words
from bot.matches import timing
from bot.matches.cache import Position
from bot.matches.clocks import ClockTerms
from bot.matches.codec import Codec
from bot.matches.computers import Computers
from bot.matches.dead_ends import check_goes_on
from bot.matches.errors import ChannelTaken, LobbyRefusal, NotSeated, WrongStage
from bot.matches.lessons import first_state, stream
from bot.matches.model import MatchId, MatchInfo, MatchTerms, Person, SeatHolder, Stage
from bot.matches.options import differing, offered_options
from bot.matches.player_words import clean_name, clean_word
from bot.matches.ports import Change, DrawRow, NewDelivery, Record, Verdict
from bot.matches.repository import MatchRepository, PendingChange, change_of

SHORTEST = 60
"""Seconds that a clock has at least."""
_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_LENGTH = 12
_CHANNEL_TAKEN = N_(
    "This channel has a match already. Finish or end that one first, or open the new one in another channel"
    " or thread."
)
PLAIN = MatchTerms()
"""Without a clock, rated."""


class Lobby:
    """Everything that happens to a match before its first move."""

    def __init__(
        self,
        repository: MatchRepository,
        computers: Computers,
        entropy: Callable[[int], bytes],
        limits: Limits,
    ) -> None:
        self._repository = repository
        self.computers = computers
        """The computer players that can be seated."""
        self._entropy = entropy
        self._openings = Openings(repository, limits)

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
        request: str,
    ) -> MatchInfo:
        """Open a lobby with the host in seat 1. One match a channel; unknown options are refused by name.

        `match_terms` says with which clock, and whether the result counts for the ratings.
        """
        check_terms(match_terms.terms)
        if (before := await self._opened_by(request)) is not None:
            return before
        rules = self._rules(game)
        _check_seats(rules, seats)
        normalized = offered_options(rules, options, seats)
        record = self._new_record(rules, normalized, seats, (_holder(host),), guild, channel, match_terms)
        return await self._save_new(record, request)

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
        """Open a match with all its seats taken, and begin it at once: nobody presses Start."""
        check_terms(match_terms.terms)
        if (before := await self._opened_by(request)) is not None:
            return before
        rules, seats = self._rules(game), len(holders)
        _check_seats(rules, seats)
        normalized = offered_options(rules, options, seats)
        opened = self._new_record(rules, normalized, seats, holders, guild, channel, match_terms)
        record = replace(opened, revision=0)
        await self._repository.keep_cards(record.info)
        position = await self._repository.glance(record)
        begun = self._repository.with_schedule(position, _started(position, self._repository.clock()))
        change = change_of(record, begun, request, self._repository.clock)
        verdict = await self._repository.store.commit(replace(change, seated=record.info.persons))
        return await self._written(change, verdict, request)

    async def _written(self, change: Change, verdict: Verdict, request: str) -> MatchInfo:
        """Return the match that was written. Raises `ChannelTaken`."""
        if verdict is Verdict.CHANNEL_TAKEN:
            raise ChannelTaken.translated(_CHANNEL_TAKEN)
        before = await self._opened_by(request) if verdict is Verdict.SEEN else None
        return before or (await self._repository.decoded(change.record)).info

    async def rematch(self, match: MatchId, user: int, *, channel: int, request: str) -> MatchInfo:
        """Open the lobby of a rematch: the same game and options, everybody seated one place further on.

        Who asks, one of its players, hosts it. For the others a seat is kept; the match does not begin before
        they have joined.
        """
        if (before := await self._opened_by(request)) is not None:
            return before
        record = await self._repository.record(match)
        old = self._repository.public(record)
        if not old.stage.ended:
            raise WrongStage.translated("This match goes on; a rematch is for when it has ended.")
        if old.seat_of(user) is None:
            raise NotSeated.translated("Only who played the match can ask for a rematch.")
        rules = self._rules(old.game)
        if record.state is None or old.options is None or len(old.seats) not in rules.seats:
            raise LobbyRefusal.translated("This match cannot be played again as it was. Open a new one.")
        holders = self._rotated(old)
        others = tuple([holder.user for holder in holders if holder.user not in (0, user)])
        match_terms = MatchTerms(
            terms=old.match_terms.terms, rated=old.match_terms.rated, after=old.id, invited=others
        )
        new = self._new_record(rules, old.options, len(old.seats), holders, old.guild, channel, match_terms)
        return await self._save_new(replace(new, info=replace(new.info, host=user)), request)

    def _rotated(self, old: MatchInfo) -> tuple[SeatHolder, ...]:
        """Return who is to sit where in a rematch; seats stay free of computers that are not here any more,
        and of persons who are not known any more."""
        able = [offer.key for offer in self.computers.of(old.game)]
        rotated = (*old.seats[1:], *old.seats[:1])
        return tuple(
            [
                SeatHolder(holder.user, holder.name, computer=holder.computer, dm_closed=holder.dm_closed)
                for holder in rotated
                if (holder.computer in able if holder.computer else holder.user > 0)
            ]
        )

    async def join(self, match: MatchId, person: Person, *, word: str = "", request: str) -> MatchInfo:
        """Seat a person, or change the word of one who sits."""

        def prepare(position: Position) -> PendingChange | None:
            info = _in_lobby(position)
            seat = info.seat_of(person.user)
            if seat is None:
                return _reseated(position, (*info.seats, _holder(person, word)), _room(info))
            said = clean_word(word) or info.seats[seat].word
            if said == info.seats[seat].word and person.user not in info.match_terms.invited:
                return None
            holders = list(info.seats)
            holders[seat] = replace(holders[seat], word=said)
            return _reseated(position, tuple(holders), info.host, joined=person.user)

        return (await self._repository.change(match, request, prepare)).position.info

    async def add_computer(self, match: MatchId, user: int, computer: str, *, request: str) -> MatchInfo:
        """Seat a computer player for the host, by its key or its level (`Computers.found`)."""

        def prepare(position: Position) -> PendingChange:
            info = _in_lobby(position)
            _check_host(info, user, N_("Only the host can add a computer player; ask {host}."))
            found = self.computers.found(computer, info.game)
            twins = sum(holder.computer == found.key for holder in info.seats)
            name = clean_name(f"{found.title} {twins + 1}" if twins else found.title)
            holder = SeatHolder(user=0, name=name, computer=found.key)
            return _reseated(position, (*info.seats, holder), _room(info))

        return (await self._repository.change(match, request, prepare)).position.info

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
        """Change options of a match, or how many seats it has, for the host; what is not named stays.

        With `afresh` all but the cards is as usual again where it is not named. Raises `BadOptions` where
        they do not fit together.
        """

        async def prepare(position: Position) -> PendingChange:
            info, rules = _in_lobby(position), position.codec.rules
            check_host_sets(info, user)
            wanted = seats if seats is not None else info.wanted
            _check_seats(rules, wanted)
            _check_taken(info, wanted)
            kept = differing(rules, info.options, info.wanted)
            if afresh:
                kept = {name: value for name, value in kept.items() if name == "cards"}
            options = offered_options(rules, {**kept, **given}, wanted)
            record = position.record
            changed = replace(
                record.info,
                options=msgspec.Raw(position.codec.encode(options)),
                cards=rules.cards_of(options),
                wanted=wanted,
            )
            await self._repository.keep_cards(changed)
            return PendingChange(record=replace(record, info=changed), notifications=(("lobby", None),))

        return (await self._repository.change_slowly(match, request, prepare)).position.info

    async def leave(self, match: MatchId, user: int, *, request: str) -> MatchInfo:
        """Take a person out of the lobby. When the host leaves the next person hosts; an empty lobby is
        closed."""

        def prepare(position: Position) -> PendingChange:
            info = _in_lobby(position)
            if info.seat_of(user) is None:
                raise NotSeated.translated("You have no seat in this match, so there is none to leave.")
            left = tuple(holder for holder in info.seats if holder.user != user)
            people = [
                holder.user for holder in left if holder.user and holder.user not in info.match_terms.invited
            ]
            if not people:
                return _closed(position, self._repository)
            host = info.host if info.host in people else people[0]
            return _reseated(position, left, host, joined=user)

        return (await self._repository.change(match, request, prepare)).position.info

    async def start(self, match: MatchId, user: int, *, request: str) -> MatchInfo:
        """Deal out the first state for the host, once all wanted seats are taken."""

        def prepare(position: Position) -> PendingChange:
            info = _in_lobby(position)
            _check_host(info, user, N_("Only the host can start the match; ask {host}."))
            _check_full(info)
            _check_invited(info)
            return _started(position, self._repository.clock())

        return (await self._repository.change(match, request, prepare)).position.info

    async def _opened_by(self, request: str) -> MatchInfo | None:
        match = await self._repository.store.match_of_request(request)
        return None if match is None else self._repository.public(await self._repository.record(match))

    def _rules(self, game: str) -> Rules[Any, Any, Any, Any]:
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
        rules: Rules[Any, Any, Any, Any],
        options: Any,
        seats: int,
        holders: tuple[SeatHolder, ...],
        guild: int | None,
        channel: int,
        match_terms: MatchTerms,
    ) -> Record:
        match, seed = _match_id(self._entropy(16)), self._entropy(SEED_BYTES)
        info = MatchInfo(
            id=match,
            game=rules.key,
            rules=rules.version,
            cards=rules.cards_of(options),
            guild=guild,
            channel=channel,
            host=next((holder.user for holder in holders if holder.user), 0),
            stage=Stage.LOBBY,
            version=1,
            options=msgspec.Raw(Codec(rules).encode(options)),
            wanted=seats,
            seats=holders,
            commitment=commitment(match, seed),
            outcome=None,
            opened_at=self._repository.clock(),
            ended_at=None,
            match_terms=match_terms,
        )
        return Record(info=info, seed=seed, revision=1, versions=(1,) * len(holders))

    async def _save_new(self, record: Record, request: str) -> MatchInfo:
        info = record.info
        await self._openings.check(info)
        lobby = NewDelivery("lobby", f"{info.id}.{info.version}.l")
        change = Change(
            record=record,
            at=info.opened_at,
            request=request,
            deliveries=(lobby,),
            seated=info.persons,
        )
        await self._repository.keep_cards(info)
        return await self._written(change, await self._repository.store.commit(change), request)


def _match_id(entropy: bytes) -> MatchId:
    number = int.from_bytes(entropy)
    letters = []
    for _ in range(_ID_LENGTH):
        number, digit = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[digit])
    return "".join(letters)


def _holder(person: Person, word: str = "") -> SeatHolder:
    return SeatHolder(user=person.user, name=clean_name(person.name), word=clean_word(word))


def check_terms(terms: ClockTerms) -> None:
    """Raise `LobbyRefusal` where a clock makes no sense."""
    if terms.kind == "none":
        return
    if terms.seconds < SHORTEST:
        raise LobbyRefusal.translated("A clock has at least one minute: this is a game by post.")
    if terms.increment and terms.kind == "turn":
        raise LobbyRefusal.translated(
            "An increment goes with a bank of time, not with a fixed time for each turn."
        )


def _check_seats(rules: Rules[Any, Any, Any, Any], seats: int) -> None:
    if seats not in rules.seats:
        possible = either([str(count) for count in rules.seats])
        raise LobbyRefusal.translated(
            "A match of {game} has {possible} seats, not {seats}.",
            game=rules.key.title(),
            possible=possible,
            seats=seats,
        )


def _in_lobby(position: Position) -> MatchInfo:
    info = position.info
    if info.stage is Stage.LOBBY:
        return info
    if info.stage is Stage.PLAYING:
        raise WrongStage.translated(
            "This match has begun already; its seats are fixed. To give up yours, resign."
        )
    raise WrongStage.translated("This match has ended. Open a new one.")


def _room(info: MatchInfo) -> int:
    """Return the host if a seat is free."""
    if info.full:
        raise LobbyRefusal.translated(
            "All {seats} seats of this match are taken. You can watch it, or open another.", seats=info.wanted
        )
    return info.host


def _check_host(info: MatchInfo, user: int, refusal: str) -> None:
    """Raise `LobbyRefusal` with this message for who does not host the match."""
    if user != info.host:
        hosts = [holder.called for holder in info.seats if holder.user == info.host]
        raise LobbyRefusal.translated(refusal, host=hosts[0] if hosts else gettext("the host"))


def check_host_sets(info: MatchInfo, user: int) -> None:
    """Raise `LobbyRefusal` for who does not host the match, and so may not change its options."""
    _check_host(info, user, N_("Only the host can change the options; ask {host}."))


def _check_taken(info: MatchInfo, wanted: int) -> None:
    if wanted < len(info.seats):
        raise LobbyRefusal.translated(
            "{taken} seats are taken already, so there cannot be {wanted}.",
            taken=len(info.seats),
            wanted=wanted,
        )


def _check_full(info: MatchInfo) -> None:
    missing = info.wanted - len(info.seats)
    if missing > 0:
        raise LobbyRefusal(
            ngettext(
                "{number} more player has to join before the start: {taken} of {wanted} seats are taken.",
                "{number} more players have to join before the start: {taken} of {wanted} seats are taken.",
                missing,
                taken=len(info.seats),
                wanted=info.wanted,
            )
        )


def _check_invited(info: MatchInfo) -> None:
    awaited = [holder.name for holder in info.seats if holder.user in info.match_terms.invited]
    if awaited:
        raise LobbyRefusal(
            ngettext(
                "A seat is kept for {players}, who has yet to press Join.",
                "Seats are kept for {players}, who have yet to press Join.",
                len(awaited),
                players=listed(awaited),
            )
        )


def _reseated(
    position: Position, holders: tuple[SeatHolder, ...], host: int, joined: int = 0
) -> PendingChange:
    """Return the pending change that changes who sits where; for `joined` no seat is kept any more."""
    info = position.record.info
    invited = tuple([user for user in info.match_terms.invited if user != joined])
    info = replace(info, seats=holders, host=host, match_terms=replace(info.match_terms, invited=invited))
    return PendingChange(record=replace(position.record, info=info), notifications=(("lobby", None),))


def _closed(position: Position, repository: MatchRepository) -> PendingChange:
    info = position.record.info
    match_terms = replace(info.match_terms, invited=())
    info = replace(info, stage=Stage.ABANDONED, ended_at=repository.clock(), match_terms=match_terms)
    return PendingChange(record=replace(position.record, info=info), notifications=(("lobby", None),))


def _started(position: Position, now: datetime) -> PendingChange:
    record, rules = position.record, position.codec.rules
    rng = stream(record)
    state = first_state(record, rules, position.info.options, rng)
    check_goes_on(rules, state, record.info.id)
    info = replace(record.info, stage=Stage.PLAYING)
    if info.match_terms.prepared is not None:  # a lesson is played with the options of its position
        info = replace(info, options=msgspec.Raw(position.codec.encode(state.options)))
    record = replace(record, info=info, state=position.codec.encode(state), counter=rng.counter)
    awaited = sorted(rules.to_act(state))
    record = timing.begun(record, now, rules.window(state))
    people = [seat for seat in awaited if record.info.seats[seat].user]
    return PendingChange(
        record=record,
        notifications=(("board", None), *(("turn", seat) for seat in people)),
        draws=tuple(DrawRow(0, draw) for draw in rng.draws),
        state=state,
    )


class Openings:
    """Counts the matches that are opened, and those that are open."""

    def __init__(self, repository: MatchRepository, limits: Limits) -> None:
        self._store = repository.store
        self._limits = limits
        self._openings_an_hour = Buckets(repository.clock, limits.openings_an_hour)

    async def check(self, info: MatchInfo) -> None:
        """Count a match that is about to be opened. Raises `LobbyRefusal` where it is one too many."""
        hosted, there = await self._store.count_open(info.host, info.guild)
        self._check_hosted(hosted)
        if info.guild is not None:
            self._check_server(there)
        wait = self._openings_an_hour.take(info.host)
        if wait:
            raise LobbyRefusal.translated(
                "You have opened very many matches lately. The next can be opened in {wait}.",
                wait=wait_in_words(wait),
            )

    def _check_hosted(self, hosted: int) -> None:
        if 0 < self._limits.matches_a_person <= hosted:
            raise LobbyRefusal(
                ngettext(
                    "You host {number} match that has not ended, which is the most. End it first.",
                    "You host {number} matches that have not ended, which is the most. End one of them"
                    " first.",
                    hosted,
                )
            )

    def _check_server(self, there: int) -> None:
        if 0 < self._limits.matches_a_server <= there:
            raise LobbyRefusal(
                ngettext(
                    "This server has {number} match that has not ended, which is the most. It has to end"
                    " first.",
                    "This server has {number} matches that have not ended, which is the most. Some of them"
                    " have to end first.",
                    there,
                )
            )
