"""Matches that compare entrants (decks, squads), and the counts of their results.

A line-up is a group of different entrants, one per seat. Each entrant plays in every seat in turn, with the
same computer player in all seats. Everything follows from the seed: the number of processes makes no
difference. Two contests whose line-ups have the same names play on the same seeds, whatever their cards and
options, so their matches can be compared one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import combinations
from typing import Any, Final, TypeAlias

import msgspec

from bot.engine.cards.deckbuilding import DeckBuilding, DeckCard, Effect, Entries
from bot.engine.cards.game import AnyPool
from bot.engine.contract import Event, Rules, Seat
from bot.engine.lab import Loadout
from bot.engine.sentences import SEAT_MARKS
from bot.engine.summary import Chart
from bot.games.computers import COMPUTERS, normal_player
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.games.simulation import Series, SimulatedMatch
from bot.parts.workshop.lab.entrants import SAME, Deck, Entrant, ready_entrants, traced_cards
from bot.parts.workshop.lab.tallies import CardCount, Count, Mean, Tally, hand_offs, lead_of, shares

# The effects of cards that are used up when played, on their player's side and on the enemies.


class PlayEffects(msgspec.Struct):
    """The effects of a card since it was played, for its player."""

    cards: int = 0
    """The change of the number of cards in its player's hand; negative for fewer."""
    serves: bool = False
    harms: bool = False
    killed: int = 0
    """The deck cost of the enemies it killed."""

    def add(self, effect: Effect) -> None:
        """Add the effect of a fact."""
        self.cards += effect.cards
        self.serves |= effect.serves > 0
        self.harms |= effect.serves < 0
        self.killed += effect.killed

    @property
    def harmful(self) -> bool:
        """Whether it cost its side something without any benefit."""
        return (self.harms or self.cards < 0) and not self.serves and self.cards <= 0


class EffectsObserver:
    """Observes in a match the effects of each play of a card that does not stay in play."""

    def __init__(self, building: DeckBuilding | None) -> None:
        """`building` reads card effects from facts; for a game without decks nothing is recorded."""
        self._building = building
        self._going_on = dict[tuple[int, str], PlayEffects]()
        self._plays = dict[tuple[int, str], list[PlayEffects]]()

    def see(self, state: Any, public: Iterable[Any]) -> None:
        """Record the public facts of an action; `state` is the state after it."""
        if self._building is None:
            return
        for fact in public:
            for (seat, number), play in self._going_on.items():
                play.add(self._building.effect(fact, seat, number, state))
            played = self._building.used_up(fact, state)
            if played is not None:
                self._going_on[played] = PlayEffects()
                self._plays.setdefault(played, []).append(self._going_on[played])
        if self._going_on and not self._building.resolving(state):
            self._going_on = {}

    def of(self, seat: int, number: str) -> Sequence[PlayEffects]:
        """Return the effects of each play of a card by a seat."""
        return self._plays.get((seat, number), ())


LineUp: TypeAlias = tuple[str, ...]
"""The keys of the entrants, one per seat; all different, except if the only entrant is `SAME`."""

AT_ONCE: Final = 10
"""The most matches counted together; independent of the number of processes."""

MOST_ACTIONS: Final = 20_000
"""The number of actions after which a match is given up and counts as a draw."""

NOBODY: Final = -1
"""The first mover in a state in which it is not decided yet."""

ALLOWED: Final = 0.1
"""The largest allowed difference of an entrant's win rate from a half, in matches of two."""


