"""Checks of requests to open a match and in its lobby, with the sentences of refusals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.base.language import N_, gettext, ngettext
from bot.base.limits import Buckets, Limits, wait_in_words
from bot.engine.contract import AnyRules
from bot.engine.errors import Refusal, Unavailable
from bot.engine.sentences import either, listed
from bot.matches.clocks import ClockTerms
from bot.matches.errors import LobbyRefusal, MatchRefusal, WrongStage
from bot.matches.loaded_match import LoadedMatch, PendingChange
from bot.matches.lobby_seats import closed, in_the_lobby, reseated, waiting_of
from bot.matches.model import MatchInfo, MatchTerms, Person, Stage, closes
from bot.matches.repository import MatchRepository

# Time limits of lobbies: reserved seats are released, and lobbies without new players are closed.


class LobbyHours:
    """Handles the lobbies in which something is due."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def due(self) -> list[MatchId]:
        """Return the lobbies in which something is due, the longest due first."""
        return await self._repository.store.lobbies_due(self._repository.clock())

    async def pass_by(self, match: MatchId) -> bool:
        """Do the due work of a lobby; return whether there was any."""
        try:
            return (await self._repository.change(match, None, self._step)).done
        except (MatchRefusal, Unavailable):
            return False  # of other rules: it waits until they are here

    def _step(self, loaded: LoadedMatch) -> PendingChange | None:
        info, now = loaded.record.info, self._repository.clock()
        when = info.match_terms.lobby_due
        if info.stage is not Stage.LOBBY or when is None or when > now:
            return None
        waiting = waiting_of(info)
        if info.match_terms.invited and waiting.kept_until is not None and waiting.kept_until <= now:
            return without(loaded, info.match_terms.invited, self._repository)
        if waiting.reminded is not None and closes(waiting) <= now:
            return closed(loaded, now, idle=True)
        reminded = loaded.record.with_terms(waiting=replace(waiting, reminded=now))
        return in_the_lobby(reminded, info.joined_seats)


def without(loaded: LoadedMatch, users: tuple[int, ...], repository: MatchRepository) -> PendingChange:
    """Return the change that frees the seats of these users. A lobby without persons is closed."""
    info, now = loaded.record.info, repository.clock()
    left = tuple([each for each in info.seats if not each.user or each.user not in users])
    there = [each.user for each in left if each.user and each.user not in info.match_terms.invited]
    if not there and info.host in info.match_terms.invited:  # there is no answer yet
        there = [each.user for each in left if each.user]
    if not there:
        return closed(loaded, now)
    return reseated(loaded, left, info.host if info.host in there else there[0], now)


# Limits on the number of matches that are opened and that may be open.


class Openings:
    """Counts the matches that are opened, and those that are open."""

    def __init__(self, repository: MatchRepository, limits: Limits, gate: Gate) -> None:
        self._store = repository.store
        self._limits = limits
        self._gate = gate
        self._openings_an_hour = Buckets(repository.clock, limits.openings_an_hour, "openings")

    async def check(self, info: MatchInfo) -> None:
        """Count a match that is about to be opened. Raises `LobbyRefusal` above a limit."""
        self._gate.check_opening()
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


SHORTEST = 60
"""The least seconds of a clock."""


def check_terms(terms: ClockTerms) -> None:
    """Raise `LobbyRefusal` where a clock makes no sense."""
    if terms.kind == "none" and terms.weekends:
        raise LobbyRefusal.translated(
            "Without a clock no time runs anyway. Choose a clock that rests at weekends, or leave out the"
            " weekends."
        )
    if terms.kind == "none":
        return
    if terms.seconds < SHORTEST:
        raise LobbyRefusal.translated("A clock has at least one minute: this is a game by post.")
    if terms.increment and terms.kind == "turn":
        raise LobbyRefusal.translated(
            "An increment goes with a bank of time, not with a fixed time for each turn."
        )


def check_seats(rules: AnyRules, seats: int) -> None:
    """Raise `LobbyRefusal` where a game cannot have this number of seats."""
    if seats not in rules.seats:
        possible = either([str(count) for count in rules.seats])
        raise LobbyRefusal.translated(
            "A match of {game} has {possible} seats, not {seats}.",
            game=rules.title,
            possible=possible,
            seats=seats,
        )


def in_lobby(loaded: LoadedMatch) -> MatchInfo:
    """Return a match that has not begun. Raises `WrongStage`."""
    info = loaded.info
    if info.stage is Stage.LOBBY:
        return info
    if info.stage is Stage.PLAYING:
        raise WrongStage.translated(
            "This match has begun already; its seats are fixed. To give up yours, resign."
        )
    raise WrongStage.translated("This match has ended. Open a new one.")


