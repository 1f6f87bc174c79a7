"""Legal decks, ready-made ones, and building decks by points (OVC-05, OVC-06)."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import get_args

import msgspec
import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.deckbuilding import entries_of
from bot.engine.cards.game import PoolLibrary
from bot.engine.errors import IllegalAction
from bot.games.overcross.cardgame import OvercrossCards
from bot.games.overcross.cards.cards import Happening, Pool, Terrain
from bot.games.overcross.cards.decks import DeckRules, cost, faults, ready_decks
from bot.games.overcross.cards.objectives import Objective
from bot.games.overcross.rules import actions
from bot.games.overcross.rules.deckbuilding import OvercrossDecks
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.view import Side
from bot.parts.decks.lists import BadList, read_lines, write_lines
from tests.games.overcross.chance import NUMBERS, POOL, RULES
from tests.games.overcross.laid_out import Match
from tests.games.random_play import fresh_randomness

USUAL = DeckRules()
BUILDING = OvercrossDecks(PoolLibrary(POOL))
COURT = {
    "CST-06": 2, "CST-09": 2, "CST-10": 2, "CST-11": 2, "CST-12": 3, "CST-13": 1, "CST-14": 1, "CST-32": 1,
    "CST-33": 1, "CST-36": 3, "CST-42": 2, "CST-44": 1, "CST-51": 1, "CST-54": 3, "CST-56": 1, "CST-57": 1,
    "CST-66": 1, "CST-69": 1, "CST-71": 1,
}  # fmt: skip
"""A deck of 100 points, unaffected by balance changes."""


def deck(copies, **changes):
    """Return the set numbers of a deck, with this number of copies of cards by name instead."""
    changed = dict(copies) | {NUMBERS[name.replace("_", " ")]: many for name, many in changes.items()}
    return [number for number, many in changed.items() for _ in range(many)]


# ---- legal decks


SMALL = {"CST-02": 3, "CST-06": 3, "CST-46": 2}


@pytest.mark.parametrize(
    ("cards", "limit", "fault"),
    [
        (deck(COURT), 100, ""),
        (
            deck(COURT, Wind_Machine=3),
            100,
            "The deck costs 104 points, and 100 is the limit: take out 4 points.",
        ),
        (deck(COURT, Ley_Line=5, Gutter_Between_Panels=0, Healing_Mug=1), 100, ""),
        (
            deck(COURT, Traveling_Gnome=4, Trapdoor=0, Woodland=0),
            100,
            "A deck has at most 3 copies of a card that is no Terrain, and this one has 4 of Traveling Gnome",
        ),
        (deck(SMALL, Wall=3), 30, ""),
        (
            deck(SMALL, Wall=4),
            30,
            "At most a third of the cards are Terrains, and here it is 4 of 10: take some out",
        ),
        (
            [*deck(COURT), "CST-16", "CST-27"],
            100,
            (
                "Leaders and Legends are chosen apart from the deck: take out The Unwritten King (CST-16) "
                "and Cornstalk Editor (CST-27)."
            ),
        ),
    ],
    ids=[
        "of 100 points",
        "each copy is paid for",
        "any number of a terrain",
        "3 copies of others",
        "a third of terrains",
        "more terrains",
        "Leaders and Legends",
    ],
)
def test_a_deck_is_legal_or_refused_with_its_faults_ovc_05(cards, limit, fault):
    found = faults(cards, POOL, DeckRules(limit))
    assert len(found) == bool(fault)
    assert "".join(found).startswith(fault)


@pytest.mark.parametrize(("limit", "fewest"), [(30, 8), (49, 8), (54, 9), (100, 16), (150, 25), (300, 50)])
def test_a_deck_has_a_sixth_of_the_limit_of_cards_and_never_under_8(limit, fewest):
    rules = DeckRules(limit)
    assert rules.fewest == fewest
    cards = [NUMBERS["Roller Skates"]] * 3 + [NUMBERS["Wind Machine"]] * 3
    told = [fault for fault in faults(cards, POOL, rules) if "at least" in fault]
    assert told == [
        f"A deck for {limit} points has at least {fewest} cards, and this one has 6: add {fewest - 6} cards."
    ]


def test_champions_are_deck_cards_except_with_their_objective():
    cards = [*deck(COURT, Trapdoor=0, Cursed_Signature=0), NUMBERS["Webcomic Artist, Overdue"]]
    assert faults(cards, POOL, USUAL) == ()
    (fault,) = faults(cards, POOL, DeckRules(champions=False))
    assert "take out Webcomic Artist, Overdue (CST-28)" in fault
    options = Options(objective="assassination", victims="both")
    assert BUILDING.faults(entries_of(Counter(cards)), None, options) == (fault,)
    assert BUILDING.faults(entries_of(Counter(cards)), None, Options(objective="flag")) == ()


def test_a_deck_has_one_side():
    moth = Happening("MO-01", "Moth", deck=1, play=1, side="Moths")
    pool = Pool((*POOL.sets, type(POOL.sets[0])("moths", "Moths", events=(moth,))))
    assert "of Cornstalker and Moths" in faults([*deck(COURT, Trapdoor=0), "MO-01"], pool, USUAL)[0]


WRONG = ["CST-02"] * 4 + ["CST-16", "CST-04", "CST-04", "CST-04", "XXX-01", *["CST-47"] * 6]


def test_all_faults_are_listed_in_both_languages():
    rules = DeckRules(30, champions=False)
    told = faults(WRONG, POOL, rules)
    assert [words.split()[0] for words in told] == ["There", "The", "A", "At", "Leaders", "This"]
    assert 'There is no card "XXX-01" among the cards of this match.' in told
    with speaking(language("de")):
        german = faults(WRONG, POOL, rules)
    assert len(german) == len(told)
    assert not set(german) & set(told)


# ---- ready-made decks


@pytest.mark.parametrize("objective", get_args(Objective))
@pytest.mark.parametrize("points", [30, 50, 100, 150, 200])
def test_three_ready_made_decks_use_all_points_of_each_limit(points, objective):
    found = ready_decks(POOL, DeckRules(points, objective=objective))
    assert len(found) == 3
    assert all(
        POOL.decks[key].points == points == cost(Counter(cards), POOL.cards) for key, cards in found.items()
    )


@pytest.mark.parametrize("champions", [True, False])
def test_each_limit_has_ready_made_decks_for_each_objective(champions):
    for limit in range(30, 301):
        for objective in get_args(Objective):
            assert len(ready_decks(POOL, DeckRules(limit, champions, objective=objective))) == 3, limit


def test_a_ready_made_deck_is_offered_for_its_objectives_or_if_there_is_no_other():
    """OVC-06: a deck that wins too much or too little in an objective is offered only for the others."""
    invading, summoning = [
        BUILDING.ready(None, Options(objective=each)) for each in ("invasion", "summoning")
    ]
    assert set(invading) == {"court-campaign", "union-rules", "rush-hour"}
    assert set(summoning) == {"royal-progress", "union-rules", "moderation-queue"}
    assert {*invading, *summoning} < set(BUILDING.ready(None))
    (cards,) = POOL.sets
    only = {"rush-hour": cards.decks["rush-hour"]}
    pool = Pool((msgspec.structs.replace(cards, decks=only),))
    assert set(ready_decks(pool, DeckRules(objective="flag"))) == {"rush-hour"}


def test_each_deck_card_except_champions_is_in_a_ready_made_deck():
    used = {number for one in POOL.decks.values() for number in one.cards}
    assert {card.number for card in POOL.cards.values() if not card.mark} == used


def test_ready_made_decks_are_different():
    """Two of the same points share less than half of their cards."""
    for points, objective in product((30, 50, 100, 150, 200), get_args(Objective)):
        rules = DeckRules(points, objective=objective)
        decks = [Counter(cards) for cards in ready_decks(POOL, rules).values()]
        for place, one in enumerate(decks):
            for other in decks[:place]:
                assert (one & other).total() * 2 < min(one.total(), other.total())


@pytest.mark.parametrize("key", sorted(POOL.decks))
def test_a_deck_is_exported_as_text_and_read_back_in_german_too(key):
    entries = BUILDING.ready(None)[key].entries
    text = write_lines(entries, BUILDING.cards(None))
    assert text.count("\n") == len(entries) - 1
    assert read_lines(text, BUILDING, None) == entries
    with speaking(language("de")):
        german = write_lines(entries, BUILDING.cards(None))
        assert read_lines(german, BUILDING, None) == entries
    assert key != "paper-court" or "1 CST-09 Sanftmütiger Ritter" in german.splitlines()


# ---- building


def test_a_draft_shows_its_budget():
    entries = entries_of({"CST-01": 2, "CST-46": 3})
    assert BUILDING.budget(entries, None, None) == "18 of 100 points"
    assert BUILDING.budget(entries, None, Options(points=50)) == "18 of 50 points"


def test_cards_are_offered_by_kind_with_cost_and_limit():
    cards = BUILDING.cards(None)
    assert len(cards) == 65, "without the Leaders and Legends"
    groups = list(dict.fromkeys([card.group for card in cards.values()]))
    assert groups == ["champion", "character", "edit", "terrain", "event"]
    assert (cards["CST-01"].cost, cards["CST-01"].most) == (6, 3)
    assert cards["CST-46"].most == BUILDING.largest
    assert {card.rank for card in cards.values()} <= set(BUILDING.ranks)


APART = "is never in a deck, but chosen apart from it when a match begins: leave this out."


def test_a_list_is_read_by_names_and_faults_have_their_line():
    assert read_lines("3 Forum Regular\nWall x2", BUILDING, None) == (("CST-02", 3), ("CST-46", 2))
    with pytest.raises(BadList) as bad:
        read_lines("2 Forum Reglar\n1 CST-16\n1 CST-99\nqueen of the paper court", BUILDING, None)
    assert bad.value.lines == (
        'Line 1: "Forum Reglar" is no card: did you mean Forum Regular (CST-02)?',
        f"Line 2: The Unwritten King (CST-16) {APART}",
        "Line 3: no card here has the number CST-99.",
        f"Line 4: Queen of the Paper Court (CST-15) {APART}",
    )


def test_a_deck_is_chosen_for_a_match_and_changed():
    options = RULES.normalize(Options(objective="deathmatch"), 2)
    state, rng = RULES.setup(options, 2, fresh_randomness(1)), fresh_randomness(1)
    for key in ("paper-court", "union-rules"):
        view = RULES.view(state, 0)
        assert BUILDING.may_bring(view)
        for action in BUILDING.bring(view, BUILDING.ready(None, options)[key].entries):
            RULES.apply(state, 0, action, rng)
        assert Counter(state.lists[0]) == Counter(POOL.decks[key].cards)
    assert not BUILDING.may_bring(RULES.view(state, None))
    RULES.apply(state, 1, actions.TakeDeck("moderation-queue"), rng)
    assert not BUILDING.may_bring(RULES.view(state, 0)), "all have chosen"


def test_an_illegal_deck_is_refused_with_all_faults():
    options = RULES.normalize(Options(objective="deathmatch", points=50), 2)
    state, entries = RULES.setup(options, 2, fresh_randomness(1)), entries_of(Counter(WRONG))
    (action,) = BUILDING.bring(RULES.view(state, 0), entries)
    with pytest.raises(IllegalAction) as refused:
        RULES.apply(state, 0, action, fresh_randomness(1))
    assert all(fault in refused.value.sentence for fault in BUILDING.faults(entries, None, options))


def test_the_played_cards_are_counted_for_designers():
    match = Match(in_round=6)
    match.play(match.hold(1, "Bump the Thread"))
    told = [BUILDING.played(event.public, match.state) for event in match.events]
    assert [each for found in told for each in found] == [(0, "CST-59")]


def test_the_lab_counts_playable_cards_of_a_hand_without_the_legend_ovc_24():
    """Formerly `balance` of a Summoning failed as soon as a Legend could be played."""
    match = Match(objective="summoning", in_round=9)
    match.state.chosen = (("CST-29",), ("CST-16",))
    match.hold(1, "Forum Regular", "Bog")
    legend = len(match.state.lists[0])
    match.state.sides = (Side(aside=(legend,)), match.state.sides[1])
    view, legal = RULES.view(match.state, 0), RULES.legal(match.state, 0)

    assert any(isinstance(action, actions.Play) and action.card == legend for action in legal)
    assert BUILDING.playable(view, legal) == {NUMBERS["Forum Regular"], NUMBERS["Bog"]}


# ---- listings


def test_cards_are_listed_by_kind_and_by_genre():
    game = OvercrossCards(PoolLibrary(POOL))
    cards = list(POOL.cards.values())
    titles = {one.key: list(one.offered(POOL, cards).values()) for one in game.groupings}
    assert titles == {
        "rank": ["Leaders", "Champions", "Legends", "Characters", "Edits", "Terrains", "Events"],
        "genre": ["Fantasy", "Sci-Fi", "Modern", "Online", "Of no genre"],
    }
    assert {one.of(card) for one in game.groupings for card in cards} <= {
        key for one in game.groupings for key in one.titles(POOL)
    }
    assert game.columns(POOL.cards["CST-01"]) == (
        "character",
        "Modern",
        "deck 6, play 2",
        "speed 3, defense 4",
    )
    assert game.stats(POOL.cards["CST-46"]) == "Terrain, radius 0"
    assert game.origin(POOL.cards["CST-46"], POOL) == ["Cornstalker"]
    assert game.contents(POOL.sets[0])["Ready decks"][0] == "Quick Strip"
    assert any(isinstance(card, Terrain) for card in cards)
