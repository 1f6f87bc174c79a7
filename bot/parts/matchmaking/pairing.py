"""Matches from wishes: a pure function of the wishes, the open lobbies, and the pairs kept apart.

Open lobbies come first. Then each wish, the earliest first, completes a table or waits. Among the possible
tables the one with the earliest wishes is made, so a later wish never passes an earlier one that is otherwise
equal.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from typing import Final, NamedTuple, TypeAlias

import msgspec

from bot.base.ids import MatchId
from bot.parts.matchmaking.model import Kind, Wish

STEPS: Final = 2000
"""The most tables that are tried for one wish before it waits: blocks can exclude very many."""
Apart: TypeAlias = Set[frozenset[int]]


class Seeker(msgspec.Struct, frozen=True):
    """A wish from which a match can be made now."""

    wish: Wish
    room: int
    """The number of further matches of this game that the person wants."""
    late: bool = False
    """Whether the person is often late."""

    @property
    def choosy(self) -> bool:
        """Whether the person excludes players who are often late."""
        return self.wish.wanted == "reliable"


class OpenLobby(msgspec.Struct, frozen=True):
    """A lobby with a free seat."""

    match: MatchId
    kind: Kind
    free: int
    users: tuple[int, ...]
    """The persons in it, and the invited ones."""
    choosy: bool = False
    """Whether it excludes players who are often late."""
    late: bool = False
    """Whether a person in it is often late."""
    unseen_by: Set[int] = frozenset()
    """The users who cannot see its channel."""


class Made(NamedTuple):
    """The result of wishes."""

    offers: list[tuple[MatchId, Wish]]
    """Seats in lobbies that are open."""
    tables: list[tuple[Wish, ...]]
    """New lobbies, the wishes of each by their places."""


def concerned(seekers: Sequence[Seeker], lobbies: Sequence[OpenLobby]) -> set[int]:
    """Return the users for whom it matters whether they are often late: somebody who could play with them
    excludes those who are.
    """
    kinds = {each.wish.kind for each in seekers if each.choosy} | {
        each.kind for each in lobbies if each.choosy
    }
    seeking = {each.wish.user for each in seekers if each.wish.kind in kinds}
    return seeking | {user for each in lobbies if each.kind in kinds for user in each.users}


def pairings(seekers: Sequence[Seeker], lobbies: Sequence[OpenLobby], apart: Apart) -> Made:
    """Return the matches to make now. Each wish is in one match at most, and no person gets more matches of a
    game than they want.
    """
    placed: Counter[tuple[int, str]] = Counter()
    made, left = Made([], []), []
    open_by_kind = defaultdict(list)
    for lobby in lobbies:
        open_by_kind[lobby.kind].append(lobby)
    for seeker in sorted(seekers, key=_place):
        if not _has_room(seeker, placed):
            continue
        tables = open_by_kind[seeker.wish.kind]
        fitting = next((at for at, lobby in enumerate(tables) if _fits_in(seeker, lobby, apart)), None)
        if fitting is None:
            left.append(seeker)
            continue
        made.offers.append((tables[fitting].match, seeker.wish))
        placed[_of_game(seeker)] += 1
        tables[fitting] = _with(tables[fitting], seeker)
    waiting: defaultdict[Kind, list[Seeker]] = defaultdict(list)
    for seeker in left:
        table = _completed(seeker, waiting[seeker.wish.kind], placed, apart)
        if table is None:
            waiting[seeker.wish.kind].append(seeker)
            continue
        made.tables.append(tuple([each.wish for each in sorted(table, key=_place)]))
        placed.update([_of_game(each) for each in table])
        gone = set(map(id, table))
        waiting[seeker.wish.kind] = [each for each in waiting[seeker.wish.kind] if id(each) not in gone]
    return made


def _place(seeker: Seeker) -> tuple[float, int]:
    return seeker.wish.place.timestamp(), seeker.wish.user


def _of_game(seeker: Seeker) -> tuple[int, str]:
    return seeker.wish.user, seeker.wish.game


def _has_room(seeker: Seeker, placed: Counter[tuple[int, str]]) -> bool:
    return placed[_of_game(seeker)] < seeker.room


def _fits_in(seeker: Seeker, lobby: OpenLobby, apart: Apart) -> bool:
    wish = seeker.wish
    if lobby.free < 1 or lobby.match in wish.passed or wish.user in (*lobby.users, *lobby.unseen_by):
        return False
    if (lobby.choosy and seeker.late) or (seeker.choosy and lobby.late):
        return False
    return not any(frozenset((wish.user, user)) in apart for user in lobby.users)


def _with(lobby: OpenLobby, seeker: Seeker) -> OpenLobby:
    return msgspec.structs.replace(
        lobby,
        free=lobby.free - 1,
        users=(*lobby.users, seeker.wish.user),
        choosy=lobby.choosy or seeker.choosy,
        late=lobby.late or seeker.late,
    )


def _fit(one: Seeker, other: Seeker, apart: Apart) -> bool:
    if one.wish.user == other.wish.user or (one.choosy and other.late) or (other.choosy and one.late):
        return False
    return frozenset((one.wish.user, other.wish.user)) not in apart


def _completed(
    last: Seeker, waiting: Sequence[Seeker], placed: Counter[tuple[int, str]], apart: Apart
) -> list[Seeker] | None:
    """Return the table of the earliest wishes that is complete with this one; None where there is none."""
    if not _has_room(last, placed):
        return None
    able = [each for each in waiting if _has_room(each, placed) and _fit(last, each, apart)]
    steps = [STEPS]

    def chosen(table: list[Seeker], start: int) -> list[Seeker] | None:
        if len(table) == last.wish.seats:
            return table
        for at in range(start, len(able)):
            steps[0] -= 1
            if steps[0] < 0:
                return None
            if all(_fit(able[at], each, apart) for each in table[1:]):
                seated = chosen([*table, able[at]], at + 1)
                if seated is not None:
                    return seated
        return None

    return chosen([last], 0) if len(able) >= last.wish.seats - 1 else None
