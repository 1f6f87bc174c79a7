"""Nobody can tell the true match from one in which what they do not know is made anew (ARC-15)."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace

from bot.engine.contract import Event
from bot.engine.errors import IllegalAction
from bot.games.arclash.cards.cards import DECK_SIZE
from bot.games.arclash.cards.decks import faults
from bot.games.arclash.rules import actions, facts
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.view import SECRET_PHASES
from tests.games.arclash.cards_for_tests import LIBRARY, POOL
from tests.games.arclash.chance import playthrough, positions
from tests.games.arclash.table import RULES, Table
from tests.games.arclash.test_random_play import check_conservation, check_position, shipped
from tests.games.random_play import fresh_randomness, viewers
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
"""The facts that lawfully show to everybody what was hidden."""


def parting_for(viewer):
    """The facts after which the worlds of this viewer may part.

    A draw shows cards to who draws alone, a Support that is played to all but who plays it.
    """

    class Shows(type):
        def __instancecheck__(cls, fact):
            if isinstance(fact, facts.Drew):
                return fact.seat == viewer
            return isinstance(fact, SHOWING) or (isinstance(fact, facts.Played) and fact.seat != viewer)

    return (Shows("Lawful", (), {}),)


def battery(view):
    """Actions to try, most of them wrong: above all with cards that are in others' hands and decks."""
    random = Random(repr(view))
    cards = [-1, *random.sample(range(view.seats * DECK_SIZE), 12)]
    own = [shown.card for shown in (*view.hand, *view.paying)]
    for kind in (
        actions.Advance,
        actions.Way,
        actions.Pay,
        actions.Play,
        actions.Renew,
        actions.Choose,
        actions.Open,
    ):
        yield from [kind(card) for card in (*cards, *own)]
    yield from (actions.Stand(), actions.Pass(), actions.Stay(), actions.Withdraw())
    yield from (actions.TakeDeck("ember"), actions.TakeDeck("nonesuch"), actions.BringDeck(("TST-01",)))


def looking(view):
    """What the viewer looks at to answer a card."""
    return view.looking


def looking_or_asked(view):
    """The same; and whether a card is to be guessed, or one of a kind discarded: so there is one."""
    return view.looking, view.question is not None and view.question.why in ("guess", "discard")


def check_all(rules, states, steps=4, glimpse=looking):
    for i, state in enumerate(states):
        for viewer in viewers(state):
            worlds = TwoWorlds(rules, battery, steps=steps, parting=parting_for(viewer), glimpse=glimpse)
            worlds.check(state, viewer, seed=i)


@pytest.mark.parametrize("number", range(3))
def test_two_worlds(number):
    check_all(RULES, positions(range(number, number + 1), kept=0.12))


@pytest.mark.soak
@pytest.mark.parametrize("number", range(3, 115))
def test_two_worlds_at_length(number):
    check_all(RULES, positions(range(number, number + 1), kept=0.2), steps=6)


@pytest.mark.parametrize("number", range(3))
def test_two_worlds_of_the_shipped_cards(number):
    states = positions(range(number, number + 1), 0.06, shipped())
    check_all(shipped(), states, glimpse=looking_or_asked)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(3, 105))
def test_two_worlds_of_the_shipped_cards_at_length(number):
    states = positions(range(number, number + 1), 0.1, shipped())
    check_all(shipped(), states, steps=6, glimpse=looking_or_asked)


def test_two_worlds_while_decks_and_characters_are_chosen():
    opening = [state for state in positions(range(10), kept=0.2) if state.turn == 0]
    assert len({state.phase for state in opening}) == 2
    check_all(RULES, opening)


def test_two_worlds_while_a_card_asks():
    asked = [state for state in positions((36, 37), 0.3) if state.program.question is not None]
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
    """A state made anew has all cards, legal decks, shows the same, and can be played on."""
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


@pytest.mark.parametrize("number", range(3))
def test_a_world_made_anew_is_a_match_like_any_other(number):
    check_made_anew(RULES, number)


@pytest.mark.parametrize("number", range(3))
def test_a_world_made_anew_of_the_shipped_cards_is_a_match_like_any_other(number):
    check_made_anew(shipped(), number)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(3, 110))
def test_worlds_made_anew_at_length(number):
    check_made_anew(RULES, number)
    check_made_anew(shipped(), number)


def choices_of(rules, state, seat, random):
    """The states after a seat has made a whole secret choice, in several ways, and what was told of each."""
    for _ in range(5):
        after, told = rules.clone(state), []
        while seat in rules.to_act(after) and after.phase == state.phase and after.turn == state.turn:
            action = random.choice([a for a in rules.legal(after, seat) if a != actions.Withdraw()])
            told += rules.apply(after, seat, action, fresh_randomness(1))
        yield after, told


