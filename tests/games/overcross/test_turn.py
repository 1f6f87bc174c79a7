"""The order of play: first seat, hands, turns, play limit, actions (OVC-07 to OVC-12, OVC-15, OVC-28a)."""

from __future__ import annotations

import pytest

from bot.engine.contract import Resign
from bot.engine.errors import BadOptions
from bot.engine.positions import ScriptedStream
from bot.games.overcross.rules import actions, facts
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.view import play_limit
from tests.games.overcross.chance import RULES
from tests.games.overcross.table import SEVEN, Match


def opened(seats=2, dice=(), **options):
    """Return a match in which all have chosen the same ready-made deck, and their required Characters."""
    rng = ScriptedStream(dice)
    state = RULES.setup(Options(**options), seats, rng)
    for seat in range(seats):
        while not state.ready[seat] and state.phase == "decks":
            RULES.apply(state, seat, RULES.legal(state, seat)[-1], rng)
    return state, rng


def test_ovc_07_each_rolls_ties_again_the_highest_chooses_and_turns_go_clockwise():
    state, rng = opened(3, (4, 6, 6, 2, 5), objective="deathmatch")
    assert (state.phase, RULES.to_act(state)) == ("first", {2})
    told = RULES.apply(state, 2, actions.Begin("last"), rng)
    assert state.first == 0
    assert next(event.public for event in told if isinstance(event.public, facts.OrderChosen)).order == "last"
    state, rng = opened(3, (1, 6, 2), objective="deathmatch")
    RULES.apply(state, 1, actions.Begin("first"), rng)
    for seat in range(3):
        RULES.apply(state, seat, actions.Keep(), rng)
    turns = []
    for _ in range(4):
        turns.append(state.current)
        RULES.apply(state, state.current, actions.EndTurn(), rng)
    assert turns == [1, 2, 0, 1]


def test_ovc_07_where_who_chooses_resigns_the_next_clockwise_chooses():
    """No ruling says who (DECISIONS 21)."""
    state, rng = opened(3, (1, 2, 6), objective="deathmatch")
    RULES.apply(state, 2, Resign(), rng)
    assert (state.phase, RULES.to_act(state)) == ("first", {0})


def test_ovc_08_all_draw_5_and_may_once_change_the_hand_in_secret():
    state, rng = opened(2, (6, 1), objective="deathmatch")
    RULES.apply(state, 0, actions.Begin("first"), rng)
    assert [len(hand) for hand in state.hands] == [5, 5]
    before = state.hands[1]
    told = RULES.apply(state, 1, actions.Redraw(), rng)
    assert {type(event.seen_by(None)).__name__ for event in told} == {"SeatReady"}
    assert {type(event.seen_by(0)).__name__ for event in told} == {"SeatReady"}
    assert told[0].seen_by(1).redrawn
    assert state.hands[1] != before
    assert not RULES.legal(state, 1)
    RULES.apply(state, 0, actions.Keep(), rng)
    assert (state.phase, state.current, state.round) == ("cards", 0, 1)


def test_ovc_08_each_turn_begins_with_a_draw_and_from_an_empty_deck_nothing_is_drawn():
    match = Match(SEVEN + "seat 1:\nseat 2:\ndeck: CST-02").end(1)
    assert match.hand(2) == ["Forum Regular"]
    match.end(2, 1)
    assert match.hand(2) == ["Forum Regular"]
    assert match.facts_told(facts.TurnBegan)[-1].seat == 1


def test_ovc_08_at_the_end_of_a_turn_a_hand_is_discarded_down_to_10():
    match = Match(SEVEN + "seat 1:\nhand: 3xCST-02 3xCST-03 3xCST-05 3xCST-06\nseat 2:").end(1)
    assert match.state.phase == "discard"
    assert len(match.legal(1, actions.Discard)) == 12
    assert match.refused(1, actions.EndTurn()) == (
        "A turn is ended by whose it is: now cards are discarded, for a hand has 10 at most."
    )
    for card in match.state.hands[0][:2]:
        match.do(1, actions.Discard(card))
    assert match.state.current == 1
    assert match.discard(1) == ["Forum Regular", "Forum Regular"]


