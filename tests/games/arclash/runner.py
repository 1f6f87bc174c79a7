"""The exhaustive runner: matches with the shipped cards until every branch of every card came about.

Its players know what is missing. They bring decks made for the missing cards, play those first, and answer
what has not been answered yet; where a guess is asked they know what is right, and guess wrong as well. All
they do is legal, dice and shuffles are fair, and the same matches are played each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from bot.engine.cards.program import STOP, Question
from bot.engine.contract import Seat
from bot.engine.deckbuilding import deck_cards
from bot.games.arclash.cards import words as nodes
from bot.games.arclash.cards.cards import COPIES, DECK_SIZE, AnyCard, Character, Pool, fits
from bot.games.arclash.cards.decks import faults
from bot.games.arclash.rules import actions
from bot.games.arclash.rules.advancements import way_open
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.queries import ArclashQueries
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import ArclashState
from tests.games.arclash.branches import Branch, Part, outcomes, parts_of
from tests.games.arclash.witness import Witness
from tests.games.random_play import fresh_randomness

TURNS = 12
"""Of a match, at most."""
STRAY = 0.12
"""How often a player does anything at all instead."""

HOARDING = 0.25
"""How often a player collects what some card counts."""


class Runner:
    """Plays matches one after another and lets a witness watch."""

    def __init__(self, rules: ArclashRules, first: int = 0) -> None:
        self.rules = rules
        self.first = first
        """The number of the first match, from which follow all its decks, dice and choices."""
        self.pool = rules.library.standard
        self.witness = Witness(self.pool)
        self.matches = self.actions = 0
        self.wanted: Counter[str] = Counter()
        """How much of each card is missing."""
        self.decks: list[tuple[str, ...]] = []
        """What the players of the match play with."""
        self._hoards: list[Part | None] = []
        self._parts = {id(part.node): part for card in self.pool.cards.values() for part in parts_of(card)}

    def run(self, most: int) -> None:
        """Play until nothing is missing, or so many matches have been played."""
        with self.witness.watching():
            while self.witness.missing and self.matches < most:
                self._match(self.first + self.matches)
                self.matches += 1

    def _match(self, number: int) -> None:
        random, rng = Random(number), fresh_randomness(number)
        seats = random.choice((2, 2, 3, 4))
        options = self.rules.normalize(Options(score=50, rounds=TURNS), seats)
        state = self.rules.setup(options, seats, rng)
        self.wanted = Counter(branch.number for branch in self.witness.missing)
        self._hoards = [self._hoard(random) for _ in range(seats)]
        self.decks = [deck_for(random, self.pool, self._target(random, hoard)) for hoard in self._hoards]
        self.witness.begins()
        while self.rules.outcome(state) is None:
            seat = min(self.rules.to_act(state))
            action, asked = self._action(random, state, seat), state.program.question
            events = self.rules.apply(state, seat, action, rng)
            self.witness.acted(asked, action, events, state)
            self.actions += 1
            self._forget()

    def _forget(self) -> None:
        """Want less of the cards of which something has just come about."""
        for branch in self.witness.last:
            self.wanted[branch.number] -= 1
        self.witness.last.clear()

    def _hoard(self, random: Random) -> Part | None:
        """What a player now and then collects cards for."""
        uncut = self._uncut()
        return random.choice(uncut) if uncut and random.random() < HOARDING else None

    def _uncut(self) -> list[Part]:
        """The parts that count cards, and have never counted more than their bound."""
        missing = [one for one in self.witness.missing if one.outcome == "cut at its bound"]
        parts = [part for part in self._parts.values() if isinstance(part.node, nodes.CountOf)]
        return [part for part in parts if part.branch("cut at its bound") in missing]

    def _target(self, random: Random, hoard: Part | None) -> list[str]:
        """The cards that a deck is made for: some that are missing, or that can do to others what is."""
        if hoard is not None:
            counted = self._counted(hoard)
            return [hoard.number, *random.sample(counted, min(10, len(counted)))]
        branch = random.choice(list(self.witness.missing))
        if branch.outcome.startswith("prevented") and random.random() < 0.6:
            return random.sample(attackers(self.pool, branch), 3)
        same = [one for one in self.wanted if self.wanted[one] > 0]
        return [branch.number, *random.sample(same, min(2, len(same)))]

    # What players do

    def _action(self, random: Random, state: ArclashState, seat: Seat) -> Any:
        if state.phase == "decks":
            return actions.BringDeck(self.decks[seat])
        legal = self.rules.legal(state, seat)
        if random.random() < STRAY:
            return random.choice(legal)
        worth = {action: self._worth(random, state, seat, action) for action in legal}
        return max(legal, key=lambda action: worth[action])

    def _worth(self, random: Random, state: ArclashState, seat: Seat, action: Any) -> float:
        """How much a player wants to do something; equal things by chance."""
        match action:
            case actions.Choose(answer):
                question = state.program.question
                assert question is not None
                return self._answer(state, question, answer) + random.random()
            case actions.Advance(card):
                return 2 + self._way(state, seat, card) + random.random()
            case actions.Way(way):
                face = self.pool.cards[state.number_of(state.sides[seat].placed)]
                assert isinstance(face, Character)
                return 2 + 50 * self._lacks(face.advances[way], "taken") + random.random()
            case actions.Open(card):
                return self._want(state, card) + random.random()
            case actions.Play(card):
                return self._play(state, seat, card) + random.random()
            case actions.Renew(card):
                return self._want(state, card) + random.random() - 1
            case actions.Pay(card):
                return -abs(self._play(state, seat, card)) + random.random()
            case actions.Withdraw():
                return -100
        return random.random()

    def _want(self, state: ArclashState, card: int) -> float:
        return 5.0 * self.wanted[state.number_of(card)]

    def _counted(self, hoard: Part) -> list[str]:
        """The cards that a part counts."""
        assert isinstance(hoard.node, nodes.CountOf)
        which = hoard.node.cards.which
        return [number for number, card in self.pool.cards.items() if which.matches(card)]

    def _play(self, state: ArclashState, seat: Seat, card: int) -> float:
        """What is counted is held back until there is a card in the stack that counts it."""
        hoard = self._hoards[seat]
        if hoard is None or state.number_of(card) not in self._counted(hoard):
            return self._want(state, card)
        stack = [state.number_of(one) for one in state.sides[seat].stack]
        return 50 if hoard.number in stack else -50

    def _way(self, state: ArclashState, seat: Seat, card: int) -> float:
        """More for an Advancement that nobody has used yet."""
        queries = ArclashQueries(state, self.pool)
        way, face = way_open(queries, seat, card), queries.face(card)
        assert way is not None
        assert isinstance(face, Character)
        return self._want(state, card) + 50 * self._lacks(face.advances[way], "taken")

    def _lacks(self, node: Any, outcome: str) -> bool:
        part: Part | None = self._parts.get(id(node))
        return part is not None and part.branch(outcome) in self.witness.missing

    def _answer(self, state: ArclashState, question: Question, answer: int) -> float:
        match question.kind:
            case "may":
                return self._of_may(question.about, answer)
            case "option":
                return self._of_options(question.about, answer)
            case "guess":
                right = answer == state.program.running[0].tape[-1]
                return 9 * self._lacks(question.about, "right" if right else "wrong")
            case "reroll":
                return 9 * self._of_reroll(state, question, "used" if answer else "declined")
            case "card" if question.why == "search":
                return self._of_search(question, answer)
        return 0

    def _of_may(self, may: Any, answer: int) -> float:
        if not answer:
            return 9 * self._lacks(may, "refused")
        return 1 + self._inside(may.then) + self._inside(may.pay)

    def _of_options(self, choose: Any, answer: int) -> float:
        return 9 * self._lacks(choose, f"option {answer + 1}") + self._inside(choose.options[answer])

    def _of_reroll(self, state: ArclashState, question: Question, outcome: str) -> bool:
        number = state.number_of(question.card)
        return any(b.number == number and b.outcome == outcome for b in self.witness.missing)

    def _of_search(self, question: Question, answer: int) -> float:
        return 9 * self._lacks(question.about, "took nothing of what it could") if answer == STOP else 1

    def _inside(self, effects: Iterable[Any]) -> float:
        """How many of these effects have something missing."""
        return 5 * sum(
            self._lacks(effect, outcome) for effect in effects for outcome in outcomes(effect, False)
        )


def attackers(pool: Pool, branch: Branch) -> list[str]:
    """The cards that do what a shield keeps off."""
    kind = {"debuff": nodes.Debuff, "level-down": nodes.LevelDown, "discard": nodes.DiscardCards}
    wanted = kind[branch.outcome.removeprefix("prevented ")]
    return [
        card.number
        for card in pool.cards.values()
        if any(isinstance(part.node, wanted) and part.node.whose != "you" for part in parts_of(card))
    ]


def deck_for(random: Random, pool: Pool, targets: Sequence[str]) -> tuple[str, ...]:
    """A legal deck with these cards, and for each Character others that it can advance from."""
    deck: Counter[str] = Counter()
    for number in targets:
        card: AnyCard | None = pool.cards[number]
        while card is not None:
            _add(pool, deck, card)
            card = _below(random, pool, card)
    filling = [*_ready(random, pool), *random.sample(sorted(pool.cards), len(pool.cards))]
    for number in filling:
        _add(pool, deck, pool.cards[number], copies=1)
    cards = tuple(sorted(deck.elements()))
    assert not faults(cards, pool), faults(cards, pool)
    return cards


def _ready(random: Random, pool: Pool) -> list[str]:
    """The cards of a ready deck, one lineage that goes together."""
    cards = list(deck_cards(pool.decks[random.choice(sorted(pool.decks))]))
    return random.sample(cards, len(cards))


def _add(pool: Pool, deck: Counter[str], card: AnyCard, copies: int = COPIES) -> None:
    """Put copies of a card into a deck, as many as are allowed."""
    four = any(pool.cards[number].level == 4 for number in deck)
    room = DECK_SIZE - deck.total()
    allowed = (0 if four else 1) if card.level == 4 else COPIES - deck[card.number]
    if min(copies, allowed, room) > 0:
        deck[card.number] += min(copies, allowed, room)


def _below(random: Random, pool: Pool, card: AnyCard) -> AnyCard | None:
    """A Character that this one can advance from, by one of its Advancements; None of a Level 1."""
    if not isinstance(card, Character) or not card.advances:
        return None
    way = random.choice(card.advances)
    fitting = [one for one in pool.cards.values() if isinstance(one, Character) and fits(card, way, one)]
    return random.choice(fitting)
