"""Stories of one card each: a position, actions, and their effects as in the card's text.

    story("CHO-01 CHO-04", dice="1 3").battle().then("+25", "+75").more(100)
    story("TID-03", "STO-03; hand 2xCOM-02").play("MOT-12", "Ben: COM-02").then("Ben: discard COM-02", "+50")

Each seat is "stack; hand ..; deck ..; discard ..; supports ..; score 3; lost", with the Level 1 of the stack
first, and the top of the deck first; "3xCOM-02" are three of them. The first seat is Ann, who has the card,
then come Ben, Cleo, Dan; without a description Ben has a plain Level 1 of 400 power. A deck not given is
fifteen Deep Breaths. A card that is played, placed or paid is given only there, and not in the hand.

Dice have the given results: "4" on one die, "3+5" on two, "d20:11" on one of twenty sides, "heads" and
"tails" of a coin. Answers are given in the order of the questions: "yes", "no", "again", "keep", "right",
"wrong", "option 2", "Cleo", "COM-02", "enough"; "COM-02 of COM-02 COM-03" also checks the offered cards. The
asked player is named before them, if it is not Ann: "Ben: option 1". A question without an answer, or to
another player, fails the test.

`then` checks all effects of cards since its last call, in order: "+50", "-25", "draw 2", "discard ..",
"mill .." (from the deck), "pay ..", "take .." (from the deck), "take back .." (from the discard pile),
"shuffle in ..", "level down", "shield debuff", "kept from debuff" (by a shield). An effect that lasts longer
than the turn is "+50 next turn" or "+50 stack"; playing further turns checks its duration. `more` checks the
current power of a Character beyond its printed power.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from bot.engine.cards.program import STOP, Question
from bot.engine.contract import Seat
from bot.engine.fair import Stream
from bot.games.arclash.cards.cards import DECK_SIZE
from bot.games.arclash.rules import actions, facts
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import ArclashState, Side
from bot.games.arclash.rules.view import PlayerArea
from tests.games.arclash.shipped import shipped as rules
from tests.games.arclash.telling import BLANK, NAMES, PLAIN, ToldDice, laid, lines, numbers_told, throws


class Story:
    """A match with a given position and given dice."""

    def __init__(self, *seats: str, dice: str | None = "") -> None:
        self.rules = rules()
        self.rng = ToldDice(dice)
        sides = [laid(seat, told) for seat, told in enumerate(seats if len(seats) > 1 else (*seats, PLAIN))]
        self.state = ArclashState(
            options=Options(score=50, rounds=0, cards=self.rules.library.standard.hash),
            seats=len(sides),
            phase="over",
            sides=tuple([side for side, _ in sides]),
            lists=((),) * len(sides),
            numbers=tuple([(*numbers, *[BLANK] * (DECK_SIZE - len(numbers))) for _, numbers in sides]),
            turn=3,
        )
        self.told: list[Any] = []
        """The public facts since the last call of `then`."""
        self._dealt = [len(numbers) for _, numbers in sides]
        self._old: tuple[Any, ...] = ()

    # ---- actions

    def play(self, number: str, *answers: str, by: str = "Ann") -> Story:
        """Let a player play a Support; it becomes this player's turn in the Support stage."""
        self.begin("support")
        self.state.current, self.state.acted = NAMES.index(by), False
        self.do(by, actions.Play(self.given(by, number)))
        return self._answer(answers)

    def advance(self, number: str, *answers: str, pay: str = "", by: str = "Ann") -> Story:
        """Let a player advance, and the others stand."""
        self.begin("advance")
        card = self.given(by, number)
        paid = [self.given(by, one) for one in numbers_told(pay)]
        self.do(by, actions.Advance(card))
        for one in paid:
            self.do(by, actions.Pay(one))
        self.others(by, actions.Stand())
        return self._answer(answers)

    def turn(self, *answers: str) -> Story:
        """Begin the next turn; all keep their stacks."""
        self.begin("renew")
        self.others("", actions.Stay())
        return self._answer(answers)

    def battle(self, *answers: str) -> Story:
        """Begin the battle; all who have not chosen stand."""
        self.begin("advance")
        while self.state.phase == "advance":
            self.do(NAMES[min(self.rules.to_act(self.state))], actions.Stand())
        return self._answer(answers)

    def fight(self, *answers: str) -> Story:
        """Let all pass: the damage, its effects, and the Recover phase."""
        self.begin("support")
        while self.state.phase == "support":
            self.do(NAMES[self.state.current], actions.Pass())
        return self._answer(answers)

    def next_turn(self) -> Story:
        """Play to the Advance phase of the next turn; nobody does anything optional."""
        assert self.told == [], "first say what has come of it"
        play_on(self.rules, self.state)
        self._old = _lasting(self.state)
        return self

    def rolls(self, dice: str) -> Story:
        """Add the results of more dice."""
        self.rng.told += throws(dice)
        return self

    # ---- checks

    def then(self, *outcomes: str) -> Story:
        """Check all effects of cards since the last call."""
        question = self.state.program.question
        assert question is None, f"{NAMES[question.seat]} is asked: {question}"
        found = [line for fact in self.told for line in lines(fact)]
        assert found == list(outcomes), f"{found} instead of {list(outcomes)}"
        assert self.rng.told == [], f"dice that nobody rolled: {self.rng.told}"
        self._check_what_lasts()
        self.told, self._old = [], _lasting(self.state)
        return self

    def more(self, power: int, of: str = "Ann") -> Story:
        """Check how much more power a Character has than is printed; a card checks only its own."""
        place = self.place(of)
        more = place.power - place.parts[0].by
        assert more == power, f"{more} more instead of {power}"
        for seat, place in enumerate(self.rules.view(self.state, None).places):
            lasting = [part.card for part in place.parts if part.kind == "always"]
            assert all(card // DECK_SIZE == seat for card in lasting), "the power of another"
        return self

    def stack(self, numbers: str, of: str = "Ann") -> Story:
        """Check the cards of a stack, the Level 1 first."""
        assert self.printed(self.side(of).stack) == numbers_told(numbers)
        return self

    def hand(self, numbers: str, of: str = "Ann") -> Story:
        """Check the cards of a hand, in any order."""
        return self._are(self.side(of).hand, numbers)

    def deck(self, numbers: str, of: str = "Ann") -> Story:
        """Check the cards of a deck, in any order."""
        return self._are(self.side(of).deck.order, numbers)

    def discard(self, numbers: str, of: str = "Ann") -> Story:
        """Check the cards of a discard pile, in any order."""
        return self._are(self.side(of).deck.discard, numbers)

    def place(self, of: str = "Ann") -> PlayerArea:
        """Check the public cards of a player."""
        return self.rules.view(self.state, None).places[NAMES.index(of)]

    def side(self, name: str) -> Side:
        return self.state.sides[NAMES.index(name)]

    def printed(self, cards: Iterable[int]) -> list[str]:
        return [self.state.number_of(card) for card in cards]

    def _are(self, cards: Iterable[int], numbers: str) -> Story:
        found, told = sorted(self.printed(cards)), sorted(numbers_told(numbers))
        assert found == told, f"{found} instead of {told}"
        return self

    # ---- implementation

    def begin(self, phase: Any) -> None:
        """Go to a phase: to the reached one, or at the start to any."""
        if self.state.phase == "over":
            self.state.phase = phase
            if phase == "support":
                self.state.order, self.state.current = tuple(range(self.state.seats)), 0
        assert self.state.phase == phase, f"this is the phase {self.state.phase}"

    def do(self, name: str, action: Any) -> None:
        """Let a player do a legal action."""
        seat = NAMES.index(name)
        assert action in self.rules.legal(self.state, seat), f"{name} cannot {action}"
        events = self.rules.apply(self.state, seat, action, self.rng)
        self.told += [event.public for event in events if event.public is not None]

    def others(self, name: str, action: Any) -> None:
        """Let all but one player do the same."""
        for other in NAMES[: self.state.seats]:
            if other != name:
                self.do(other, action)

    def given(self, name: str, number: str) -> int:
        """Return a card that is added to a hand now, to be played or paid."""
        seat, side = NAMES.index(name), self.side(name)
        card = seat * DECK_SIZE + self._dealt[seat]
        self._dealt[seat] += 1
        numbers = _with(self.state.numbers[seat], card % DECK_SIZE, number)
        self.state.numbers = _with(self.state.numbers, seat, numbers)
        self.state.sides = _with(self.state.sides, seat, replace(side, hand=(*side.hand, card)))
        return card

    def _answer(self, answers: Sequence[str]) -> Story:
        for answer in answers:
            name, _, words = answer.rpartition(": ")
            question = self.state.program.question
            assert question is not None, f"nobody is asked: {answer}"
            assert NAMES[question.seat] == (name or "Ann"), f"{NAMES[question.seat]} is asked: {answer}"
            self.do(name or "Ann", actions.Choose(self._meant(question, words)))
        return self

    def _meant(self, question: Question, words: str) -> int:
        wanted, _, offered = words.partition(" of ")
        if offered:
            self._are(question.options, offered)
        match question.kind:
            case "seat":
                return NAMES.index(wanted)
            case "option":
                return int(wanted.removeprefix("option ")) - 1
            case "may":
                return ("no", "yes").index(wanted)
            case "reroll":
                return ("keep", "again").index(wanted)
            case "guess":
                marked = self.state.program.running[0].tape[-1]
                return {"right": marked, "wrong": (marked + 1) % len(question.options)}[wanted]
            case "card":
                return STOP if wanted == "enough" else self._found(question.options, wanted)

    def _found(self, cards: Iterable[int], number: str) -> int:
        found = [card for card in cards if self.state.number_of(card) == number]
        assert found, f"there is no {number}"
        return found[0]

    def _check_what_lasts(self) -> None:
        """The facts of power and shields are true, and the changes end in the stated turn."""
        changes = [fact for fact in self.told if isinstance(fact, facts.PowerChanged | facts.Shielded)]
        after = self.rules.clone(self.state)
        new = [one for one in _lasting(after) if not _among(one, self._old)]
        if after.phase == "renew":  # changes of one turn have ended
            changes = [fact for fact in changes if fact.until != "turn"]
        assert _listed(new) == _listed(changes)
        for over in ("turn", "next-turn"):
            play_on(self.rules, after)
            changes = [fact for fact in changes if fact.until != over]
            left = [one for one in new if _among(one, _lasting(after)) or _has_left(after, one)]
            assert _listed(left) == _listed(changes), over


story = Story


def play_on(playing: ArclashRules, state: ArclashState) -> None:
    """Play to the Advance phase of the next turn; nobody does anything optional."""
    rng, turn = Stream("on", b"o" * 32), state.turn + 1
    while (state.phase, state.turn) != ("advance", turn) or state.program.question is not None:
        seat = min(playing.to_act(state))
        legal, question = playing.legal(state, seat), state.program.question
        least = legal[0] if question is not None and not question.may_stop else legal[-1]
        playing.apply(state, seat, least, rng)


def _with(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _lasting(state: ArclashState) -> tuple[Any, ...]:
    """Return all changes of power, and shields."""
    return (*state.boosts, *state.guards)


def _among(one: Any, others: Iterable[Any]) -> bool:
    """Whether this very object is among others; an equal one does not count."""
    return any(one is other for other in others)


def _has_left(state: ArclashState, one: Any) -> bool:
    """Whether it lasted with a card that has left its stack."""
    return not one.ends and all(one.card not in side.stack for side in state.sides)


def _listed(changes: Iterable[Any]) -> list[tuple[Seat, str]]:
    """Return changes of power and shields, or their facts, with their targets and values."""
    return sorted([(_target(one), _what(one)) for one in changes])


def _target(one: Any) -> Seat:
    target: Seat = one.seat if isinstance(one, facts.Shielded) else one.target
    return target


def _what(one: Any) -> str:
    return str(one.by) if hasattr(one, "by") else ", ".join(one.against)
