"""Writing positions of Neo-Combat in the notation of `position`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import UNSET

from bot.engine.cards.rules import write_agreed
from bot.engine.contract import Seat
from bot.games.neocombat.cards.cards import Library, Pool
from bot.games.neocombat.cards.varans import words_of_attributes
from bot.games.neocombat.rules.knowledge import NOTHING, UNKNOWN, Knowledge, Record, nothing_known
from bot.games.neocombat.rules.position_team import known_by_sight, read_cards
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.view import NOBODY, Token, token_name

_MARKS = {"": (), "dropped": ("out",), "resigned": ("resigned",)}


def write_position(state: NeoState, library: Library) -> str:
    """Return a position of a match in progress, in the notation of `read_position`.

    Raises `ValueError` for one with cards that have neither an unambiguous name nor a number.
    """
    written = _Written(state, library[state.options.cards])
    drafting = state.phase == "draft"
    agreed = write_agreed(state.options, library, *(() if drafting else ("team",)))
    lines = [
        ("phase", written.phase()),
        ("options", agreed),
        ("first", str(state.first + 1)),
        ("now", str(state.current + 1) if state.current != NOBODY else ""),
        ("passed", _numbers(state.passed)),
        ("stopped", _numbers(state.stopped)),
        ("freed", " ".join(map(str, state.freed))),
        ("drawn", _numbers(state.drawn or ())),
        ("fight", written.fight()),
        ("second", written.second()),
        ("top", written.cards(state.deck.order)),
        ("discard", written.cards(state.deck.discard)),
        ("removed", written.cards(state.removed)),
    ]
    for seat in range(state.seats):
        lines += [(f"seat {seat + 1}", written.marks(seat)), *written.of_seat(seat)]
    return "\n".join([f"{word}: {rest}".rstrip() for word, rest in lines if rest or word.startswith("seat")])


class _Written:
    def __init__(self, state: NeoState, pool: Pool) -> None:
        self._state, self._pool, self._team = state, pool, state.options.team
        self._called: dict[int, str] = {}
        self._words = {each: word for word, each in words_of_attributes(pool.roster).items()}

    # Of the match

    def phase(self) -> str:
        state = self._state
        if state.phase == "draft":
            return "draft"
        step = [f"{'cloaked' if state.cloaked else 'revealed'} {state.step}"] if state.step else []
        counts = [("turn", state.turn), ("quiet", state.quiet), ("windows", state.windows)]
        told = [f"{word} {count}" for word, count in counts if count or word == "turn"]
        return ", ".join([state.phase, *step, *told, *(["hurt"] if state.hurt else [])])

    def fight(self) -> str:
        fight = self._state.fight
        if fight is None:
            return ""
        told = [
            str(fight.number),
            f"seat {fight.seat + 1}",
            self._card(fight.card),
            *([f"of {self._token(fight.user)}"] if fight.user != NOBODY else []),
            f"at {self._token(fight.target)}",
            fight.kind,
            f"by {fight.by}",
            *(["again"] if fight.again else []),
            *([f"use {fight.way}"] if fight.way is not UNSET else []),
        ]
        return ", ".join(told)

    def second(self) -> str:
        second = self._state.second
        return f"{self._token(second.user)} {second.kind}" if second is not None else ""

    def cards(self, kinds: Iterable[int]) -> str:
        return ", ".join([_copies(self._card(kind), len(list(run))) for kind, run in groupby(kinds)])

    # Of a seat

    def marks(self, seat: Seat) -> str:
        state = self._state
        counts = [(state.kills, "kills"), (state.dealt, "dealt"), (state.named, "named")]
        told = [f"{count[seat]} {word}" for count, word in counts if count[seat]]
        told = ["1 kill" if each == "1 kills" else each for each in told]
        return ", ".join([*told, *(["ready"] if state.ready[seat] else []), *_MARKS[state.out[seat]]])

    def of_seat(self, seat: Seat) -> Iterator[tuple[str, str]]:
        state = self._state
        if state.offers:
            yield "offer", self._names(state.offers[seat])
            yield "kept", self._names(state.kept[seat])
        if state.tokens:
            yield "varans", ", ".join([self._varan(token) for token in self._tokens(seat)])
            yield from self._known(seat)
        yield "hand", self.cards(state.hands[seat])
        yield "plan", ", ".join(self._planned(seat))

    def _tokens(self, seat: Seat) -> range:
        return range(seat * self._team, (seat + 1) * self._team)

    def _varan(self, token: int) -> str:
        its, varan = self._state.tokens[token], self._pool.roster[self._state.varans[token]]
        if self._dead(token):
            return " ".join([varan.id, "dead", *self._marks_of(its)])
        home = its.sector == token // self._team + 1
        at = f"@{its.sector}" if its.here and not home else ""
        damage = f"/{self._state.wounds[self._state.varans[token]]}" if self._harmed(token) else ""
        gone = [] if its.here else ["gone"]
        return " ".join([f"{'*' if its.revealed else ''}{varan.id}{at}{damage}", *gone, *self._marks_of(its)])

    def _dead(self, token: int) -> bool:
        varan = self._state.varans[token]
        return self._state.wounds[varan] >= self._pool.roster[varan].health

    def _harmed(self, token: int) -> bool:
        """Whether a varan's damage differs from its initial damage."""
        varan = self._state.varans[token]
        return self._state.wounds[varan] != min(
            self._state.options.wounds, self._pool.roster[varan].health - 1
        )

    def _known(self, seat: Seat) -> Iterator[tuple[str, str]]:
        """Yield the public knowledge of tokens that differs from their visible state."""
        known, team = self._state.knowledge[seat], self._tokens(seat)
        seen = [
            place
            for place, token in enumerate(team)
            if self._state.tokens[token].revealed or self._harmed(token)
        ]
        if known != known_by_sight(self._state.varans[team.start : team.stop], seen, self._pool.roster):
            yield "records", ", ".join([self._record(record) for record in known.records])
            yield "tokens", self._guesses(known)

    def _record(self, record: Record) -> str:
        name = "-" if record.varan == UNKNOWN else self._pool.roster[record.varan].id
        return " ".join([name, *self._shown(record)])

    def _planned(self, seat: Seat) -> list[str]:
        plan = self._state.plans[seat]
        return [
            *[f"dress {self._card(card)} on {self._token(token)}" for card, token in plan.dress],
            *[f"cloak {self._token(token)}" for token in plan.cloak],
            *[f"shuffle {self._token(token)}" for token in plan.shuffle],
            *[f"discard {self._card(card)}" for card in plan.discard],
        ]

    def _token(self, token: int) -> str:
        return token_name(token, self._team)

    def _names(self, varans: Sequence[int]) -> str:
        return " ".join([self._pool.roster[varan].id for varan in varans])

    def _card(self, kind: int) -> str:
        if kind not in self._called:
            self._called[kind] = _called(kind, self._pool)
        return self._called[kind]

    def _marks_of(self, token: Token) -> list[str]:
        marks = (
            ("sideways", token.sideways),
            ("moved", token.moved),
            ("spared", token.spared),
        )
        return [*[mark for mark, so in marks if so], *[self._words[each] for each in token.used]]

    def _guesses(self, known: Knowledge) -> str:
        """Return the possible records and shown properties of each token; "" if each is its own record."""
        if known.tokens == nothing_known(len(known.tokens)).tokens:
            return ""
        told = [(_numbers(guess.maybe), guess.seen) for guess in known.tokens]
        return ", ".join(
            [maybe if seen == NOTHING else f"{maybe}: {' '.join(self._shown(seen))}" for maybe, seen in told]
        )

    def _shown(self, record: Record) -> list[str]:
        return [
            *[self._words[each] for each in record.claimed],
            *([f"speed {record.speed}"] if record.speed > 1 else []),
        ]


_MORE = re.compile(r"\d{1,2} more", re.ASCII)
"""The number of unnamed cards of a hand."""


def _called(kind: int, pool: Pool) -> str:
    """Return a card's name, or its number if the name is ambiguous."""
    card = pool.actions[kind]
    for called in (card.name, card.number):
        if not _MORE.fullmatch(called) and _means(called, pool, kind):
            return called
    raise ValueError(f"the cards have two of the name and number {card.number}.")


def _means(called: str, pool: Pool, kind: int) -> bool:
    try:
        return read_cards(called, pool) == [kind]
    except ValueError:
        return False


def _copies(card: str, number: int) -> str:
    return card if number == 1 else f"{number}x {card}"


def _numbers(counted: Iterable[int]) -> str:
    """Return seats or places, counted from 1."""
    return " ".join([str(each + 1) for each in counted])
