"""Series of matches of the rules as a value, with and without standing orders (NEO-10a)."""

from __future__ import annotations

import pytest

from bot.engine.fair import Stream
from bot.games.neocombat.rules import actions
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.orders import Orders
from bot.players import RandomPlayer
from bot.simulation import Series, Tally
from tests.games.neocombat.table import RULES

ORDERS = Orders(attacks="always", sensors="never", repair=True, specials=True)


class Asked(RandomPlayer):
    """Chooses by chance, and notes what it was asked for."""

    def __init__(self):
        self.windows = self.all = 0

    def choose(self, rules, view, legal, rng):
        self.all += 1
        self.windows += view.fight is not None
        return super().choose(rules, view, legal, rng)


def played(seats, orders=(), games=3, **options):
    """A series of matches, with who played and what came of it."""
    players = tuple([Asked() for _ in range(seats)])
    normalized = RULES.normalize(Options(**options), seats)
    series = Series(
        rules=RULES, options=normalized, seats=seats, players=players, games=games, seed="neo", orders=orders
    )
    tally = Tally(seats)
    matches = [series.play(number) for number in range(games)]
    for match in matches:
        tally.add(match)
    return players, tally, matches


@pytest.mark.parametrize("seats", range(2, 7))
def test_matches_of_the_rules_as_a_value_end(seats):
    """Nothing of the bot knows the game yet; a series needs the rules alone."""
    _, tally, _ = played(seats)
    assert tally.finished == tally.games == 3


def test_a_match_played_again_from_its_actions_is_the_same():
    """Whoever has the seed and the actions can check the match."""
    _, _, (match, *_) = played(2)
    rng = Stream(match.match, match.seed, ["", ""])
    state = RULES.setup(match.options, 2, rng)
    for seat, action in match.actions:
        RULES.apply(state, seat, action, rng)
    assert RULES.outcome(state) == match.outcome
    assert tuple(rng.draws) == match.draws


def test_with_orders_a_seat_is_asked_less_and_never_in_a_window():
    """NEO-10a: what the orders do are ordinary actions, done at once."""
    (free, _), _, _ = played(2, games=6)
    (ordered, other), tally, matches = played(2, (ORDERS, None), games=6)
    assert free.windows > 0
    assert ordered.windows == 0
    assert other.windows > 0
    assert tally.finished == 6
    answers = [
        action for match in matches for seat, action in match.actions if isinstance(action, actions.Defend)
    ]
    assert answers
