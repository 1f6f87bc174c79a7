"""Series of matches with and without standing orders (NEO-10a)."""

from __future__ import annotations

from bot.games.computers import RandomPlayer
from bot.games.neocombat.rules import actions
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.orders import Orders
from bot.games.simulation import Series
from tests.games.neocombat.table import RULES

ORDERS = Orders(attacks="always", sensors="never", repair=True, specials=True)


class Asked(RandomPlayer):
    """Chooses at random, and counts its questions in windows."""

    def __init__(self):
        self.windows = 0

    def choose(self, rules, view, legal, rng):
        self.windows += view.fight is not None
        return super().choose(rules, view, legal, rng)


def played(*orders):
    """Return the questions of each of two players in windows in six matches, and the matches."""
    players = (Asked(), Asked())
    options = RULES.normalize(Options(), 2)
    series = Series(
        rules=RULES, options=options, seats=2, players=players, games=6, seed="neo", orders=orders
    )
    matches = [series.play(number) for number in range(6)]
    return [player.windows for player in players], matches


def test_with_orders_a_seat_is_asked_less_and_never_in_a_window():
    """NEO-10a: the answers of orders are ordinary actions, done at once."""
    assert played()[0][0] > 0
    (ordered, other), matches = played(ORDERS, None)
    assert ordered == 0
    assert other > 0
    assert all(match.outcome is not None for match in matches)
    assert any(isinstance(action, actions.Defend) for match in matches for seat, action in match.actions)