@pytest.mark.parametrize("number", range(6))
def test_others_see_that_a_seat_has_chosen_and_not_what_arc_15(number):
    """A card, a pass, a costly card, any deck: as many messages, the same words, the same table."""
    random, compared = Random(number), 0
    for state in positions(range(number, number + 1), kept=1):
        free = sorted(RULES.to_act(state)) if state.program.question is None else []
        if state.phase not in SECRET_PHASES or len(free) < 2 or random.random() < compared / 30:
            continue
        seat = random.choice(free)
        for viewer in viewers(state):
            if viewer == seat:
                continue
            seen = {
                (str([fact for event in told if (fact := event.seen_by(viewer)) is not None]),
                 str(RULES.view(after, viewer)))
                for after, told in choices_of(RULES, state, seat, random)
            }  # fmt: skip
            assert len(seen) == 1
            compared += 1
    assert compared


def test_a_deck_made_anew_has_the_cards_that_were_seen_even_where_no_ready_one_has_them():
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


class HandsInTheView(ArclashRules):
    def view(self, state, viewer):
        seen = super().view(state, viewer)
        cards = [card for side in state.sides for card in side.hand]
        return replace(seen, used=tuple(cards))


class FaceDownCardLeavesTheHandCount(ArclashRules):
    def view(self, state, viewer):
        seen = super().view(state, viewer)
        places = [
            replace(place, hand=place.hand - (side.placed >= 0))
            for place, side in zip(seen.places, state.sides, strict=True)
        ]
        return replace(seen, places=tuple(places))


class HowManyCardsAreChosenYetIsToldToAll(ArclashRules):
    def apply(self, state, seat, action, rng):
        events = super().apply(state, seat, action, rng)
        return [
            Event(fact) if isinstance(fact := event.private.get(seat), facts.Decided) else event
            for event in events
        ]


class DeckOrderInTheView(ArclashRules):
    def view(self, state, viewer):
        seen = super().view(state, viewer)
        return replace(seen, used=tuple([card for side in state.sides for card in side.deck.order[:1]]))


class LegalListThatKnowsTheOthersChoice(ArclashRules):
    def legal(self, state, seat):
        legal = super().legal(state, seat)
        others = [side.placed for other, side in enumerate(state.sides) if other != seat]
        return list(legal)[::-1] if max(others) >= 0 else legal


class RefusalThatKnowsAnothersHand(ArclashRules):
    def apply(self, state, seat, action, rng):
        others = [card for other, side in enumerate(state.sides) if other != seat for card in side.hand]
        if isinstance(action, actions.Play) and action.card in others:
            raise IllegalAction("Another holds that card.")
        return super().apply(state, seat, action, rng)


class AwaitsOnlyWhoCanAdvance(ArclashRules):
    def to_act(self, state):
        waited = super().to_act(state)
        if state.phase != "advance" or state.program.question is not None or len(waited) < 2:
            return waited
        able = [seat for seat in waited if len(super(AwaitsOnlyWhoCanAdvance, self).legal(state, seat)) > 1]
        return frozenset(able) or waited


class PaymentToldToAll(ArclashRules):
    def apply(self, state, seat, action, rng):
        events = super().apply(state, seat, action, rng)
        return [
            Event(event.public or facts.Chose(seat, "advance"), event.private) if event.private else event
            for event in events
        ]


class ChoiceToldToAll(ArclashRules):
    def apply(self, state, seat, action, rng):
        events = super().apply(state, seat, action, rng)
        told = [
            event.private.get(seat) if isinstance(event.public, facts.Chose) else event.public
            for event in events
        ]
        return [Event(fact, event.private) for fact, event in zip(told, events, strict=True)]


class DrawToldToAll(ArclashRules):
    def apply(self, state, seat, action, rng):
        events = super().apply(state, seat, action, rng)
        return [
            Event(next(iter(event.private.values()))) if isinstance(event.public, facts.Drew) else event
            for event in events
        ]


LEAKS = {
    HandsInTheView: "the view differs",
    FaceDownCardLeavesTheHandCount: "the view differs|yet shows in the view",
    HowManyCardsAreChosenYetIsToldToAll: "the facts of Choose|and yet is told of",
    DeckOrderInTheView: "the view differs",
    LegalListThatKnowsTheOthersChoice: "the legal actions differs",
    RefusalThatKnowsAnothersHand: "the answer to Play",
    AwaitsOnlyWhoCanAdvance: "who is awaited differs",
    ChoiceToldToAll: "the facts of",
    PaymentToldToAll: "changes nothing that is seen|the facts of|the kinds|the view differs",
    DrawToldToAll: "the facts of|the kinds",
}
"""Each leak, and by what it shows."""


@pytest.mark.parametrize("leaking", LEAKS, ids=lambda rules: rules.__name__)
def test_a_planted_leak_is_caught(leaking):
    with pytest.raises(Leak) as caught:
        check_all(leaking(LIBRARY), positions(range(30), kept=0.3))
    assert re.search(LEAKS[leaking], str(caught.value))


def test_a_match_that_ends_before_it_begins_can_be_made_anew():
    table = Table("", "", phase="decks", turn=0)
    table.play("1: deck ember", "2: resign")
    for viewer in (None, 1, 2):
        view = table.view(viewer)
        anew = RULES.resample(view, fresh_randomness(1))
        assert RULES.view(anew, view.viewer) == view
