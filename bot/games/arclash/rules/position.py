"""Positions of Arclash as text: what is said of the match, then of each player.

    phase: support, turn 3
    order: 2 1
    seat 1: 4 points, won
    stack: TID-01 TID-04
    power: +50 COM-02, -25 MOT-13
    supports: COM-02
    hand: 6
    seat 2: passed
    ...

These lines are about the match, each of them optional:

    phase: advance            decks, openers, start, advance, battle, support, end, renew or over; `, turn 3`
    options: score=10         what was agreed on
    order: 2 1                of the Support stage; `order: 2 1, now 1` says who is on turn, else the first
    over: 1, The winning score is reached    who has won, and why; or `over: draw, ...`
    cards: TID-01             there are no cards but those told, in decks that need not be legal; what they
                              lack of 30 are copies of this one that are out of play

`seat 1:` begins a player; after it may follow `4 points`, `ready`, `stands` or `passed`, `won` or `lost` (the
last battle) and `out` (has resigned), with commas between them. The lines below are about that player, each
optional:

    plays: reading-light      the ready deck that all its cards come from; else one that has those told
    stack: TID-01 TID-04      the Character stack, the Level 1 first
    supports: TID-12          the Supports in play, oldest first
    power: +50 TID-12         what effects have added to the power, or taken; `next-turn` or `stack` after the
                              card tells how long. What cards do all the time is found out by the rules
    guard: STO-12 debuff discard, turn       a shield, what it guards against and how long
    discard: TID-13 2xTID-14  the discard pile, the latest card last
    hand: TID-05 2xTID-06 3   its hand, with 3 cards more; 8 unless told
    deck: TID-09 TID-08       the top cards of its deck, which has what is left of 30
    placed: TID-05            which card of its hand it has put face down; in the opening, a card of its deck
    paying: TID-06            which of them it will discard for that

The position is checked: cards that are not in the deck, stacks that go down are faults.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, get_args

from bot.engine.cardrules import with_cards
from bot.engine.contract import Outcome, Seat
from bot.engine.deckbuilding import deck_cards
from bot.engine.decks import Card, Deck
from bot.engine.fair import Stream
from bot.engine.language import N_
from bot.engine.positions import parts, read_options, read_players, read_seat
from bot.games.arclash.cards.cards import DECK_SIZE, AnyCard, Character, Library, Pool
from bot.games.arclash.cards.decks import a_deck_with
from bot.games.arclash.rules.opening import HAND_SIZE
from bot.games.arclash.rules.options import SEATS, Options, normalize
from bot.games.arclash.rules.state import NO_CARD, ArclashState, Boost, Guarding, Lasting, Side
from bot.games.arclash.rules.view import NOBODY, Phase

_COPIES = re.compile(r"(?:([1-9]\d?)x)?([A-Z]{2,5}-[0-9]{2,3})", re.ASCII)
_PART = re.compile(r"([+-][0-9]{1,3}) ([A-Z]{2,5}-[0-9]{2,3})(?: (turn|next-turn|stack))?", re.ASCII)
_MARKS = ("ready", "stands", "passed", "won", "lost", "out")
_AGAINST = ("debuff", "level-down", "discard")


def read_position(text: str, library: Library, cards: str | None = None) -> ArclashState:
    """Return the state, with the cards of this hash or the standard ones.

    Raises `ValueError` with the line at fault.
    """
    return _Reading(text, library.at(cards)).state(library)


class _Effect(NamedTuple):
    """What a card has done to a player, and for how long."""

    source: str
    target: Seat
    until: str
    by: int = 0
    against: tuple[str, ...] = ()

    def ends(self, turn: int) -> int:
        """Return the turn in which it ends; 0 for what lasts with its card."""
        return {"turn": turn, "next-turn": turn + 1, "stack": 0}[self.until]


class _Reading:
    """What the lines say of the match."""

    def __init__(self, text: str, pool: Pool) -> None:
        self._pool = pool
        self._phase: Phase = "advance"
        self._turn = 1
        self._options = with_cards(Options(), pool)
        self._order: tuple[Seat, ...] = ()
        self._current = NOBODY
        self._over: tuple[tuple[Seat, ...], str] | None = None
        self._out_of_play = ""
        of_match: Mapping[str, Callable[[str], object]] = {
            "phase": self._say_phase,
            "options": self._say_options,
            "order": self._say_order,
            "over": self._say_over,
            "cards": self._say_out_of_play,
        }
        self._players = read_players(text, of_match, self._player, 'neither "seat 1: 4 points" ')

    def _player(self, seat: Seat, rest: str) -> _Player:
        return _Player(seat, rest, self._pool)

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
        order, *now = parts(rest) or [""]
        self._order = _seats(order)
        self._current = _seats(now[0].removeprefix("now"))[0] if now else self._order[0]

    def _say_over(self, rest: str) -> None:
        winners, _, why = rest.partition(",")
        won = () if winners == "draw" else _seats(winners)
        self._phase, self._over = "over", (won, why.strip() or N_("The match has ended"))

    def _say_out_of_play(self, rest: str) -> None:
        self._out_of_play = rest

    # What comes of it

    def state(self, library: Library) -> ArclashState:
        """Return the position. Raises `ValueError`."""
        seats = len(self._players)
        if seats < SEATS[0]:
            raise ValueError("a position has at least two seats: write seat 1: and seat 2:.")
        fighting = self._phase == "support"
        if fighting and (sorted(self._order) != [*range(seats)] or self._current not in range(seats)):
            raise ValueError("the Support stage has an order of all seats: write order: 2 1.")
        turn = 0 if self._phase in ("decks", "openers") else self._turn
        built = [player.build(self._phase, self._out_of_play) for player in self._players]
        sides = tuple([one.side for one in built])
        effects = [effect for player in self._players for effect in player.effects]
        return ArclashState(
            options=normalize(self._options, seats, library),
            seats=seats,
            phase=self._phase,
            sides=sides,
            lists=tuple([one.cards for one in built]),
            numbers=tuple([one.numbers for one in built]),
            turn=turn,
            boosts=tuple(
                [
                    Boost(self._known(one.source), one.target, one.by, one.ends(turn))
                    for one in effects
                    if one.by
                ]
            ),
            guards=tuple(
                [
                    Guarding(self._known(one.source), one.target, one.against, one.ends(turn))
                    for one in effects
                    if one.against
                ]
            ),
            order=self._order,
            current=self._current,
            outcome=self._over
            and Outcome(self._over[0], tuple([side.score for side in sides]), self._over[1]),
        )

    def _known(self, number: str) -> Card:
        """Return a card that is told of, by its set number."""
        for player in self._players:
            if (card := player.known(number)) is not None:
                return card
        raise ValueError(f"{number} is not among the cards of the position.")


class _Built(NamedTuple):
    """A player's part of a state."""

    cards: tuple[str, ...]
    numbers: tuple[str, ...]
    side: Side


