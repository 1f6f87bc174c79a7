"""Actions as typed words: formatted actions are parsed back, and invalid words are refused in a sentence."""

from __future__ import annotations

import pytest

from bot.engine.errors import UnreadableAction
from bot.games.neocombat.rules.actions import NEW, NONE, Cloak, Keep, Move, Play
from tests.games.neocombat.screens import WORDING
from tests.games.neocombat.table import KINDS, RULES, Table, varan
from tests.games.random_play import fresh_randomness


def a_table():
    return (
        Table("*A3@1 B5@1", "*C6@1/3 B6@0")
        .hold(1, "Burst, Aimed Shot, Slash, Detect, Spot! or Snapshot")
        .hold(2, "Dodge, Armour")
    )


VIEW = RULES.view(a_table().state, 0)


def read(kind, view=VIEW, /, **words):
    return WORDING.parse(view, view.viewer, kind, words)


def refusal(kind, view=VIEW, /, **words):
    with pytest.raises(UnreadableAction) as refused:
        read(kind, view, **words)
    return refused.value.sentence


@pytest.mark.parametrize("word", ["1.2", "1.2 B5", "B5", "b5 blaster", "Blaster", "●1.2", "● 1.2"])
def test_an_own_varan_is_typed_by_token_or_id(word):
    assert read(Cloak, token=word) == Cloak(1)


def test_an_enemy_is_typed_by_token_or_by_public_knowledge_neo_18():
    assert read(Play, card="Burst", target="C6", user="A3") == Play(KINDS["Burst"], 2, 0)
    assert read(Play, card="Detect", target="2.2") == Play(KINDS["Detect"], 3)
    assert "is not a varan" in refusal(Play, card="Detect", target="B6"), "B6 is cloaked, and unknown"


def test_a_whole_play_is_typed():
    words = {"card": "spot! or snap", "target": "2.1", "user": "1.1", "way": "shot"}
    assert read(Play, **words) == Play(KINDS["Spot! or Snapshot"], 2, 0, way=1)
    aimed = read(Play, card="aimed", target="2.1", user="1.2", claim="yes", again="y")
    assert aimed == Play(KINDS["Aimed Shot"], 2, 1, claim=True, again=True)
    assert read(Play, card="Burst") == Play(KINDS["Burst"], NONE, NONE)


@pytest.mark.parametrize(
    ("word", "sector"),
    [("Centre", 0), ("center", 0), ("0", 0), ("2", 2), ("sector 2", 2), ("new", NEW), ("a new sector", NEW)],
)
def test_sectors_are_typed_by_number_or_name_neo_06(word, sector):
    view = RULES.view(Table("A3 B5", "C6 B6").state, 0)
    assert read(Move, view, token="1.1", to=word) == Move(0, sector)


def test_a_sector_is_typed_by_a_token_in_it():
    assert read(Move, token="1.2", to="2.2") == Move(1, 0)


def test_illegal_actions_are_left_to_the_rules():
    assert read(Move, token="2.1", to="7") == Move(2, 7)
    assert read(Play, card="Killing Blow", target="2.1", user="2.2").card == KINDS["Killing Blow"]
    draft = RULES.view(a_draft(), 0)
    other = next(each for each in range(24) if each not in draft.offer)
    assert read(Keep, draft, varan=RULES.library.standard.roster[other].id) == Keep(other)


def a_draft():
    return RULES.setup(RULES.normalize(RULES.Options(deal="draft"), 2), 2, fresh_randomness(1))


def test_invalid_words_are_refused_with_the_valid_ones():
    assert refusal(Play) == "Say which card, by its name."
    assert refusal(Play, card="Brust").endswith('is not a card: did you mean "Burst"?')
    assert 'in your hand you have "Detect"' in refusal(Play, card="zzzz")
    assert refusal(Move, token="1.1", to="moon") == '"moon" is not a sector: there are Centre, 1 and new.'
    assert refusal(Cloak, token="9.9") == '"9.9" is not a varan: yours are 1.1 A3 and 1.2 B5.'
    assert refusal(Play, card="Burst", claim="maybe") == '"maybe" is no answer: say yes and no.'
    assert "this match has no draft now" in refusal(Keep, varan="A3")
    before = RULES.view(a_draft(), 0)
    assert "before the teams are dealt" in refusal(Move, before, token="1.1", to="2")
    assert "before the cards are dealt" in refusal(Play, before, card="Burst")


def test_refusals_do_not_depend_on_hidden_data_neo_18():
    sentences = set()
    for other in ("B6", "C5", "A1"):
        table = Table("*A3@1 B5@1", f"*C6@1/3 {other}@0").hold(1, "Burst").hold(2, "Dodge")
        sentences.add(refusal(Play, RULES.view(table.state, 0), card="Burst", target="nobody"))
        sentences.add(table.refusal(1, Play(KINDS["Burst"], 3, 0)))
    assert sentences == {
        '"nobody" is not a varan: there are 1.1 A3, 1.2 B5, 2.1 C6 and 2.2.',
        "2.2 is cloaked: Burst is meant for a revealed varan.",
    }


def test_varans_of_the_draft_are_typed_by_id_neo_01a():
    view = RULES.view(a_draft(), 0)
    one = RULES.library.standard.roster[view.offer[0]].id
    assert read(Keep, view, varan=one.lower()) == Keep(varan(one))
