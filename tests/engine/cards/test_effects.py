"""Effects: power, drawing, searching, levels, shields, and effects that lead to others (ARC-18)."""

import pytest

from bot.engine.cards.program import STOP
from bot.engine.cards.words.dice import Dice, Reroll
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import Choose, If
from bot.games.arclash.cards.words.abilities import DiscardCards, Search
from bot.games.arclash.cards.words.levels import LevelDown
from bot.games.arclash.cards.words.places import Filter
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.cards.words.score import ScoreIs
from bot.games.arclash.cards.words.shield import Shield
from tests.engine.cards.toy import Story, Toy, ToyFace

TIDE = Filter(word="tide")


# ---- power


@pytest.mark.parametrize("until", ["turn", "next-turn", "stack"])
def test_power_is_added_and_removed_for_the_duration_of_the_card(until):
    story = Story(Toy(3)).play(Buff(50, until=until), Debuff(25, "opponents", until))
    assert story.told() == [("power", 0, 50, until), ("power", 1, -25, until), ("power", 2, -25, until)]
    assert story.table.power(0) == 150


def test_dice_for_several_players_are_rolled_once_and_without_players_not():
    story = Story(Toy(3), 4).play(Debuff(Dice(times=10), "opponents"))
    assert story.told() == [("rolled", 0, (4,), 6), ("power", 1, -40, "turn"), ("power", 2, -40, "turn")]
    nobody = Debuff(Dice(), "chosen"), DrawCards(Dice(), "chosen"), DiscardCards("chosen", count=Dice())
    story = Story().play(*nobody)
    assert story.told() == []
    assert story.rng.draws == []


# ---- drawing


def test_players_draw_clockwise_from_you():
    table = Toy(3)
    for seat in range(3):
        table.put("deck", seat, *["Card"] * 5)
    story = Story(table, 2).play(DrawCards(whose="everyone"), DrawCards(Dice()), seat=1)
    assert story.told("drew") == [("drew", 1, 1), ("drew", 2, 1), ("drew", 0, 1), ("drew", 1, 2)]
    assert [len(table.cards("hand", seat)) for seat in range(3)] == [1, 3, 1]


# ---- searching


@pytest.fixture
def deck():
    """Return a deck, top first: 2 Tide, 3 Stone, 4 Tide, 5 Stone, 6 Tide; discards are 7 Tide and 8 Stone."""
    table = Toy()
    table.put("deck", 0, "Tide A", "Stone B", "Tide C", "Stone D", "Tide E")
    table.put("discard", 0, "Tide F", "Stone G")
    return table


def test_a_deck_is_searched_for_matching_cards(deck):
    story = Story(deck).play(Search("deck", 2, TIDE))
    question = story.question
    assert (question.seat, question.kind, question.why, question.left) == (0, "card", "search", 2)
    assert question.looking == (2, 3, 4, 5, 6)
    assert story.answers == (2, 4, 6, STOP)
    story.answer(4)
    assert story.answers == (2, 6, STOP)
    assert story.question.left == 1
    story.answer(6)
    assert story.over
    assert story.told() == [("took", 0, "deck", (4, 6), "hand")]
    assert deck.cards("hand", 0) == (4, 6)


def test_the_order_of_offered_cards_reveals_nothing_of_the_deck(deck):
    deck.zones[0]["deck"] = [5, 2, 6, 4, 3]
    question = Story(deck).play(Search("deck")).question
    assert question.options == question.looking == (2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("search", "taken"),
    [(Search("deck", 3), (4,)), (Search("deck", 3), ()), (Search("deck", 5, TIDE), (2, 4, 6))],
)
def test_the_searcher_may_take_fewer_cards_or_none_and_always_ends_the_search(deck, search, taken):
    story = Story(deck).play(search).answer(*taken)
    assert STOP in story.answers
    assert story.answer(STOP).told() == [("took", 0, "deck", taken, "hand")]


def test_a_search_without_matching_cards_asks_too(deck):
    """Otherwise others could tell from the missing wait which cards are not in the deck."""
    story = Story(deck).play(Search("deck", 1, Filter(word="ember")))
    assert story.answers == (STOP,)
    assert story.question.looking == (2, 3, 4, 5, 6)
    assert story.answer(STOP).told() == [("took", 0, "deck", (), "hand")]


@pytest.mark.parametrize(
    ("search", "cards", "looked_at"),
    [
        (Search("top", top=2), 5, (2, 3)),
        (Search("top", top=9), 5, (2, 3, 4, 5, 6)),
        (Search("top-half"), 5, (2, 3, 4)),
        (Search("top-half"), 4, (2, 3)),
        (Search("top-half"), 2, (2,)),
    ],
)
def test_a_part_of_a_deck_is_searched_and_half_of_it_is_rounded_up(deck, search, cards, looked_at):
    deck.zones[0]["deck"] = deck.zones[0]["deck"][:cards]
    assert Story(deck).play(search).question.looking == looked_at


def test_a_searched_deck_is_shuffled_even_if_nothing_is_taken(deck):
    story = Story(deck).play(Search("top", top=1)).answer(STOP)
    assert [draw.purpose for draw in story.rng.draws] == ["deck"]