def check_room_for(invited: Sequence[Person], seats: int) -> None:
    """Raise `LobbyRefusal` where more users are invited than there are seats beside the host's."""
    if len(invited) >= seats:
        raise LobbyRefusal(
            ngettext(
                "A match for {seats} has a seat for {number} other player; you have named {named}.",
                "A match for {seats} has seats for {number} other players; you have named {named}.",
                seats - 1,
                seats=seats,
                named=len(invited),
            )
        )


def kept_for_others() -> LobbyRefusal:
    """Return the refusal for a user who cannot have a free seat, in the same words for every reason."""
    return LobbyRefusal.translated(
        "There is no seat for you in this match: those that are left are kept for others. You can watch it,"
        " or open another."
    )


def check_room(info: MatchInfo) -> None:
    """Raise `LobbyRefusal` unless a seat is free."""
    if info.full and not info.complete:
        raise kept_for_others()
    if info.full:
        raise LobbyRefusal.translated(
            "All {seats} seats of this match are taken. You can watch it, or open another.", seats=info.wanted
        )


def check_host(info: MatchInfo, user: int, refusal: str) -> None:
    """Raise `LobbyRefusal` with this message for a user who is not the host."""
    if user != info.host:
        hosts = [holder.called for holder in info.seats if holder.user == info.host and not holder.veil]
        raise LobbyRefusal.translated(refusal, host=hosts[0] if hosts else gettext("the host"))


def check_host_sets(info: MatchInfo, user: int) -> None:
    """Raise `LobbyRefusal` for a user who is not the host and therefore cannot change options."""
    check_host(info, user, N_("Only the host can change the options; ask {host}."))


def check_anonymous(
    match_terms: MatchTerms, *, invited: bool, guild: int | None, private: bool, word: str = ""
) -> None:
    """Raise `LobbyRefusal` where an anonymous match would be opened in a way that tells who plays."""
    if not match_terms.anonymous:
        return
    if invited:
        raise LobbyRefusal.translated(
            "In an anonymous match nobody is invited: that would tell who plays. Open it without an"
            " invitation, or by name."
        )
    if private or guild is None:
        raise LobbyRefusal.translated(
            "An anonymous match is played in a channel or thread that others see too; elsewhere all can see"
            " who is there."
        )
    if match_terms.tournament or match_terms.prepared is not None:
        raise LobbyRefusal.translated("Matches of tournaments and lessons are not anonymous.")
    check_word(match_terms, word)


def check_word(match_terms: MatchTerms, word: str) -> None:
    """Raise `LobbyRefusal` for a player's own word in an anonymous match."""
    if word and match_terms.anonymous:
        raise LobbyRefusal.translated(
            "An anonymous match takes no words of your own: they could tell who you are."
        )


def check_taken(info: MatchInfo, wanted: int) -> None:
    """Raise `LobbyRefusal` where more seats are taken than wanted."""
    if wanted < len(info.seats):
        raise LobbyRefusal.translated(
            "{taken} seats are taken already, so there cannot be {wanted}.",
            taken=len(info.seats),
            wanted=wanted,
        )


def check_full(info: MatchInfo) -> None:
    """Raise `LobbyRefusal` while seats are free."""
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


def check_invited(info: MatchInfo) -> None:
    """Raise `LobbyRefusal` while an invited person has not joined."""
    awaited = [holder.name for holder in info.seats if holder.user in info.match_terms.invited]
    if awaited:
        raise LobbyRefusal(
            ngettext(
                "A seat is reserved for {players}, who still has to press Join.",
                "Seats are reserved for {players}, who still have to press Join.",
                len(awaited),
                players=listed(awaited),
            )
        )


# What parts say against opening matches and against the time running in them.


class Gate:
    """Keeps matches from being opened, and the clocks of whole servers from running.

    Both are decided outside the matches, by those who run the bot. A part adds what it has to say.
    """

    def __init__(self) -> None:
        self.checks: list[Callable[[], None]] = []
        """Each raises a `Refusal` while no match may be opened."""
        self.stopped: list[Callable[[], Collection[int]]] = []
        """Each returns servers whose matches stand still."""

    def check_opening(self) -> None:
        """Raise a `Refusal` while no match may be opened."""
        for check in self.checks:
            check()

    @property
    def is_closed(self) -> bool:
        """Whether no match may be opened now."""
        try:
            self.check_opening()
        except Refusal:
            return True
        return False

    def standing_still(self) -> frozenset[int]:
        """Return the servers whose matches stand still."""
        return frozenset[int]().union(*[stopped() for stopped in self.stopped])