def test_ovc_09_cards_are_played_before_any_action_and_minor_actions_taken_before_major_ones():
    match = Match(SEVEN + "seat 1:\nCST-09 at D4:\nCST-02 at A1:\nhand: CST-06\nseat 2:\nCST-03 at D6:", 6)
    match.move(1, "Mild-Mannered Knight", "D5")
    assert match.refused(1, match.a_play(1, "First-Post Goblin", "B1")) == (
        "Cards are played at the beginning of one's turn, before any action: now minor actions are taken, or "
        "major ones."
    )
    match.attack(1, "Mild-Mannered Knight", "D6")
    assert match.refused(1, actions.Move(match.card(1, "Forum Regular"), match.square("A2"))) == (
        "Major actions have been taken, and no minor action follows in this turn: take a major one."
    )


def test_ovc_09_the_start_of_a_turn_has_terrain_texts_edits_of_others_redeploys_and_the_draw():
    full = "".join(
        f"CST-{number:02} at {column}7:\n"
        for number, column in zip((2, 3, 5, 6, 7, 9), "ABCDEF", strict=True)
    )
    match = Match(
        SEVEN
        + "terrain: CST-53 at C5\nseat 1:\nseat 2:\nCST-24 at D5: 4 counters, CST-31 of seat 1\nCST-12 off:\n"
        "hand: CST-66\ndeck: CST-60\n" + full
    ).end(1)
    assert match.question.kind == "may"
    assert match.piece(2, "The Last Server").counters == 2, "by the shop, and by its own text (OVC-38)"
    assert match.where(2, "Traveling Gnome") == "off"
    match.do(2, actions.Choose(0))
    assert match.where(2, "Traveling Gnome") == "G7"
    assert match.hand(2) == ["Wind Machine", "Flame War"]


def test_ovc_10_the_play_limit_is_the_number_of_the_round_and_the_rest_is_lost():
    match = Match(SEVEN + "seat 1:\nhand: CST-02 CST-06 CST-09\nseat 2:")
    match.play(1, "Forum Regular", "A1")
    assert match.refused(1, match.a_play(1, "First-Post Goblin", "B1")) == (
        "First-Post Goblin costs 1 to play, and you have 0 left of your limit of 1 in this turn: "
        "play a cheaper card, or go on to actions."
    )
    match.end(1, 2)
    assert (match.state.round, match.state.spent) == (2, 0)
    later = Match(SEVEN + "now: seat 1, round 3\nseat 1:\nhand: CST-02 CST-06 CST-09\nseat 2:")
    later.play(1, "Mild-Mannered Knight", "A1").play(1, "First-Post Goblin", "B1")
    assert later.state.spent == 3


def test_ovc_10_in_the_invasion_the_first_seat_has_limit_1_in_rounds_1_and_2():
    for number, limits in ((1, (1, 1)), (2, (1, 2)), (3, (3, 3))):
        text = f"options: objective=invasion width=7 height=7\nnow: seat 1, round {number}\nseat 1:\nseat 2:"
        state = Match(text).state
        assert (play_limit(state, 0), play_limit(state, 1)) == limits


def test_ovc_11_a_name_is_unique_for_each_seat():
    match = Match(
        SEVEN + "now: seat 1, round 2\nseat 1:\nCST-02 at A1:\nhand: CST-02\nseat 2:\nCST-02 at A7:"
    )
    assert match.deploys(1, "Forum Regular") == set()
    assert match.refused(1, match.a_play(1, "Forum Regular", "B1")) == (
        "You already have Forum Regular in play, and only one Character with the same name is allowed. "
        "Play another card."
    )


def test_ovc_12_deployed_on_a_free_square_of_the_own_edge():
    match = Match(SEVEN + "seat 1:\nCST-09 at C1:\nhand: CST-02\nseat 2:")
    assert match.deploys(1, "Forum Regular") == {"A1", "B1", "D1", "E1", "F1", "G1"}
    assert match.refused(1, match.a_play(1, "Forum Regular", "C1")).startswith(
        "Forum Regular cannot be deployed on C1: choose A1, B1, D1, "
    )
    full = "".join([f"CST-{3 + at:02} at {column}1:\n" for at, column in enumerate("ABCDEFG")])
    match = Match(SEVEN + "now: seat 1, round 2\nseat 1:\n" + full + "hand: CST-12\nseat 2:")
    assert match.refused(1, match.a_play(1, "Traveling Gnome", "A1")) == (
        "No square where you can deploy is free: keep Traveling Gnome, or play another card."
    )