def test_an_empty_place_is_not_searched():
    story = Story().play(Search("deck"), Search("top", top=3), Search("top-half"), Search("discard"))
    assert story.over
    assert story.told() == []
    assert Story(Toy()).play(Search("top", top=0)).over


def test_the_public_discard_pile_needs_no_question_without_matching_cards(deck):
    assert Story(deck.clone()).play(Search("discard", 2, TIDE)).answers == (7, STOP)
    story = Story(deck.clone()).play(Search("discard", 2, TIDE)).answer(7)
    assert story.over
    assert story.told() == [("took", 0, "discard", (7,), "hand")]
    story = Story(deck.clone()).play(Search("discard", 1, Filter(word="ember")))
    assert story.over
    assert story.told() == [("took", 0, "discard", (), "hand")]


def test_cards_of_the_discard_pile_can_go_back_to_the_deck(deck):
    story = Story(deck).play(Search("discard", 1, to="deck")).answer(8)
    assert story.told() == [("took", 0, "discard", (8,), "deck")]
    assert sorted(deck.cards("deck", 0)) == [2, 3, 4, 5, 6, 8]
    story = Story(deck).play(Search("deck", 1, to="deck")).answer(8)
    assert story.told()[-1] == ("took", 0, "deck", (8,), "hand")


# ---- levels and shields


def test_levels_go_down():
    table = Toy(3)
    for seat in (1, 2):
        table.put("stack", seat, ToyFace("Two", level=2))
    assert Story(table).play(LevelDown("opponents")).told() == [("level down", 1), ("level down", 2)]


def test_shields_are_set_for_you_or_for_everyone():
    story = Story(Toy(3)).play(
        Shield(("debuff", "discard"), until="next-turn"), Shield(("level-down",), "everyone")
    )
    assert story.told() == [
        ("shielded", 0, ("debuff", "discard"), "next-turn"),
        ("shielded", 0, ("level-down",), "turn"),
        ("shielded", 1, ("level-down",), "turn"),
        ("shielded", 2, ("level-down",), "turn"),
    ]


def test_a_shield_prevents_effects_of_others_and_is_reported():
    table = Toy(2)
    table.put("stack", 1, ToyFace("Two", level=2))
    table.put("hand", 1, "Card")
    table.put("deck", 1, "Card")
    table.guards = [(1, ("debuff", "level-down", "discard"))]
    story = Story(table).play(
        Debuff(50), LevelDown(), DiscardCards(), DiscardCards(how="random"), DiscardCards(zone="deck")
    )
    assert story.over
    guarded = [("prevented", 1, what) for what in ("debuff", "level-down", "discard", "discard", "discard")]
    assert story.told() == guarded


def test_a_shield_does_not_prevent_effects_of_own_cards():
    table = Toy(2)
    table.put("hand", 0, "Card", "Card")
    table.guards = [(0, ("debuff", "level-down", "discard"))]
    story = Story(table).play(Debuff(50, "you"), DiscardCards("you")).answer(2)
    assert [fact[0] for fact in story.told()] == ["power", "discarded"]


# ---- effects that lead to others


def test_one_of_two_branches_is_carried_out_before_the_next_effect():
    branch = If(ScoreIs(at_least=0), (Buff(2), If(ScoreIs(at_least=9), (), (Buff(3),)), Buff(4)), (Buff(9),))
    story = Story().play(Buff(1), branch, Buff(5))
    assert [fact[2] for fact in story.told("power")] == [1, 2, 3, 4, 5]
    assert Story().play(If(ScoreIs(at_least=9), (Buff(1),)), Buff(5)).told() == [("power", 0, 5, "turn")]


def test_you_choose_one_of_several_effects():
    choose = Choose(((Buff(1),), (Buff(2), Buff(3)), ()))
    story = Story().play(choose, Buff(9))
    asked = story.question
    assert (asked.seat, asked.kind, asked.why, asked.options) == (0, "option", "option", (0, 1, 2))
    assert asked.about == choose
    assert [fact[2] for fact in story.answer(1).told("power")] == [2, 3, 9]
    assert [fact[2] for fact in Story().play(choose).answer(2).told("power")] == []


def test_an_opponent_chooses_an_effect_on_you():
    story = Story(Toy(3)).play(Choose(((Debuff(1, "you"),), (Debuff(2, "chosen"),)), "opponent"))
    assert (story.question.seat, story.question.kind) == (0, "seat")
    story.answer(2)
    assert (story.question.seat, story.question.kind) == (2, "option")
    assert story.answer(1).told() == [("power", 2, -2, "turn")]


def test_the_opponent_chosen_before_chooses():
    story = Story(Toy(3)).play(Debuff(1), Choose(((Buff(1),), (Buff(2),)), "chosen")).answer(1)
    assert story.question.seat == 1
    assert Story(Toy(3)).play(Choose(((Buff(1),), (Buff(2),)), "chosen")).over


def test_a_reroll_outside_of_a_roll_has_no_effect():
    assert Story().play(Reroll(), Buff(1)).told() == [("power", 0, 1, "turn")]
