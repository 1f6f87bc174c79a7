"""Actions as typed words: formatted actions are parsed back, and invalid words are refused in a sentence."""

from __future__ import annotations

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.errors import UnreadableAction
from bot.games.overcross.rules.actions import Attack, BringDeck, Choose, Move, Name, Play, TakeDeck, Use
from tests.games.overcross.screens import DUEL, WORDING, view

TWINS = f"""{DUEL}now: seat 1, round 4, minor
terrain: CST-48 at F4
seat 1:
CST-20 at B2:
CST-20 at D2:
CST-10 at F2: CST-42
hand: CST-06 CST-46
seat 2:
CST-20 at D3:
"""
VIEW = view(TWINS)


def parsed(kind, seen=VIEW, seat=0, **words):
    return WORDING.parse(seen, seat, kind, words)


def refused(kind, seen=VIEW, **words):
    with pytest.raises(UnreadableAction) as raised:
        parsed(kind, seen, **words)
    return raised.value.sentence


@pytest.mark.parametrize(
    ("kind", "words", "action"),
    [
        (Move, {"piece": "hedge", "to": "f4"}, Move(1, 26)),
        (Move, {"piece": "F2", "to": "F4"}, Move(1, 26)),
        (Move, {"piece": "cloned intern at d2", "to": "D1"}, Move(3, 3)),
        (Attack, {"piece": "CST-20 D2", "at": "D3"}, Attack(3, 17)),
        (Attack, {"piece": "Hedge Dragon", "at": "Cloned Intern D3", "way": "aim"}, Attack(1, 17, 1)),
        (Attack, {"piece": "Hedge Dragon", "at": "F4", "way": "2", "terrain": "yes"}, Attack(1, 26, 1, True)),
        (Use, {"card": "healing mug"}, Use(4)),
        (Play, {"card": "wall", "at": "D4"}, Play(5, 24)),
    ],
)
def test_characters_are_named_by_name_number_or_square(kind, words, action):
    assert parsed(kind, **words) == action


def test_two_of_a_name_are_distinguished_by_their_squares_ovc_11():
    assert refused(Move, piece="Cloned Intern", to="D1") == (
        '"Cloned Intern" could be more than one: say "Cloned Intern at B2" or "Cloned Intern at D2".'
    )


@pytest.mark.parametrize(
    ("kind", "words", "sentence"),
    [
        (Move, {"piece": "", "to": "D1"}, "Say which of your Characters, by its name or square."),
        (Move, {"piece": "Hedge", "to": "Z9"}, "columns are A to G, rows 1 to 7"),
        (Move, {"piece": "Hegde Dragon", "to": "D1"}, 'did you mean "Hedge Dragon"?'),
        (Move, {"piece": "A7", "to": "D1"}, "There is no Character on A7."),
        (Attack, {"piece": "Hedge", "at": "D3", "way": "4"}, "is none of them"),
        (Attack, {"piece": "Hedge", "at": "D3", "terrain": "perhaps"}, "neither yes nor no"),
        (
            Play,
            {"card": "Bog", "at": "D4"},
            'Bog is not in your hand: there you have "First-Post Goblin" and "Wall".',
        ),
        (Choose, {"answer": "yes"}, "No card asks you anything now."),
        (Name, {"card": "XI"}, "You have named all that this match asks for."),
        (BringDeck, {"cards": "3 Nobodies"}, "is no card"),
        (TakeDeck, {"deck": "Union Ruels"}, "did you mean"),
    ],
)
def test_invalid_words_are_refused_with_the_valid_ones(kind, words, sentence):
    assert sentence in refused(kind, **words)


def test_words_of_the_user_s_language_and_english_ones_are_read():
    with speaking(language("de")):
        said = WORDING.format(VIEW, Attack(1, 17, 1))["way"]
        assert said == "2: Schuss"
        assert parsed(Attack, piece="Hedge Dragon", at="D3", way="2: Schuss").way == 1
        assert parsed(Attack, piece="Hedge Dragon", at="D3", way="aim").way == 1
