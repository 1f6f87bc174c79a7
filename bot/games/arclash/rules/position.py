"""Positions of Arclash as text: lines about the match, then lines about each player.

    phase: support, turn 3
    order: 2 1
    seat 1: 4 points, won
    stack: TID-01 TID-04
    power: +50 COM-02, -25 MOT-13
    supports: COM-02
    hand: 6
    seat 2: passed
    ...

These lines are about the match, each is optional:

    phase: advance            decks, openers, start, advance, battle, support, end, renew or over; `, turn 3`
    options: score=10         the options of the match
    order: 2 1                of the Support stage; `order: 2 1, now 1` names the seat in turn, else the first
    over: 1, The winning score is reached    the winner and the reason; or `over: draw, ...`
    cards: TID-01             only the named cards are in play, in decks that need not be legal; the missing
                              ones of 30 are copies of this card that are out of play

`seat 1:` begins a player; after it may follow `4 points`, `ready`, `stands` or `passed`, `won` or `lost` (the
last battle) and `out` (has resigned), separated by commas. The lines below are about that player, each is
optional:

    plays: reading-light      the ready deck of all its cards; by default one that has the named cards
    stack: TID-01 TID-04      the Character stack, the Level 1 first
    supports: TID-12          the Supports in play, oldest first
    power: +50 TID-12         power added or taken by effects; `next-turn` or `stack` after the card is the
                              duration. The rules compute `always` effects
    guard: STO-12 debuff discard, turn       a shield, the prevented effects and the duration
    discard: TID-13 2xTID-14  the discard pile, the latest card last
    hand: TID-05 2xTID-06 3   its hand, with 3 more cards; the default is 8
    deck: TID-09 TID-08       the top cards of its deck, which has the rest of the 30 cards
    placed: TID-05            its face-down card: a card of the hand; in the opening, a card of the deck.
                              `placed: TID-05, way 2` adds the chosen Advancement, `way ?` if none is chosen
    paying: TID-06            the hand cards chosen as discards for it
    list: 3xTID-01 TID-04     its deck card by card, in place of plays:; `plays: nothing` has no cards

The position is checked: cards that are not in the deck and stacks with falling levels are faults. The text of
a running match has these additional lines:

    boosts: +50 TID-12#3@1 on 2 next-turn    about the match: power added to seat 2 by this card of seat 1,
                              the oldest first, in place of power:
    guards: STO-12#4@2 on 2 debuff turn      likewise, in place of guard:
    used: TID-12#3@1/2        the once-a-turn abilities carried out in this turn: the second on this card;
                              without a number, those of the card in a match of version 1 of the rules
    doing: {"running": ...}   the effects in progress (`bot.engine.cards.program`), as JSON; the question is
                              asked again. And answers: 1 0, the answers already given to it
    away: TID-30#9            about a player: its cards that are in no zone

`TID-05#17` is the copy with number 17 among the player's 30 cards, `3xTID-05#17` the copies 17 to 19; a card
without a number gets any free one. A named card beyond 30 replaces the lowest card of the deck. The 30 cards
need not be a legal deck. `acted` after `order:` says that the seat in turn has played or passed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import get_args

from msgspec import UNSET

from bot.base.language import N_
from bot.engine.cards.replay import asked_again, read_numbers, read_program, write_program
from bot.engine.cards.rules import pool_of, with_cards, write_agreed
from bot.engine.contract import Outcome, Seat
from bot.engine.decks import Card
from bot.engine.fair import Stream
from bot.engine.positions import parts, read_options, read_players, read_seat
from bot.games.arclash.cards.cards import DECK_SIZE, Library, Pool
from bot.games.arclash.cards.words import Program
from bot.games.arclash.rules.options import SEATS, Options, normalize
from bot.games.arclash.rules.position_player import Effect, PlayerLines
from bot.games.arclash.rules.state import (
    NO_CARD,
    UNDECIDED,
    ArclashState,
    Boost,
    Guarding,
    ends_in,
    lasts,
    owner_of,
)
from bot.games.arclash.rules.table import ArclashTable
from bot.games.arclash.rules.view import NOBODY, Phase

# Positions of Arclash written in the notation of `position`.


def write_position(state: ArclashState, library: Library) -> str:
    """Return the text of a position of a running match, as `read_position` reads it."""
    lines = [
        ("phase", state.phase if state.turn == 0 else f"{state.phase}, turn {state.turn}"),
        ("options", write_agreed(state.options, library)),
        ("order", _order(state)),
        ("boosts", ", ".join(_boosts(state))),
        ("guards", ", ".join(_guards(state))),
        ("used", " ".join(_used(state))),
        ("doing", write_program(state.program)),
        ("answers", " ".join(map(str, state.answers))),
    ]
    for seat in range(state.seats):
        side = state.sides[seat]
        points = [f"{side.score} point" + ("s" if side.score != 1 else "")] if side.score else []
        done = "passed" if state.phase == "support" else "stands"
        marks = [("ready", side.ready), (done, side.done), (side.last, side.last), ("out", side.out)]
        lines += [
            (f"seat {seat + 1}", ", ".join([*points, *[mark for mark, so in marks if so]])),
            *_of_seat(state, seat),
        ]
    return "\n".join([f"{word}: {rest}".rstrip() for word, rest in lines if rest or word.startswith("seat")])


def _order(state: ArclashState) -> str:
    if not state.order:
        return ""
    now = "nobody" if state.current == NOBODY else state.current + 1
    order = " ".join([str(seat + 1) for seat in state.order])
    return f"{order}, now {now}{', acted' if state.acted else ''}"


def _boosts(state: ArclashState) -> Iterator[str]:
    for one in state.boosts:
        lasting = lasts(one.ends, state.turn)
        yield f"{one.by:+} {_reference(state, one.card)} on {one.target + 1} {lasting}"


def _guards(state: ArclashState) -> Iterator[str]:
    for one in state.guards:
        words = [f"{_reference(state, one.card)} on {one.target + 1}", *one.against]
        yield " ".join([*words, lasts(one.ends, state.turn)])


def _used(state: ArclashState) -> Iterator[str]:
    yield from [_reference(state, card) for card in state.used]
    yield from [f"{_reference(state, card)}/{ability + 1}" for card, ability in state.spent or ()]


def _of_seat(state: ArclashState, seat: Seat) -> Iterator[tuple[str, str]]:
    side = state.sides[seat]
    if state.phase == "decks":
        yield "list", " ".join(state.lists[seat])
        return
    if not state.numbers[seat]:
        yield "plays", "nothing"
        return
    zones = {
        "stack": side.stack,
        "supports": side.supports,
        "hand": side.hand,
        "discard": side.deck.discard,
        "deck": side.deck.order,
    }
    told = {card for cards in zones.values() for card in cards}
    first = seat * DECK_SIZE
    zones["away"] = tuple([card for card in range(first, first + DECK_SIZE) if card not in told])
    for zone, cards in zones.items():
        yield zone, _cards(state, cards) or ("0" if zone == "hand" else "")
    if side.placed != NO_CARD:
        way = "?" if side.way == UNDECIDED else side.way + 1
        yield "placed", _card(state, side.placed) + (f", way {way}" if side.way else "")
    yield "paying", " ".join([_card(state, card) for card in side.paying])


def _cards(state: ArclashState, cards: Iterable[Card]) -> str:
    """Return cards with their numbers; copies with consecutive numbers as one word."""
    runs: list[tuple[Card, int]] = []
    for card in cards:
        first, many = runs[-1] if runs else (NO_CARD, 0)
        if many and card == first + many and state.number_of(card) == state.number_of(first):
            runs[-1] = first, many + 1
        else:
            runs.append((card, 1))
    return " ".join(
        [f"{many}x{_card(state, card)}" if many > 1 else _card(state, card) for card, many in runs]
    )


def _card(state: ArclashState, card: Card) -> str:
    return f"{state.number_of(card)}#{card % DECK_SIZE + 1}"


def _reference(state: ArclashState, card: Card) -> str:
    return f"{_card(state, card)}@{owner_of(card) + 1}"


_INSTEAD: Mapping[Phase, str] = {
    "start": '"phase: renew", and let all stay',
    "battle": '"phase: advance", and let all stand',
    "end": '"phase: support", and let all pass',
}
"""What to write in place of the phases in which nobody chooses: the phase before, and how it ends."""

_BOOST = re.compile(r"([+-]?[0-9]{1,4}) (\S+) on ([1-6]) (turn|next-turn|stack)", re.ASCII)
_GUARD = re.compile(r"(\S+) on ([1-6])((?: (?:debuff|level-down|discard))+) (turn|next-turn|stack)", re.ASCII)
_REFERENCE = re.compile(r"([A-Z]{2,5}-[0-9]{2,3})(?:#([1-9]\d?))?(?:@([1-6]))?", re.ASCII)


def read_position(text: str, library: Library, cards: str | None = None) -> ArclashState:
    """Return the state, with the pool of this hash or the standard pool.

    Raises `ValueError` with the line at fault.
    """
    return _Reading(text, pool_of(text, library, cards)).state(library)


class _Reading:
    """Collects the lines about the match."""

    def __init__(self, text: str, pool: Pool) -> None:
        self._pool = pool
        self._phase: Phase = "advance"
        self._turn = 1
        self._options = with_cards(Options(), pool)
        self._order: tuple[Seat, ...] = ()
        self._current = NOBODY
        self._over: tuple[tuple[Seat, ...], str] | None = None
        self._acted = False
        self._out_of_play = ""
        self._boosts: list[Effect] = []
        self._guards: list[Effect] = []
        self._used: list[str] = []
        self._program = Program()
        self._answers: tuple[int, ...] = ()
        of_match: Mapping[str, Callable[[str], object]] = {
            "phase": self._say_phase,
            "options": self._say_options,
            "order": self._say_order,
            "over": self._say_over,
            "cards": self._say_out_of_play,
            "boosts": self._say_boosts,
            "guards": self._say_guards,
            "used": lambda rest: self._used.extend(rest.split()),
            "doing": self._say_doing,
            "answers": self._say_answers,
        }
        self._players = read_players(
            text,
            of_match,
            lambda seat, rest: PlayerLines(seat, rest, self._pool),
            'neither "seat 1: 4 points" ',
        )

    def _say_phase(self, rest: str) -> None:
        phase, *more = parts(rest) or [""]
        if phase not in get_args(Phase):
            raise ValueError(f'"{phase[:20]}" is not a phase: {", ".join(get_args(Phase))}.')
        self._phase = phase  # type: ignore[assignment]  # one of them
        for part in more:
            said = re.fullmatch(r"turn (\d{1,3})", part)
            if said is None:
                raise ValueError(f'"{part[:20]}" is not known of a phase: write "turn 3".')
            self._turn = int(said[1])

    def _say_options(self, rest: str) -> None:
        self._options = with_cards(read_options(Options, rest), self._pool)

    def _say_order(self, rest: str) -> None:
        order, *more = parts(rest) or [""]
        self._order = _seats(order)
        self._current = self._order[0]
        for part in more:
            if part == "acted":
                self._acted = True
            else:
                now = part.removeprefix("now").strip()
                self._current = NOBODY if now == "nobody" else _seats(now)[0]

    def _say_over(self, rest: str) -> None:
        winners, _, why = rest.partition(",")
        won = () if winners == "draw" else _seats(winners)
        self._phase, self._over = "over", (won, why.strip() or N_("The match has ended"))

    def _say_out_of_play(self, rest: str) -> None:
        self._out_of_play = rest

    def _say_boosts(self, rest: str) -> None:
        for part in parts(rest):
            said = _BOOST.fullmatch(part)
            if said is None:
                raise ValueError(f'"{part[:30]}" is not what was added: write "+50 TID-12#3@1 on 2 turn".')
            self._boosts.append(Effect(said[2], int(said[3]) - 1, said[4], by=int(said[1])))

    def _say_guards(self, rest: str) -> None:
        for part in parts(rest):
            said = _GUARD.fullmatch(part)
            if said is None:
                raise ValueError(f'"{part[:30]}" is not a shield: write "TID-12#3@1 on 2 debuff turn".')
            against = tuple(said[3].split())
            self._guards.append(Effect(said[1], int(said[2]) - 1, said[4], against=against))

    def _say_doing(self, rest: str) -> None:
        self._program = read_program(rest, Program)

    def _say_answers(self, rest: str) -> None:
        self._answers = read_numbers(rest)

    # The result

    def state(self, library: Library) -> ArclashState:
        """Return the position. Raises `ValueError`."""
        seats = len(self._players)
        if seats < SEATS[0]:
            raise ValueError("a position has at least two seats: write seat 1: and seat 2:.")
        if self._phase == "support" and not self._ordered():
            raise ValueError("the Support stage has an order of all seats: write order: 2 1.")
        if self._phase == "over" and self._over is None:
            raise ValueError(
                'a match that is over has winners, or is a draw: write "over: 1" or "over: draw".'
            )
        if self._phase in _INSTEAD and self._program.idle:
            raise ValueError(
                f'nobody chooses anything in the phase "{self._phase}", which passes by itself unless a card '
                f"asks (doing:). To see what it sets off, write {_INSTEAD[self._phase]}."
            )
        turn = 0 if self._phase in ("decks", "openers") else self._turn
        built = [player.build(self._phase, self._out_of_play) for player in self._players]
        sides = tuple([one.side for one in built])
        effects = [effect for player in self._players for effect in player.effects]
        boosts = [*[one for one in effects if one.by], *self._boosts]
        guards = [*[one for one in effects if one.against], *self._guards]
        state = ArclashState(
            options=normalize(self._options, seats, library),
            seats=seats,
            phase=self._phase,
            sides=sides,
            lists=tuple([one.cards for one in built]),
            numbers=tuple([one.numbers for one in built]),
            turn=turn,
            boosts=tuple(
                [
                    Boost(self._card(one.source), one.target, one.by, ends_in(one.until, turn))
                    for one in boosts
                ]
            ),
            guards=tuple(
                [
                    Guarding(self._card(one.source), one.target, one.against, ends_in(one.until, turn))
                    for one in guards
                ]
            ),
            used=tuple([self._card(word) for word in self._used if "/" not in word]),
            spent=tuple([self._ability(word) for word in self._used if "/" in word]) or UNSET,
            order=self._order,
            current=self._current,
            acted=self._acted,
            answers=self._answers,
            outcome=self._over
            and Outcome(self._over[0], tuple([side.score for side in sides]), self._over[1]),
        )
        rng = Stream("example", bytes(32))
        state.program = asked_again(self._program, ArclashTable(state, self._pool, rng))
        return state

    def _ordered(self) -> bool:
        """Whether all seats still in the match are listed in their order."""
        seats, here = range(len(self._players)), {player.seat for player in self._players if not player.out}
        return (
            here <= set(self._order) <= set(seats)
            and len(set(self._order)) == len(self._order)
            and self._current in range(NOBODY, len(seats))
        )

    def _ability(self, word: str) -> tuple[Card, int]:
        """Return a named ability: "TID-12#3@1/2" is the second of that card."""
        card, _, index = word.partition("/")
        if not re.fullmatch("[1-9]", index, re.ASCII):
            raise ValueError(f"{word[:30]} is no ability of a card: write its number, 1 to 9, after the /.")
        return self._card(card), int(index) - 1

    def _card(self, word: str) -> Card:
        """Return a named card: "TID-12", "TID-12#3", "TID-12#3@1" for seat 1's card."""
        said = _REFERENCE.fullmatch(word)
        for player in self._players if said else ():
            if said is not None and said[3] in (None, str(player.seat + 1)):
                card = player.known(said[1], said[2])
                if card is not None:
                    return card
        raise ValueError(f"{word[:30]} is not among the cards of the position.")


def _seats(words: str) -> tuple[Seat, ...]:
    if not words.split():
        raise ValueError("which seats? Write their numbers with blanks between them.")
    return tuple([read_seat(word, SEATS[-1]) for word in words.split()])
