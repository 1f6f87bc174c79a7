"""Checks of requests in a lobby, with the sentences of refusals."""

from __future__ import annotations

from collections.abc import Sequence

from bot.base.language import N_, gettext, ngettext
from bot.engine.contract import AnyRules
from bot.engine.phrases import either, listed
from bot.matches.clocks import ClockTerms
from bot.matches.errors import LobbyRefusal, WrongStage
from bot.matches.model import MatchInfo, MatchTerms, Person, Stage
from bot.matches.position import Position

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
            game=rules.key.title(),
            possible=possible,
            seats=seats,
        )


def in_lobby(position: Position) -> MatchInfo:
    """Return a match that has not begun. Raises `WrongStage`."""
    info = position.info
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
