"""Secret choices of decks and Leaders, attached edits, other rulings (OVC-03 to OVC-06, OVC-23, OVC-34)."""

from __future__ import annotations

import pytest

from bot.engine.errors import IllegalAction
from bot.games.overcross.cards.decks import ready_decks
from bot.games.overcross.rules import actions, facts
from bot.games.overcross.rules.deckbuilding import deck_rules
from bot.games.overcross.rules.options import Options
from tests.games.overcross.chance import POOL, RULES
from tests.games.overcross.table import SEVEN, Match
from tests.games.random_play import fresh_randomness


def choosing(seats=2, **options):
    return RULES.setup(Options(**options), seats, fresh_randomness(1))


def refused(state, action, seat=0):
    with pytest.raises(IllegalAction) as sentence:
        RULES.apply(state, seat, action, fresh_randomness(1))
    return str(sentence.value)


def do(state, seat, action):
    return RULES.apply(state, seat, action, fresh_randomness(1))


def test_ovc_05_and_06_a_custom_or_ready_made_deck_is_chosen_in_secret():
    state = choosing(objective="summoning")
    (key, cards), *_ = ready_decks(POOL, deck_rules(state.options)).items()
    assert refused(state, actions.TakeDeck("nosuch")).startswith(
        'There is no deck "nosuch" for this match. Take '
    )
    assert (
        refused(state, actions.Name("CST-16"))
        == "Choose a deck first: the Character you name is of its side."
    )
    told = do(state, 0, actions.TakeDeck(key))
    assert [event.public for event in told] == [None]
    assert RULES.view(state, 1).lists == ((), ())
    assert RULES.view(state, 0).lists[0] == cards
    assert refused(state, actions.TakeDeck(key)) == "You have chosen a deck: withdraw it if you want another."
    assert refused(state, actions.Name("CST-15")).startswith(
        '"CST-15" is not a Legend that you can name: choose '
    )
    do(state, 0, actions.Name("CST-16"))
    assert state.ready == (True, False)
    assert refused(state, actions.Name("CST-24")) == "You have chosen already: wait until all have."
    do(state, 0, actions.Withdraw())
    assert state.ready == (False, False)
    assert state.lists[0] == ()
    do(state, 0, actions.BringDeck(cards))
    do(state, 0, actions.Name("CST-24"))
    do(state, 1, actions.TakeDeck(key))
    told = do(state, 1, actions.Name("CST-29"))
    assert any(isinstance(event.public, facts.Revealed) for event in told)
    for viewer in (None, 0, 1):
        assert RULES.view(state, viewer).chosen == (("CST-24",), ("CST-29",))
    assert [len(side.aside) for side in state.sides] == [1, 1]


def test_ovc_23_leaders_cost_no_points_and_are_chosen_beside_the_deck():
    state = choosing(victims="both")
    key = next(iter(ready_decks(POOL, deck_rules(state.options))))
    do(state, 0, actions.TakeDeck(key))
    names = [action.card for action in RULES.legal(state, 0) if isinstance(action, actions.Name)]
    assert {POOL.cards[number].mark for number in names} == {"leader"}
    do(state, 0, actions.Name(names[0]))
    names = [action.card for action in RULES.legal(state, 0) if isinstance(action, actions.Name)]
    assert {POOL.cards[number].mark for number in names} == {"champion"}


def test_ovc_03_ovc_34_an_edit_is_attached_to_an_own_or_an_enemy_character_and_an_event_needs_a_target():
    match = Match(
        SEVEN + "now: seat 1, round 3\nseat 1:\nCST-02 at D3:\nhand: CST-32 CST-30\nseat 2:\nCST-03 at D6:"
    )
    assert match.deploys(1, "Fan Club") == {"D3"}
    assert match.deploys(1, "Bad Review") == {"D6"}
    assert match.refused(1, match.a_play(1, "Fan Club", "D6")) == (
        "Fan Club is attached to a Character of yours: choose Forum Regular at D3."
    )
    match.play(1, "Bad Review", "D6")
    assert match.edits(2, "Lurker") == ["Bad Review"]
    alone = Match(SEVEN + "seat 1:\nhand: CST-32 CST-58\nseat 2:\nCST-03 at D6:")
    assert alone.refused(1, alone.a_play(1, "Fan Club", "D6")) == (
        "Fan Club is attached to a Character of yours, and you have none on the grid."
    )
    assert alone.refused(1, alone.a_play(1, "I AM OUTRAGED!")) == (
        "I AM OUTRAGED! has no legal target now, or its price cannot be paid: keep it for later."
    )


def test_a_refusal_names_the_valid_choices():
    match = Match(
        SEVEN + "terrain: CST-46 at D4\nseat 1:\nCST-26 at D3:\nhand: CST-60 CST-02\nseat 2:\n"
        "CST-02 at D5:\nCST-09 at A7:\n"
        "CST-03 at G3:"
    )
    barista = "Barista on Break"
    for at, way, terrain, sentence in (
        (
            "D5",
            0,
            False,
            "Forum Regular on D5 is out of sight: Wall on D4 is in the way. It can attack on G3 and D4.",
        ),
        (
            "A7",
            0,
            False,
            (
                "Mild-Mannered Knight on A7 is 4 squares away, and this attack reaches 3. "
                "It can attack on G3 and D4."
            ),
        ),
        ("B2", 0, False, "There is no Character on B2: attack a square with an enemy."),
        ("D4", 0, False, "There is no Character on D4: attack the terrain there if you mean it."),
        ("B2", 0, True, "There is no terrain on B2 to attack."),
        ("D5", 3, False, "Barista on Break has 1 of these only."),
    ):
        assert match.refused(1, match.an_attack(1, barista, at, way, terrain=terrain)) == sentence
    assert match.refused(1, match.a_play(1, "Flame War")).startswith(
        "Flame War costs 3 to play, and you have 1 left"
    )
    assert match.refused(1, actions.Play(401)) == "You do not hold this card: choose a card of your hand."
    assert match.refused(1, actions.Move(401, 3)).startswith("Lurker is not yours: choose Barista on")
    to_the_wall = actions.Move(match.card(1, barista), match.square("D4"))
    assert match.refused(1, to_the_wall).startswith("D4 is obstructive terrain. It can move to ")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("seat 1:\nCST-02 at D3:\nseat 2:\nCST-03 at D3:", "two Characters stand on D3."),
        ("seat 1:\nCST-99 at D3:\nseat 2:", "line 1: there is no card CST-99."),
        ("seat 1:\nCST-02 at D3: asleep\nseat 2:", '"asleep" is not known of a Character'),
        ("seat 1:", "a match has 2 to 4 players, and 1 are told of."),
        ("seat 2:", "seat 1 comes next, not seat 2."),
        (
            "terrain: CST-50 at D4\nterrain: CST-48 at D5\nseat 1:\nseat 2:",
            "Lava on D4 overlaps another terrain.",
        ),
    ],
)
def test_an_impossible_position_is_refused(text, fault):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - what it says is looked at
        RULES.position(text)
    assert fault.replace("line 1: ", "") in str(refused.value)