class MadeDeck(msgspec.Struct, frozen=True):
    """A deck made for a measurement; it is not shipped with the cards."""

    entries: Entries
    seeded_as: str = ""
    """The entrant whose seeds it uses; empty for its own key."""


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """The matches to be played. It can be sent to another process."""

    game: str
    player: str
    options: Any
    """Normalized."""
    seats: int
    entrants: tuple[str, ...]
    games: int
    """The number of matches of each line-up."""
    first: int = 0
    """The number of the first match of a line-up; it determines seeds and seats."""
    seed: str
    made: Mapping[str, MadeDeck] = {}
    """The entrants that are not ready-made decks."""
    instead: tuple[str, str] | None = None
    """A card, and the card whose effect replaces its own; twice the same card for a single unchanged copy of
    it.
    """
    only: tuple[LineUp, ...] = ()
    """The line-ups that play; empty for all of them."""

    @property
    def line_ups(self) -> tuple[LineUp, ...]:
        """Every group of entrants that plays together."""
        if self.entrants == (SAME,):
            return ((SAME,) * self.seats,)
        return self.only or tuple(combinations(self.entrants, self.seats))

    @property
    def matches(self) -> int:
        """The number of matches."""
        return len(self.line_ups) * self.games

    @property
    def pool(self) -> str | None:
        """The hash of the cards in use."""
        return GAMES[self.game].rules.cards_of(self.options)

    @property
    def known_cards(self) -> Mapping[str, DeckCard]:
        """The cards that are counted, by set number; empty for a game without cards."""
        traced = traced_cards(GAMES[self.game])
        return {} if traced is None else traced.cards(self.pool)

    @property
    def played_with(self) -> Any:
        """The options of its matches; registers their cards in this process."""
        if self.instead is None:
            return self.options
        return msgspec.structs.replace(self.options, cards=_changed(self.game, self.pool, *self.instead))

    def bouts(self, begin: int = 0) -> Iterator[Bout]:
        """Yield the parts that are counted together, without the first `begin` matches of each line-up."""
        end = self.first + self.games
        for first in range(self.first + begin, end, AT_ONCE):
            for line_up in self.line_ups:
                yield Bout(self, line_up, range(first, min(first + AT_ONCE, end)))

    def loadouts(self) -> Mapping[str, Loadout]:
        """Return the deck or squad of each entrant."""
        building = GAMES[self.game].decks
        made = {key: Deck(building, deck.entries) for key, deck in self.made.items() if building is not None}
        return {**ready_entrants(self.game, self.options), **made}

    def seeded_as(self, entrant: str) -> str:
        """Return the name of an entrant in the seeds."""
        made = self.made.get(entrant)
        return made.seeded_as or entrant if made is not None else entrant


class Bout(msgspec.Struct, frozen=True):
    """Some matches of one line-up."""

    contest: Contest
    line_up: LineUp
    numbers: range

    def play(self) -> Count:
        """Play the matches and return their counts. Raises `bot.games.simulation.Stuck`."""
        contest, game = self.contest, GAMES[self.contest.game]
        loadouts, count = contest.loadouts(), Count()
        player = COMPUTERS[contest.player]
        for number in self.numbers:
            seated = seating(self.line_up, number)
            entrants = [Entrant(player, loadouts[key], traced_cards(game)) for key in seated]
            observer = MatchObserver(game)
            played = self._series(seated, tuple(entrants), game.rules).play(number, observer.see)
            _count(count, self.line_up, number, played, entrants, observer)
        return count

    def _series(
        self, seated: LineUp, players: tuple[Entrant, ...], rules: Rules[Any, Any, Any, Any]
    ) -> Series:
        contest = self.contest
        names = " ".join([contest.seeded_as(key) for key in seated])
        return Series(
            rules=rules,
            options=contest.played_with,
            seats=contest.seats,
            players=players,
            games=contest.games,
            seed=contest.seed,
            seeded_by=f"{contest.seed}: {contest.player}, {names}",
            views=False,
            most_actions=MOST_ACTIONS,
        )


@cache
def _changed(game: str, pool: str | None, number: str, other: str) -> str:
    """Register the cards in which one card has the effect of another, and return their hash.

    A deck shared by all seats then contains a single copy of it, so that no two seats hold it.
    """
    cards = GAMES[game].card_game
    changed: AnyPool = cards.with_doing(cards.library.at(pool), number, other)
    if GAMES[game].lab.common_deck is not None:
        changed = changed.with_card(msgspec.structs.replace(changed.cards[number], copies=1))
    return str(cards.library.add(changed).hash)


