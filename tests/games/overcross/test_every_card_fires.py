"""Lively play until every branch of every card has happened (OVC-30)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.games.overcross.cards.cards import Terrain
from bot.games.overcross.cards.decks import faults
from bot.games.overcross.rules import actions
from bot.games.overcross.rules.deckbuilding import deck_rules
from bot.games.overcross.rules.options import Options
from tests.games.overcross.branches import Branch, Witness, branches
from tests.games.overcross.chance import POOL, RULES
from tests.games.random_play import Turning, fresh_randomness

MOST = 200
"""Matches after which it is given up."""
LATER = 8
"""The round in which matches begin: most cards can be played."""
OBJECTIVES = ("assassination", "summoning", "deathmatch")
"""Those with Leaders and Champions, with Legends, and with Champions in decks."""
EAGER = {
    actions.Use: 30,
    actions.Attack: 20,
    actions.Play: 10,
    actions.Move: 3,
    actions.Name: 1,
    actions.Withdraw: 0,
    actions.TakeDeck: 0,
    actions.Redraw: 0,
    actions.EndTurn: 1,
}


def an_action(random: Random, state: Any, seat: int, wanted: set[str], rules: Any = RULES) -> Any:
    """A legal action: kinds of action by weight, and what is of a card that is wanted rather than another."""
    legal = rules.legal(state, seat)
    if state.program.question is not None:
        return legal[random.randrange(len(legal))]
    kinds = list(dict.fromkeys(type(action) for action in legal))
    kind = random.choices(kinds, [EAGER.get(kind, 1) for kind in kinds])[0]
    of_kind = [action for action in legal if type(action) is kind]
    sought = [action for action in of_kind if _number(state, action) in wanted]
    return random.choice(sought or of_kind)


def _number(state: Any, action: Any) -> str:
    card = getattr(action, "piece", getattr(action, "card", None))
    return card if isinstance(card, str) else "" if card is None else state.number_of(card)


def a_deck(random: Random, wanted: set[str], options: Options) -> tuple[str, ...]:
    """A legal deck of three copies of each card that is wanted, as far as they go, and of others."""
    rules = deck_rules(options)
    cards = [card for card in POOL.cards.values() if card.mark in ("", "champion")]
    cards = [card for card in cards if rules.champions or not card.mark]
    random.shuffle(cards)
    cards.sort(key=lambda card: (card.number not in wanted, card.deck))
    deck: Counter[str] = Counter()
    for _ in range(3):
        for card in cards:
            more = deck + Counter([card.number])
            terrains = sum(many for number, many in more.items() if isinstance(POOL.cards[number], Terrain))
            spent = sum(POOL.cards[number].deck * many for number, many in more.items())
            if spent <= options.points and terrains * 4 <= more.total() + 3:
                deck = more
    found = tuple(sorted(deck.elements()))
    assert faults(found, POOL, rules) == ()
    return found


def play(number: int, wanted: set[str]) -> Iterator[Turning]:
    """Play a match of the cards that are wanted, or some rounds of it."""
    random, rng = Random(number), fresh_randomness(number)
    victims = "leader" if number % 3 else "both"
    given = Options(
        objective=OBJECTIVES[number % 3], victims=victims, points=300, width=7, height=9, rounds=60
    )
    options = RULES.normalize(given, 2)
    state = RULES.setup(options, 2, rng)
    for seat in range(2):
        RULES.apply(state, seat, actions.BringDeck(a_deck(random, wanted, options)), rng)
    state.round = LATER
    while RULES.outcome(state) is None and state.round < LATER + 20:
        seat = min(RULES.to_act(state))
        action = an_action(random, state, seat, wanted)
        after = RULES.clone(state)
        events = RULES.apply(after, seat, action, rng)
        yield Turning(state, seat, action, events, after)
        state = after


def test_every_branch_of_every_card_fires(monkeypatch: pytest.MonkeyPatch) -> None:
    witness, every = Witness(POOL, monkeypatch), branches(POOL)
    left: set[Branch] = every
    for number in range(MOST):
        wanted = {branch[0] for branch in left}
        for turning in play(number, wanted):
            witness.see(turning)
        left = every - witness.seen
        if not left:
            break
    assert not left, f"never seen: {sorted(left, key=str)}"
