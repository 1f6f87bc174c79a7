"""Random matches of Arclash, the same for the same number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from bot.engine.cards.deckbuilding import deck_cards
from bot.engine.contract import Resign, Seat
from bot.games.arclash.rules import actions
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import ArclashState
from tests.games.arclash.table import RULES
from tests.games.random_play import Turning, playthrough_of, positions_of

OF_A_CARD = (
    actions.Open,
    actions.Advance,
    actions.Way,
    actions.Pay,
    actions.Play,
    actions.Renew,
    actions.Choose,
)
"""The actions that name a card, a way or an answer by its number."""


def a_match(number: int, rules: ArclashRules = RULES) -> tuple[Options, int]:
    """Return options and seats: 2 to 6 seats, high and low scores, with and without a limit of turns."""
    seats = 2 + number % 5
    options = Options(score=(10, 4, 20, 50)[number // 5 % 4], rounds=(50, 3, 0)[number // 3 % 3])
    return rules.normalize(options, seats), seats


def an_action(random: Random, rules: ArclashRules, state: ArclashState, seat: Seat) -> Any:
    """Return a legal action, sometimes a resignation; in the opening also a custom deck."""
    chance = random.random()
    if chance < 0.002:
        return Resign()
    legal = rules.legal(state, seat)
    if state.phase == "decks" and chance < 0.3 and not state.sides[seat].ready:
        return actions.BringDeck(_own_deck(random, rules))
    return legal[random.randrange(len(legal))]


def _own_deck(random: Random, rules: ArclashRules) -> tuple[str, ...]:
    """Return a ready-made deck with one or two other cards."""
    pool = rules.library.standard
    cards = list(deck_cards(random.choice(list(pool.decks.values()))))
    free = [number for number, card in pool.cards.items() if number not in cards and card.level < 4]
    for number in random.sample(free, 2):
        cards[random.randrange(len(cards))] = number
    if not any(pool.cards[number].level == 1 for number in cards):
        cards[0] = next(number for number in free if pool.cards[number].level == 1)
    return tuple(cards)


def playthrough(number: int, rules: ArclashRules = RULES) -> Iterator[Turning]:
    """Play a match to its end; a seat that has chosen may change its choice."""

    def choose(random: Random, state: ArclashState) -> tuple[Seat, Any]:
        who = rules.may_act(state) if random.random() < 0.1 else rules.to_act(state)
        seat = random.choice(sorted(who))
        return seat, an_action(random, rules, state, seat)

    return playthrough_of(rules, *a_match(number, rules), number, choose)


def positions(
    numbers: Iterable[int], kept: float = 0.1, rules: ArclashRules = RULES
) -> Iterator[ArclashState]:
    """Return positions from random matches."""
    for number in numbers:
        yield from positions_of(playthrough(number, rules), number, kept)