def seating(line_up: LineUp, number: int) -> LineUp:
    """Return the entrants by seat in the match with this number: each entrant has each seat equally often."""
    turn = number % len(line_up)
    return line_up[turn:] + line_up[:turn]


class MatchObserver:
    """Observes the cards played and the course of a match."""

    def __init__(self, game: Game) -> None:
        self.game, self.traced, self.common = game, traced_cards(game), game.lab.common_deck
        self.cards = Counter[tuple[int, str]]()
        """How often each seat has played each card."""
        self.state: Any = None
        """The latest state."""
        self.facts: list[Any] = []
        """All public facts."""
        self.first = dict[str, Seat | None]()
        """With a shared deck, by set number: the seat that held a card first, None if several drew it at
        once.
        """
        self.began: Seat | None = None
        """The first mover; None if the game does not say."""
        self.awaited: list[frozenset[Seat]] = []
        """The seats to move after each action."""
        self.copies = Counter[tuple[int, str]]()
        """With a shared deck: how many copies of each card each seat drew."""
        self._hands: Sequence[Counter[str]] = ()
        """With a shared deck: the cards in each seat's hand."""
        self.effects = EffectsObserver(game.decks)

    def see(self, state: Any, events: Iterable[Event]) -> None:
        """Record an action's events and the state after it."""
        self.state = state
        self.awaited.append(self.game.rules.to_act(state))
        if self.began is None and getattr(state, "first", NOBODY) != NOBODY:
            self.began = state.first
        public = [event.public for event in events if event.public is not None]
        self.facts += public
        if self.traced is not None:
            for fact in public:
                self.cards.update(self.traced.played(fact, state))
        self.effects.see(state, public)
        if self.common is not None:
            self._note_hands(self.common.hands(state))

    def _note_hands(self, hands: Sequence[Iterable[str]]) -> None:
        held = [Counter(hand) for hand in hands]
        for seat, hand in enumerate(held):
            came = hand - self._hands[seat] if self._hands else hand
            self.copies.update({(seat, number): many for number, many in came.items()})
        self._hands = held
        for number in set[str]().union(*held) - self.first.keys():
            seats = [seat for seat, hand in enumerate(held) if number in hand]
            self.first[number] = seats[0] if len(seats) == 1 else None

    def chart(self) -> Chart | None:
        """Return the course of the match, None if the game does not provide it."""
        if self.state is None:
            return None
        told = self.game.wording.summary(self.facts, self._end, SEAT_MARKS[: self._end.seats])
        return None if told is None else told.chart

    @cached_property
    def _end(self) -> Any:
        """The public view of the finished match."""
        return self.game.rules.view(self.state, None)


def _count(
    count: Count,
    line_up: LineUp,
    number: int,
    played: SimulatedMatch,
    entrants: list[Entrant],
    observer: MatchObserver,
) -> None:
    """Add one match to the counts."""
    seated = seating(line_up, number)
    winners = played.outcome.winners if played.outcome is not None else ()
    count.matches += 1
    count.given_up += played.outcome is None
    count.draws += not winners
    count.actions += len(played.actions)
    count.forced += sum([entrant.forced for entrant in entrants])
    count.hand_offs.append(hand_offs([seat for seat, _ in played.actions], observer.awaited))
    chart = observer.chart() if played.outcome is not None else None
    if chart is not None:
        count.turns.append(chart.spans)
        count.lead.join(lead_of(chart, winners))
    by_seat = shares(winners, len(seated))
    turn = number % len(seated)
    count.shares[line_up, number] = tuple(by_seat[-turn:] + by_seat[:-turn])
    if observer.common is not None:
        count.first[line_up, number] = {
            card: (seat + turn) % len(seated) for card, seat in observer.first.items() if seat is not None
        }
    if observer.began is not None:
        team = next(team for team in observer.game.rules.teams(len(seated)) if observer.began in team)
        count.begins.add(sum([by_seat[seat] for seat in team]))
    for seat, key in enumerate(seated):
        count.seats.setdefault(seat, Tally()).add(by_seat[seat])
        count.entrants.setdefault(key, Tally()).add(by_seat[seat])
        for other in seated:
            if other != key:
                count.against.setdefault((key, other), Tally()).add(by_seat[seat])
        _count_cards(count, key, entrants[seat], by_seat[seat], observer, seat)
    _count_strengths(count, seated, observer)


