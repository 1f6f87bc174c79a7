"""The cards of a position of Overcross as text: numbers and zones (`bot.games.overcross.rules.position`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, TypeAlias

from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import Grid
from bot.engine.positions import read_seat
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.field import OFF, Attached, Piece, Placed
from bot.games.overcross.rules.geometry import beside_middle, middle
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import NO_CARD, SEAT_CARDS, Flag, Side, named_cards

CARD = r"([A-Z]{2,5}-[0-9]{2,3}(?:#[1-9][0-9]{0,2})?)"
PILES = ("hand", "deck", "discard", "away")
NUMBER = re.compile(r"(\d{1,3}) (counters?|points?|kills?|deaths?)", re.ASCII)
_EDIT = re.compile(rf"{CARD}(?: of seat ([1-4]))?(?: for ([0-9]{{1,3}}) turns?)?", re.ASCII)

_BY_CARD = attrgetter("card")
_SINCE = re.compile(r"since turn ([0-9]{1,4})", re.ASCII)


class PlayerLines:
    """Collects the lines about one player."""

    def __init__(self) -> None:
        self.side = Side()
        self.pieces: list[tuple[str, str, list[str]]] = []
        """Set number, square ("" for off the grid), and properties."""
        self.piles: dict[str, list[str]] = {word: [] for word in PILES}
        self.named: list[str] = []
        self.dead = False
        self.flag = ""
        self.list: list[str] = []
        self.ready = False
        self.aside: list[str] = []


Terrains: TypeAlias = Sequence[tuple[str, str, int, Seat]]
"""The lines about terrains: set number, centre, counters and owner."""


def known(word: str, pool: Pool) -> str:
    """Return a word that names a card of a pool. Raises `ValueError`."""
    if number_in(word) not in pool.cards:
        raise ValueError(f"there is no card {number_in(word)}.")
    return word


class Cards:
    """Numbers the cards of all players, in the same way as a match."""

    def __init__(
        self, pool: Pool, players: Sequence[PlayerLines], terrains: Terrains, options: Options
    ) -> None:
        self.pool, self.players, self._terrains = pool, players, terrains
        marks = options.marks
        self.chosen = tuple([self._named(player, marks) for player in self.players])
        listed: list[list[str]] = [[] for _ in self.players]
        for seat, player in enumerate(self.players):
            listed[seat] += [word for pile in player.piles.values() for word in pile]
            listed[seat] += [word for word, _, _ in player.pieces]
            for _, _, more in player.pieces:
                for word, owner, _ in _edits(more, seat):
                    listed[owner].append(known(word, pool))
        for word, _, _, seat in terrains:
            listed[seat].append(word)
        listed = [
            [word for word in words if number_in(word) not in self.chosen[seat]]
            for seat, words in enumerate(listed)
        ]
        if max(map(len, listed)) + len(marks) > SEAT_CARDS:
            raise ValueError(f"a player has at most {SEAT_CARDS - len(marks)} cards, and here are more.")
        self.lists = tuple([tuple(sorted(map(number_in, words))) for words in listed])
        self._left = [
            [seat * SEAT_CARDS + place for place in range(len(numbers))]
            for seat, numbers in enumerate(self.lists)
        ]
        self._kept = {self._copy(seat, word) for seat, words in enumerate(listed) for word in words}

    def _copy(self, seat: Seat, word: str) -> Card:
        """Return the copy that a word names; `NO_CARD` if it names no particular copy."""
        number, _, copy = word.partition("#")
        if not copy or number not in self.lists[seat]:
            return NO_CARD
        return seat * SEAT_CARDS + self.lists[seat].index(number) + int(copy) - 1

    def _named(self, player: PlayerLines, marks: tuple[str, ...]) -> tuple[str, ...]:
        numbers = [*[number_in(word) for word, _, _ in player.pieces], *player.named]
        given = {self.pool.cards[number].mark: number for number in numbers}
        usual = {card.mark: number for number, card in reversed(list(self.pool.cards.items()))}
        return tuple([given.get(mark, usual[mark]) for mark in marks])

    def _card(self, seat: Seat, word: str) -> Card:
        number, left = number_in(word), self._left[seat]
        if number in self.chosen[seat]:
            return seat * SEAT_CARDS + len(self.lists[seat]) + self.chosen[seat].index(number)
        same = [card for card in left if self.lists[seat][card % SEAT_CARDS] == number]
        copy, free = self._copy(seat, word), [card for card in same if card not in self._kept]
        card = copy if copy in same else [*free, *same][0]
        left.remove(card)
        return card

    def meant(self, reference: str) -> Card:
        """Return the card of "CST-01#2@1", the second copy of seat 1. Raises `ValueError`."""
        word, _, seat = reference.partition("@")
        owner = read_seat(seat, len(self.players))
        number, copy = number_in(word), self._copy(owner, word)
        if number in self.chosen[owner]:
            return owner * SEAT_CARDS + len(self.lists[owner]) + self.chosen[owner].index(number)
        if number not in self.lists[owner]:
            raise ValueError(f"seat {owner + 1} has no card {number[:20]}.")
        return copy if copy != NO_CARD else owner * SEAT_CARDS + self.lists[owner].index(number)

    def lay_out(self, state: OvercrossState, grid: Grid) -> None:
        """Put all cards in their given zones."""
        pieces: list[Piece] = []
        piles: list[dict[str, tuple[Card, ...]]] = []
        flags = [Flag(seat, grid.parse(player.flag) if player.flag else middle(state.options, seat))
                 for seat, player in enumerate(self.players)]  # fmt: skip
        for seat, player in enumerate(self.players):
            for number, square, more in player.pieces:
                pieces.append(self._piece(state, grid, seat, number, square, more, flags))
            pieces += self._named_pieces(state, seat, {piece.card for piece in pieces})
            piles.append(
                {
                    pile: tuple([self._card(seat, word) for word in words])
                    for pile, words in player.piles.items()
                }
            )
        state.pieces = tuple(sorted(pieces, key=_BY_CARD))
        state.hands = tuple([each["hand"] for each in piles])
        state.decks = tuple([each["deck"] for each in piles])
        terrains = [
            Placed(self._card(seat, number), grid.parse(square), counters)
            for number, square, counters, seat in self._terrains
        ]
        state.terrains = tuple(sorted(terrains, key=_BY_CARD))
        sides = [
            replace(player.side, discard=piles[seat]["discard"], aside=self._aside(state, seat))
            for seat, player in enumerate(self.players)
        ]
        state.sides = tuple(sides)
        if state.options.objective == "flag":
            state.flags = tuple([flag for flag in flags if not state.sides[flag.seat].out])

    def _piece(
        self, state: OvercrossState, grid: Grid, seat: Seat, number: str, square: str, more: list[str],
        flags: list[Flag],
    ) -> Piece:  # fmt: skip
        at = grid.parse(square) if square else OFF
        card, fields = self._card(seat, number), dict[str, Any]()
        edits = [Attached(self._card(owner, edit), turns) for edit, owner, turns in _edits(more, seat)]
        for part in more:
            if said := NUMBER.fullmatch(part):
                fields["counters"] = int(said[1])
            elif part in ("moved", "acted"):
                fields["minor" if part == "moved" else "major"] = True
            elif part == "new":
                fields["deployed"] = state.turn
            elif said := _SINCE.fullmatch(part):
                fields["deployed"] = int(said[1])
            elif part.startswith("carries "):
                flag = read_seat(part.removeprefix("carries "), state.seats)
                flags[flag] = Flag(flag, at, card)
            elif not _EDIT.fullmatch(part):
                raise ValueError(
                    f'"{part[:20]}" is not known of a Character: counters, moved, acted, new, '
                    "since turn 3, carries 2."
                )
        return Piece(card, seat, at, edits=tuple(edits), **fields)

    def _named_pieces(self, state: OvercrossState, seat: Seat, placed: set[Card]) -> list[Piece]:
        """Return the Leader and Champion that have no line, in the middle of the zone."""
        player = self.players[seat]
        if state.options.objective != "assassination" or player.dead or player.side.out:
            return []
        places = (middle(state.options, seat), beside_middle(state.options, seat))
        return [
            Piece(card, seat, place)
            for card, place in zip(named_cards(state, seat), places, strict=False)
            if card not in placed
        ]

    def _aside(self, state: OvercrossState, seat: Seat) -> tuple[Card, ...]:
        in_play = {piece.card for piece in state.pieces}
        away = [card for card in named_cards(state, seat) if card not in in_play]
        told = [
            card for word in self.players[seat].aside if (card := self.meant(f"{word}@{seat + 1}")) in away
        ]
        return (*told, *[card for card in away if card not in told])


def _edits(more: list[str], seat: Seat) -> list[tuple[str, Seat, int]]:
    """Return the edits among a Character's properties, each with its owner and the turns since."""
    found = [said for part in more if (said := _EDIT.fullmatch(part))]
    return [(said[1], seat if said[2] is None else int(said[2]) - 1, int(said[3] or 0)) for said in found]


def number_in(word: str) -> str:
    """Return the set number of a card named with its copy: "CST-05#2"."""
    return word.partition("#")[0]
