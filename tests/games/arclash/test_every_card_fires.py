"""Every card that comes with Arclash is played in whole matches, with each of its branches (ARC-18).

Matches go on until all have come about. Their players bring decks made for what is missing and play that
first. All they do is legal, dice and shuffles are fair, and the same matches are played each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.engine.deckbuilding import deck_cards
from bot.games.arclash.cards.cards import COPIES, DECK_SIZE, AnyCard, Character, Library, Pool, fits
from bot.games.arclash.cards.decks import faults
from bot.games.arclash.cards.words import Ability, Buff, Cards, Holds, If
from bot.games.arclash.rules import actions
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import ArclashState
from tests.games.arclash.branches import Branch, Witness, branches
from tests.games.arclash.shipped import arclash_pool
from tests.games.arclash.twists import pool_with
from tests.games.random_play import fresh_randomness

POOL = arclash_pool()
FIRST = 30_000
MATCHES = 2_000
"""At most; a hundred or two are enough."""
TURNS = 12
"""Of a match, at most."""
STRAY = 0.12
"""How often a player does anything at all instead."""


def missing_after(matches: int, pool: Pool = POOL, first: int = FIRST) -> list[Branch]:
    """What has never come about in so many matches, or in fewer, when nothing is missing any more."""
    rules, witness = ArclashRules(Library(pool)), Witness(pool)
    with witness.watching():
        for number in range(first, first + matches):
            if not witness.missing:
                break
            play(rules, witness, number)
    return list(witness.missing)


def play(rules: ArclashRules, witness: Witness, number: int) -> None:
    """Play a match of decks made for what is missing."""
    random, rng = Random(number), fresh_randomness(number)
    seats = random.choice((2, 2, 3, 4))
    state = rules.setup(rules.normalize(Options(score=50, rounds=TURNS), seats), seats, rng)
    while rules.outcome(state) is None:
        seat = min(rules.to_act(state))
        action, asked = an_action(random, rules, state, seat, witness), state.program.question
        events = rules.apply(state, seat, action, rng)
        witness.acted(asked, action, events, state)


def an_action(random: Random, rules: ArclashRules, state: ArclashState, seat: Seat, witness: Witness) -> Any:
    """What is of a card that is wanted, then what brings the match on, now and then anything."""
    wanted = [number for number, _, _ in witness.missing]
    if state.phase == "decks":
        targets = random.sample(wanted, min(3, len(wanted)))
        return actions.BringDeck(deck_for(random, witness.pool, targets))
    legal = rules.legal(state, seat)
    if random.random() < STRAY or state.program.question is not None:
        return random.choice(legal)
    idle = (actions.Withdraw, actions.Stand, actions.Pass, actions.Stay, actions.Renew)

    def worth(action: Any) -> tuple[bool, bool, float]:
        card = getattr(action, "card", None)
        sought = card is not None and state.number_of(card) in wanted
        return sought is not isinstance(action, actions.Pay), not isinstance(action, idle), random.random()

    return max(legal, key=worth)


def deck_for(random: Random, pool: Pool, targets: Sequence[str]) -> tuple[str, ...]:
    """A legal deck with these cards, and for each Character others that it can advance from."""
    deck: Counter[str] = Counter()
    for number in targets:
        card: AnyCard | None = pool.cards[number]
        while card is not None:
            _add(pool, deck, card, COPIES)
            card = _below(random, pool, card)
    ready = deck_cards(pool.decks[random.choice(sorted(pool.decks))])
    filling = [*random.sample(ready, len(ready)), *random.sample(sorted(pool.cards), len(pool.cards))]
    for number in filling:
        _add(pool, deck, pool.cards[number], 1)
    cards = tuple(sorted(deck.elements()))
    assert not faults(cards, pool), faults(cards, pool)
    return cards


def _add(pool: Pool, deck: Counter[str], card: AnyCard, copies: int) -> None:
    """Put copies of a card into a deck, as many as are allowed."""
    four = any(pool.cards[number].level == 4 for number in deck)
    allowed = (0 if four else 1) if card.level == 4 else COPIES - deck[card.number]
    if (more := min(copies, allowed, DECK_SIZE - deck.total())) > 0:
        deck[card.number] += more


def _below(random: Random, pool: Pool, card: AnyCard) -> AnyCard | None:
    """A Character that this one can advance from, by one of its Advancements; None of a Level 1."""
    if not isinstance(card, Character) or not card.advances:
        return None
    way = random.choice(card.advances)
    fitting = [one for one in pool.cards.values() if isinstance(one, Character) and fits(card, way, one)]
    return random.choice(fitting)


def test_every_branch_of_every_card_comes_about_arc_18() -> None:
    assert missing_after(MATCHES) == []


@pytest.mark.soak
@pytest.mark.parametrize("first", [100_000, 200_000, 300_000, 400_000])
def test_every_branch_of_every_card_comes_about_whatever_is_dealt(first: int) -> None:
    assert missing_after(MATCHES, first=first) == []


def test_what_can_never_be_is_named() -> None:
    """Deep Breath, which asks for more cards than anybody has."""
    effect = If(Holds(Cards("hand"), at_least=31), (Buff(25),), (Buff(50),))
    card: Any = replace(POOL.cards["COM-02"], abilities=(Ability("played", (effect,)),))
    missing = missing_after(30, pool_with(POOL, card))
    assert [branch for branch in missing if branch[0] == "COM-02"] == [
        ("COM-02", "abilities.0.then.0", "then"),
        ("COM-02", "abilities.0.then.0.then.0", "done"),
    ]


def test_each_part_of_a_card_is_counted() -> None:
    assert {number for number, _, _ in branches(POOL)} == set(POOL.cards)
    assert len(branches(POOL)) > 500
