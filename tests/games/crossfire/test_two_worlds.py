"""A viewer cannot distinguish the true match from one with redrawn hidden data (CRF-26)."""

import pytest
from msgspec.structs import replace

from bot.engine.contract import Event
from bot.engine.errors import IllegalAction
from bot.games.crossfire.rules import actions, facts
from bot.games.crossfire.rules.cards import strength
from bot.games.crossfire.rules.resample import unseen_of
from bot.games.crossfire.rules.rules import CrossfireRules
from tests.games.crossfire.chance import playthrough, positions
from tests.games.crossfire.table import LAYOUTS, RULES, Table
from tests.games.crossfire.test_random_play import check_conservation
from tests.games.random_play import fresh_randomness, viewers
from tests.two_worlds import Leak, TwoWorlds


def reveals_to(viewer):
    """Return the types of facts that may reveal hidden data to this viewer, never another's draw or hand."""

    class TellsAFace(type):
        def __instancecheck__(cls, fact):
            if isinstance(fact, facts.Drew | facts.HandDealt):
                return fact.seat == viewer
            return isinstance(fact, facts.Probed | facts.BasesRedealt | facts.StartDrawn)

    return (TellsAFace("Lawful", (), {}),)


class _BeginsTheMatch(type):
    def __instancecheck__(cls, fact):
        return isinstance(fact, facts.TurnBegan) and fact.number == 1


PARTING = (_BeginsTheMatch("FirstTurn", (), {}),)
"""Public cards decide who begins: from there on the comparison may end."""


def battery(view):
    """Return actions to try, mostly illegal: with cards of the hand, of others' packs, of the neutrals."""
    hand = view.hand or (0,)
    card, foreign = hand[len(hand) // 2], (0, 69, 116)
    for square in range(0, view.width * view.height, 2):
        yield actions.Attack(card, square)
        yield actions.Attack(hand[0], square + 1)
        yield actions.Answer(card, square)
        yield actions.Lay(hand[-1], square)
        yield actions.KeepOne(square, foreign[square % 3])
    yield from [actions.Discard(one) for one in foreign]
    yield from [actions.Replace(square) for square in range(0, 20, 3)]
    yield actions.Keep()


class WithoutRedeals(CrossfireRules):
    """Rules without redeals: the public cards of a redeal decide at random whether it ends the opening."""

    def legal(self, state, seat):
        return [action for action in super().legal(state, seat) if action != actions.Redeal()]


HONEST = WithoutRedeals(LAYOUTS)


def check_all(rules, states):
    for i, state in enumerate(states):
        for viewer in viewers(state):
            TwoWorlds(rules, battery, reveals_to(viewer), steps=3, parting=PARTING).check(
                state, viewer, seed=i
            )


def test_two_worlds_of_two_players():
    check_all(HONEST, positions(range(12), kept=0.04))


def test_two_worlds_while_bases_are_settled():
    opening = [state for state in positions(range(60), kept=1) if state.phase == "bases"]
    opening += [state for state in positions(range(4), "four", kept=1) if state.phase == "bases"]
    assert len(opening) > 10
    check_all(HONEST, opening)


def test_two_worlds_of_teams_partners_included():
    check_all(HONEST, positions(range(2), "four", kept=0.015))


def test_two_worlds_of_ultimate():
    check_all(HONEST, positions(range(1, 2), "ultimate", kept=0.008))


@pytest.mark.soak
@pytest.mark.parametrize("form", ["two", "four", "ultimate"])
def test_two_worlds_of_more_matches(form):
    check_all(HONEST, positions(range(20, 120 if form == "two" else 30), form, kept=0.05))


@pytest.mark.parametrize(("form", "count"), [("two", 5), ("four", 2), ("ultimate", 1)])
def test_a_resampled_world_has_all_cards_and_the_same_view(form, count):
    for number in range(count):
        for i, turning in enumerate(playthrough(number, form)):
            viewer = viewers(turning.after)[i % (turning.after.seats + 1)]
            view = RULES.view(turning.after, viewer)
            anew = RULES.resample(view, fresh_randomness(i))
            check_conservation(anew)
            assert RULES.view(anew, viewer) == view


def test_a_resampled_world_keeps_a_card_that_all_saw_going_to_a_hand_crf_13():
    table = Table("c2:10 c3:Q@2", hand="Jo 2 3 4")
    table.play("replace c3")
    queen = table.state.shown[0][0]
    view = replace(RULES.view(table.state, 1), hands=(4, 3))
    for number in range(20):
        assert queen in RULES.resample(view, fresh_randomness(number)).hands[0]
        assert queen not in unseen_of(view, 1)


class PartnersHandInTheView(CrossfireRules):
    def view(self, state, viewer):
        seen = super().view(state, viewer)
        if viewer is None or state.seats < 4:
            return seen
        return replace(seen, hand=seen.hand + state.hands[(viewer + 2) % 4])


class LegalListThatKnowsTheNeutrals(CrossfireRules):
    def legal(self, state, seat):
        legal = super().legal(state, seat)
        known = {
            square: card
            for square, card in zip(state.table.neutrals, state.neutrals, strict=False)
            if card is not None
        }
        return [
            one
            for one in legal
            if not isinstance(one, actions.Attack) or strength(one.card) >= strength(known.get(one.at, 52))
        ]


class RefusalThatKnowsAnothersHand(CrossfireRules):
    def apply(self, state, seat, action, rng):
        others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
        if isinstance(action, actions.Discard) and action.card in others:
            raise IllegalAction("Another holds that card.")
        return super().apply(state, seat, action, rng)


class DrawsAndHandsToldToAll(CrossfireRules):
    def apply(self, state, seat, action, rng):
        events = super().apply(state, seat, action, rng)
        told = [event.private.get(event.public.seat) if event.private else event.public for event in events]
        return [Event(fact) for fact in told]


class ProbeThatKeepsSilentWhenItFails(CrossfireRules):
    def apply(self, state, seat, action, rng):
        events = super().apply(state, seat, action, rng)
        return [event for event in events if not isinstance(event.public, facts.Probed) or event.public.leads]


LEAKS = {
    PartnersHandInTheView: ("four", "the view differs"),
    LegalListThatKnowsTheNeutrals: ("two", "the legal actions differs"),
    RefusalThatKnowsAnothersHand: ("two", "the answer to Discard"),
    DrawsAndHandsToldToAll: ("two", "the answer to|the facts of"),
    ProbeThatKeepsSilentWhenItFails: (
        "two",
        "the answer to Attack|the kinds and order of the facts of Attack",
    ),
}
"""Each leak, the form of the game that shows it, and its first observation."""


@pytest.mark.parametrize("leaking", LEAKS, ids=lambda rules: rules.__name__)
def test_a_planted_leak_is_detected(leaking):
    form, sign = LEAKS[leaking]
    shown = (state for state in positions(range(1, 30), form, kept=0.2) if state.phase == "turn")
    with pytest.raises(Leak, match=sign):
        check_all(leaking(LAYOUTS), shown)


def test_a_public_first_hand_is_detected():
    opening = [state for state in positions(range(4), "four", kept=1) if state.phase == "bases"]
    with pytest.raises(Leak, match="hand-dealt"):
        check_all(DrawsAndHandsToldToAll(LAYOUTS), opening)