def test_ovc_12_third_and_fourth_seats_have_the_other_edges_without_the_corners():
    match = Match(
        "options: objective=deathmatch width=7 height=7\nnow: seat 3, round 1\nseat 1:\nseat 2:\n"
        "seat 3:\nhand: CST-02\nseat 4:\n"
        "hand: CST-02"
    )
    assert match.deploys(3, "Forum Regular") == {"A2", "A3", "A4", "A5", "A6"}
    match.end(3)
    assert match.deploys(4, "Forum Regular") == {"G2", "G3", "G4", "G5", "G6"}


def test_ovc_15_one_minor_and_one_major_action_and_on_the_turn_of_deployment_too():
    match = Match(SEVEN + "now: seat 1, round 2\nseat 1:\nhand: CST-26\nseat 2:\nCST-02 at D5:", 6)
    match.play(1, "Barista on Break", "D1").move(1, "Barista on Break", "D2")
    match.attack(1, "Barista on Break", "D5")
    refused = match.refused(1, match.an_attack(1, "Barista on Break", "D5"))
    assert refused == "Barista on Break has taken its major action in this turn: choose another Character."


def test_ovc_15_a_full_action_needs_an_unused_minor_action():
    match = Match(SEVEN + "seat 1:\nCST-10 at D3:\nseat 2:\nCST-02 at D6:", 6)
    assert match.targets(1, "Hedge Dragon", 1) == {"D6"}
    match.move(1, "Hedge Dragon", "D4")
    assert match.targets(1, "Hedge Dragon", 1) == set()
    assert match.refused(1, match.an_attack(1, "Hedge Dragon", "D6", 1)).startswith(
        "Hedge Dragon has taken its minor action in this turn"
    )


def test_ovc_28a_a_minor_attack_uses_the_minor_action_only():
    match = Match(SEVEN + "seat 1:\nCST-08 at D3: CST-38\nCST-09 at A1:\nseat 2:\nCST-02 at D6:", 6, 6)
    match.attack(1, "Spoiler Ghost", "D6")
    assert match.moves(1, "Spoiler Ghost") == set()
    assert match.moves(1, "Mild-Mannered Knight")
    match.attack(1, "Spoiler Ghost", "D6", 1)
    assert match.state.phase == "major"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"width": 8}, "The option width must be odd, not 8: take 7 or 9."),
        ({"height": 23}, "The option height must be a whole number from 7 to 21, not 23."),
        ({"points": 301}, "The option points must be a whole number from 30 to 300, not 301."),
        ({"rounds": 9}, "A match has 10 to 60 rounds, not 9."),
        ({"score": 5}, "Only the Invasion and the death match have a score: leave it out."),
        ({"objective": "invasion", "score": 31}, "The score of this objective is 1 to 30, not 31."),
        ({"objective": "deathmatch", "score": 4}, "The score of this objective is 5 to 100, not 4."),
        (
            {"objective": "flag", "victims": "both"},
            "Only the Assassination is about victims: leave them out.",
        ),
    ],
)
def test_ovc_14_and_others_invalid_options_are_refused(options, sentence):
    with pytest.raises(BadOptions) as refused:
        RULES.normalize(Options(**options), 2)
    assert str(refused.value) == sentence


def test_ovc_14_with_more_than_two_seats_the_grid_is_a_square():
    with pytest.raises(BadOptions, match="the grid is a square: take 9 rows for 9 columns"):
        RULES.normalize(Options(width=9, height=7), 3)
    settled = RULES.normalize(Options(objective="deathmatch"), 2)
    assert (settled.score, settled.rounds, settled.width, settled.height) == (20, 15, 11, 11)
    assert RULES.normalize(settled, 2) == settled


def test_the_refusal_out_of_turn_names_the_seat_on_turn():
    match = Match(SEVEN + "seat 1:\nseat 2:\nCST-02 at D7:")
    assert match.refused(2, actions.EndTurn()) == "It is not your turn: seat 1 is playing."
    assert match.refused(1, actions.Choose(1)) == "No card asks you anything now."