class _Player:
    """What the lines say of a player."""

    def __init__(self, seat: Seat, rest: str, pool: Pool) -> None:
        self.seat = seat
        self.effects: list[_Effect] = []
        self.lines: Mapping[str, Callable[[str], Any]] = {
            "plays": self._say_plays,
            "stack": self._say_stack,
            "supports": self._say_supports,
            "power": self._say_power,
            "guard": self._say_guard,
            "discard": lambda rest: self._lay("discard", rest),
            "hand": self._say_hand,
            "deck": lambda rest: self._lay("deck", rest),
            "placed": self._say_placed,
            "paying": self._say_paying,
        }
        self._pool = pool
        self._told: list[str] = []
        self._zones: dict[str, tuple[Card, ...]] = {}
        self._more: int | None = None
        self._list: tuple[str, ...] = ()
        self._score = 0
        self._marks: set[str] = set()
        for mark in parts(rest):
            self._mark(mark)

    def _mark(self, mark: str) -> None:
        points = re.fullmatch(r"(\d{1,3}) points?", mark)
        if points:
            self._score = int(points[1])
        elif mark in _MARKS:
            self._marks.add(mark)
        else:
            raise ValueError(f'"{mark[:20]}" is not known of a seat: "4 points", {", ".join(_MARKS)}.')

    # The lines

    def _lay(self, zone: str, words: str) -> None:
        """Lay cards told by set number into a zone, copies as often as told."""
        if zone in self._zones:
            raise ValueError(f'"{zone}" is said twice of seat {self.seat + 1}.')
        found = []
        for word in words.split():
            said = _COPIES.fullmatch(word)
            if said is None:
                raise ValueError(f'"{word[:20]}" is not a card: write TID-01 or 2xTID-01.')
            self._face(said[2])
            found += [self._another(said[2]) for _ in range(int(said[1] or 1))]
        self._zones[zone] = tuple(found)

    def _another(self, number: str) -> Card:
        if len(self._told) == DECK_SIZE:
            raise ValueError(f"a player has {DECK_SIZE} cards, and here are more.")
        self._told.append(number)
        return self.seat * DECK_SIZE + len(self._told) - 1

    def _face(self, number: str) -> AnyCard:
        if number not in self._pool.cards:
            raise ValueError(f"there is no card {number[:20]}.")
        return self._pool.cards[number]

    def _say_plays(self, rest: str) -> None:
        if rest not in self._pool.decks:
            raise ValueError(f'there is no deck "{rest[:20]}": {", ".join(self._pool.decks)}.')
        self._list = deck_cards(self._pool.decks[rest])

    def _say_stack(self, rest: str) -> None:
        levels = [self._face(word).level for word in rest.split()]
        if levels != sorted(levels) or levels[:1] not in ([1], []):
            raise ValueError("a stack begins with a Level 1, and goes up.")
        self._lay("stack", rest)

    def _say_supports(self, rest: str) -> None:
        for word in rest.split():
            if isinstance(self._face(word), Character):
                raise ValueError(f"{word} is a Character, not a Support.")
        self._lay("supports", rest)

    def _say_power(self, rest: str) -> None:
        for part in parts(rest):
            said = _PART.fullmatch(part)
            if said is None:
                raise ValueError(f'"{part[:30]}" is not a part of a power: write "+50 TID-12".')
            self.effects.append(_Effect(said[2], self.seat, said[3] or "turn", by=int(said[1])))

    def _say_guard(self, rest: str) -> None:
        words, *until = parts(rest) or [""]
        source, *against = words.split() or [""]
        if not against or not set(against) <= set(_AGAINST):
            raise ValueError(f'"{rest[:30]}" is not a shield: say against what, {", ".join(_AGAINST)}.')
        lasting = until[0] if until else "turn"
        if lasting not in get_args(Lasting):
            raise ValueError(f'"{lasting[:20]}" is no time: write turn, next-turn or stack.')
        self.effects.append(_Effect(source, self.seat, lasting, against=tuple(against)))

    def _say_hand(self, rest: str) -> None:
        words, _, more = rest.rpartition(" ")
        if not more.isdecimal():
            words, more = rest, "0"
        self._lay("hand", words)
        self._more = int(more)

    def _say_placed(self, rest: str) -> None:
        if "hand" not in self._zones:
            self._lay("deck", rest)
        self._zones["placed"] = self._held(rest, ())

    def _say_paying(self, rest: str) -> None:
        paying: tuple[Card, ...] = ()
        for word in rest.split():
            paying += self._held(word, (*paying, *self._zones.get("placed", ())))
        self._zones["paying"] = paying

    def _held(self, number: str, taken: Iterable[Card]) -> tuple[Card]:
        """Return a card that was told of the hand, or of the deck in the opening."""
        for card in self._zones.get("hand") or self._zones.get("deck", ()):
            if self._told[card % DECK_SIZE] == number and card not in taken:
                return (card,)
        raise ValueError(f'"{number[:20]}" is not in the hand: say the hand first.')

    # What comes of them

    def known(self, number: str) -> Card | None:
        """Return a card told of, by its set number; one that lies open if there is one."""
        zones = ("supports", "stack", "discard", "hand", "deck")
        cards = [card for zone in zones for card in self._zones.get(zone, ())]
        return next((card for card in cards if self._told[card % DECK_SIZE] == number), None)

    def build(self, phase: Phase, out_of_play: str) -> _Built:
        """Return the player's part of the state, in a deck of cards told alone if some are out of play.

        Raises `ValueError`.
        """
        if phase == "decks":
            return _Built(self._chosen_deck(), (), self._side((), ()))
        if out_of_play:
            numbers = (*self._told, *[out_of_play] * (DECK_SIZE - len(self._told)))
            return _Built(tuple(sorted(numbers)), numbers, self._side((), ()))
        cards = self._list or a_deck_with(self._told, self._pool, Stream("example", bytes(32)))
        missing = sorted((Counter(self._told) - Counter(cards)).elements())
        if missing:
            raise ValueError(
                f"the deck of seat {self.seat + 1} does not hold {missing[0]}, or not as often as told."
            )
        hidden = sorted((Counter(cards) - Counter(self._told)).elements())
        rest = range(self.seat * DECK_SIZE + len(self._told), (self.seat + 1) * DECK_SIZE)
        usual = 0 if phase == "openers" else HAND_SIZE
        wanted = usual if self._more is None else self._more
        if wanted > len(rest):
            raise ValueError(f"seat {self.seat + 1} has more than {DECK_SIZE} cards.")
        return _Built(cards, (*self._told, *hidden), self._side(rest[:wanted], rest[wanted:]))

    def _chosen_deck(self) -> tuple[str, ...]:
        """Return the deck that a player has chosen; nobody else sees it."""
        if "ready" not in self._marks:
            return ()
        return self._list or deck_cards(next(iter(self._pool.decks.values())))

    def _side(self, hand: Iterable[Card], deck: Iterable[Card]) -> Side:
        """Return the side with these cards in hand and deck after those told."""
        marks, zones = self._marks, self._zones
        return Side(
            hand=(*zones.get("hand", ()), *hand),
            deck=Deck((*zones.get("deck", ()), *deck), zones.get("discard", ())),
            stack=zones.get("stack", ()),
            supports=zones.get("supports", ()),
            score=self._score,
            last="won" if "won" in marks else "lost" if "lost" in marks else "",
            ready="ready" in marks,
            done=bool(marks & {"stands", "passed"}),
            placed=zones["placed"][0] if "placed" in zones else NO_CARD,
            paying=zones.get("paying", ()),
            out="out" in marks,
        )


def _seats(words: str) -> tuple[Seat, ...]:
    if not words.split():
        raise ValueError("which seats? Write their numbers with blanks between them.")
    return tuple([read_seat(word, SEATS[-1]) for word in words.split()])
