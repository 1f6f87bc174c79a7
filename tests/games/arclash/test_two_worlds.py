"""A viewer cannot distinguish the true match from one with redrawn hidden data (ARC-15)."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.errors import IllegalAction
from bot.games.arclash.cards.cards import DECK_SIZE
from bot.games.arclash.cards.decks import faults
from bot.games.arclash.rules import actions, facts
from bot.games.arclash.rules.rules import ArclashRules
from tests.games import planted
from tests.games.arclash.cards_for_tests import LIBRARY, POOL
from tests.games.arclash.chance import OF_A_CARD, playthrough, positions
from tests.games.arclash.shipped import shipped
from tests.games.arclash.table import RULES, Table
from tests.games.arclash.test_random_play import check_conservation, check_position
from tests.games.random_play import fresh_randomness, numbers, viewers
from tests.two_worlds import Leak, TwoWorlds

SHOWING = (
    facts.Opened,
    facts.Revealed,
    facts.Took,
    facts.Discarded,
    facts.Milled,
    facts.Guessed,
    facts.Climbed,
    facts.Renewed,
)
"""The facts that may reveal hidden data to everybody."""


def parting_for(viewer):
    """Return the facts after which the comparison ends for this viewer.

    A draw reveals cards only to the drawing seat, a played Support to all others.
    """

    class Shows(type):
        def __instancecheck__(cls, fact):
            if isinstance(fact, facts.Drew):
                return fact.seat == viewer
            return isinstance(fact, SHOWING) or (isinstance(fact, facts.Played) and fact.seat != viewer)

    return (Shows("Lawful", (), {}),)


def battery(view):
    """Return actions to try, mostly illegal: mainly with cards in others' hands and decks."""
    random = Random(repr(view))
    cards = [-1, *random.sample(range(view.seats * DECK_SIZE), 12)]
    own = [shown.card for shown in (*view.hand, *view.paying)]
    for kind in OF_A_CARD:
        yield from [kind(card) for card in (*cards, *own)]
    yield from (actions.Stand(), actions.Pass(), actions.Stay(), actions.Withdraw())
    yield from (actions.TakeDeck("ember"), actions.TakeDeck("nonesuch"), actions.BringDeck(("TST-01",)))


def looking(view):
    """Return the cards that the viewer looks at to answer a card."""
    return view.looking


def looking_or_asked(view):
    """The same, and whether a card is to be guessed or a matching one discarded: so there is one."""
    return view.looking, view.question is not None and view.question.why in ("guess", "discard")


def check_all(rules, states, steps=4, glimpse=looking):
    for i, state in enumerate(states):
        for viewer in viewers(state):
            worlds = TwoWorlds(rules, battery, steps=steps, parting=parting_for(viewer), glimpse=glimpse)
            worlds.check(state, viewer, seed=i)


@pytest.mark.parametrize("number", numbers(3, 112))
def test_two_worlds(number):
    check_all(RULES, positions(range(number, number + 1), kept=0.12))


@pytest.mark.parametrize("number", numbers(3, 102))
def test_two_worlds_of_the_shipped_cards(number):
    states = positions(range(number, number + 1), 0.06, shipped())
    check_all(shipped(), states, glimpse=looking_or_asked)


def test_two_worlds_while_decks_and_characters_are_chosen():
    opening = [state for state in positions(range(5), kept=0.2) if state.turn == 0]
    assert len({state.phase for state in opening}) == 2
    check_all(RULES, opening)


def test_two_worlds_while_a_card_asks():
    asked = [state for state in positions((37, 38), 0.3) if state.program.question is not None]
    assert {state.program.question.kind for state in asked} >= {
        "card",
        "seat",
        "may",
        "option",
        "guess",
        "reroll",
    }
    check_all(RULES, asked, steps=2)


def check_made_anew(rules, number):
    """A resampled state has all cards, legal decks, the same view, and can be played."""
    random = Random(number)
    for i, turning in enumerate(playthrough(number, rules)):
        viewer = random.choice(viewers(turning.after))
        view = rules.view(turning.after, viewer)
        anew = rules.resample(view, fresh_randomness(i))
        assert rules.view(anew, viewer) == view
        assert rules.to_act(anew) == rules.to_act(turning.after)
        assert rules.may_act(anew) == rules.may_act(turning.after)
        check_conservation(rules, anew)
        check_position(anew)
        for seat in sorted(rules.may_act(anew)):
            rules.apply(rules.clone(anew), seat, random.choice(rules.legal(anew, seat)), fresh_randomness(i))


@pytest.mark.parametrize("rules", [RULES, shipped()], ids=["test cards", "shipped cards"])
@pytest.mark.parametrize("number", numbers(2, 108))
def test_a_resampled_world_is_a_playable_match(number, rules):
    check_made_anew(rules, number)


def test_a_resampled_deck_has_the_seen_cards_even_if_no_ready_made_one_has_them():
    table = Table("Spark; hand Push; discard Sun Dawn Ruin Ruin", "Drop")
    for number in range(20):
        anew = RULES.resample(table.view(2), fresh_randomness(number))
        assert faults(anew.lists[0], POOL) == ()
        assert [POOL.cards[anew.number_of(card)].name for card in anew.sides[0].deck.discard] == [
            "Sun",
            "Dawn",
            "Ruin",
            "Ruin",
        ]


class RefusalThatKnowsAnothersHand(ArclashRules):
    def apply(self, state, seat, action, rng):
        others = [card for other, side in enumerate(state.sides) if other != seat for card in side.hand]
        if isinstance(action, actions.Play) and action.card in others:
            raise IllegalAction("Another holds that card.")
        return super().apply(state, seat, action, rng)


LEAKS = {
    "the view differs": planted.showing(RULES, lambda state: {"used": state.sides[0].hand}),
    "the answer to Play": RefusalThatKnowsAnothersHand(LIBRARY),
    "the facts of|the kinds": planted.telling(RULES, facts.Drew),
}
"""The observation that shows a leak, and rules with such a leak."""


@pytest.mark.parametrize("shows", LEAKS)
def test_a_planted_leak_is_detected(shows):
    with pytest.raises(Leak, match=shows):
        check_all(LEAKS[shows], positions(range(30), kept=0.3))


def test_a_match_that_ends_in_the_opening_can_be_resampled():
    table = Table("", "", phase="decks", turn=0)
    table.play("1: deck ember", "2: resign")
    for viewer in (None, 1, 2):
        view = table.view(viewer)
        anew = RULES.resample(view, fresh_randomness(1))
        assert RULES.view(anew, view.viewer) == view