def _count_strengths(count: Count, seated: LineUp, observer: MatchObserver) -> None:
    """Count the strengths of seats or attacks by turn, and the damage of each copy drawn."""
    if observer.traced is None:
        return
    left = observer.copies.copy()
    for one in observer.traced.strengths(observer.facts, observer.state):
        count.strengths.setdefault((one.number or seated[one.seat], one.turn), Mean()).add(one.value)
        if one.number:
            _damage(count, seated[one.seat], one.number).add(one.value)
            left[one.seat, one.number] -= 1
    for (seat, number), copies in left.items():
        _damage(count, seated[seat], number).number += max(0, copies)


def _damage(count: Count, key: str, number: str) -> Mean:
    return count.cards.setdefault((key, number), CardCount()).damage


def _count_cards(
    count: Count, key: str, entrant: Entrant, won: float, observer: MatchObserver, seat: int
) -> None:
    """Count the cards of one seat of a match."""
    own = {number: times for (one, number), times in observer.cards.items() if one == seat}
    for number in own.keys() | entrant.drawn:
        card = count.cards.setdefault((key, number), CardCount())
        card.drawn += number in entrant.drawn
        card.drawn_won += won * (number in entrant.drawn)
        card.playable += number in entrant.playable
        card.stuck += number not in own
        if number in own:
            card.times += own[number]
            card.played.add(won)
            for play in observer.effects.of(seat, number):
                card.used_up.add(play.harmful)
                card.killed.add(play.killed)


def card_counts(contest: Contest, count: Count) -> dict[str, CardCount]:
    """Return the counts of each card of the entrants, or of the shared deck, by set number."""
    ready, known = contest.loadouts(), contest.known_cards
    counts: dict[str, CardCount] = {}
    for key in contest.entrants:
        loadout, held = ready[key], count.entrants.get(key, Tally())
        for number in dict(loadout.entries) if isinstance(loadout, Deck) else known:
            card = counts.setdefault(number, CardCount())
            card.held.join(held)
            card.join(count.cards.get((key, number), CardCount()))
    return counts


def contest_of(
    game: str,
    options: Any,
    seats: int,
    most: int,
    seed: str,
    only: tuple[LineUp, ...] = (),
    made: Mapping[str, MadeDeck] | None = None,
) -> Contest:
    """Return the contest of all ready-made entrants, or of `made` ones, played by the normal player.

    It has about `most` matches; each entrant has each seat equally often.
    """
    made = made or {}
    ready = () if made else tuple(ready_entrants(game, options))
    contest = Contest(
        game=game,
        player=normal_player(game).key,
        options=options,
        seats=seats,
        entrants=(*ready, *made),
        games=1,
        seed=seed,
        made=made,
        only=only,
    )
    games = most // max(1, len(contest.line_ups)) // seats * seats
    copied: Contest = msgspec.structs.replace(contest, games=max(seats, games))
    return copied


def bounds(seats: int, allowed: float = ALLOWED) -> tuple[float, float]:
    """Return the lowest and highest balanced win rate: 40 % and 60 % for two seats, scaled for more.

    `allowed` is the allowed distance from a half for two seats.
    """
    even = 1 / seats
    return even * (1 - 2 * allowed), even * (1 + 2 * allowed)


def outside(count: Count, seats: int) -> list[str]:
    """Return the entrants whose win rate is too high or too low."""
    low, high = bounds(seats)
    return [key for key, tally in count.entrants.items() if not low <= tally.rate <= high]
