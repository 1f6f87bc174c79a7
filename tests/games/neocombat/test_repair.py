"""Repair and discard: one secret hand-off (NEO-14, NEO-15), and shuffles (NEO-18a)."""

import msgspec

from bot.games.neocombat.rules import actions, facts, repair
from tests.games.neocombat.table import KINDS, RULES, Table


def repairing(*teams, one="", two=""):
    return Table(*teams).hold(1, one).hold(2, two).repair()


def ready(table, *seats):
    for seat in seats:
        table.do(seat, actions.Ready())
    return table


def test_all_choose_at_once_and_reveal_together():
    """NEO-14: choices are hidden until all are ready."""
    table = repairing("*A1 A3", "*B1 B2")
    before = RULES.view(table.state, 1), RULES.view(table.state, None)
    table.do(1, actions.Cloak(0))
    assert [event.public for event in table.events] == [None]
    assert (RULES.view(table.state, 1), RULES.view(table.state, None)) == before
    assert RULES.view(table.state, 0).plan.cloak == (0,)
    ready(table, 1)
    assert table.told(facts.HandedOff) == [facts.HandedOff(0)]
    assert table.at("1.1").revealed
    assert "You have handed off already" in table.refusal(1, actions.Ready())
    ready(table, 2)
    assert not table.at("1.1").revealed


def test_varans_that_cannot_cloak():
    """NEO-14: in the Centre, sideways or not own varans.

    Then all sideways varans are turned back, and the marker moves one clockwise (NEO-15).
    """
    table = repairing("*A1 *A3@0 A4", "*B1 B2 B3")
    for token, sentence in (
        (1, "in the Centre"),
        (2, "cloaked already"),
        (3, "not yours"),
        (77, "not yours"),
    ):
        assert sentence in table.refusal(1, actions.Cloak(token))
    table.do(1, actions.Cloak(0))
    assert "chosen to cloak 1.1 already" in table.refusal(1, actions.Cloak(0))
    table = Table("A1 A3", "*C1 B2").hold(1, "Burst").hold(2, "")
    table.play(1, "Burst", "2.1", "1.1")
    assert table.state.phase == "repair"
    assert "1.1 is sideways" in table.refusal(1, actions.Cloak(0))
    ready(table, 1, 2)
    assert table.told(facts.TurnedBack) == [facts.TurnedBack((0,))]
    assert not table.at("1.1").sideways
    assert (table.state.first, table.state.turn) == (1, 2)


def test_a_dressing_goes_before_cloaking():
    """NEO-14a: on varans revealed when the phase began, in the order of the ruling."""
    table = repairing("*A1/4 A3", "B1 B2", one="Field Dressing")
    table.do(1, actions.Cloak(0)).do(1, actions.Dress(KINDS["Field Dressing"], 0))
    ready(table, 1, 2)
    kinds = [type(event.public) for event in table.events]
    assert kinds.index(facts.Mended) < kinds.index(facts.CloakedAgain)
    assert table.damage("1.1") == 1


def test_shuffled_tokens_become_a_set():
    """NEO-14a, NEO-18a: newly cloaked ones included; the groups are public, the order is not."""
    table = repairing("*A3 *B6 A1@5", "B1 B2 C1")
    assert "only cloaked varans" in table.refusal(1, actions.Shuffle(0))
    table.do(1, actions.Cloak(0)).do(1, actions.Cloak(1))
    table.do(1, actions.Shuffle(0)).do(1, actions.Shuffle(1))
    assert "chosen to shuffle 1.1 already" in table.refusal(1, actions.Shuffle(0))
    assert "shares its sector with no other" in table.refusal(1, actions.Shuffle(2))
    ready(table, 1, 2)
    assert table.told(facts.Shuffled) == [facts.Shuffled((0, 1))]
    (own,) = table.told(facts.Shuffled, 1)
    assert own.varans == table.state.varans[:2]
    assert table.known("1.1") == table.known("1.2") == ["A3", "B6"]
    assert table.known("1.3") == ["?1"]


def test_cloaking_prevents_targeting_and_keeps_public_knowledge():
    """NEO-18a: without a shuffle the varan is still publicly known."""
    table = repairing("*A3/2 B6", "B1 B2")
    table.do(1, actions.Cloak(0))
    ready(table, 1, 2)
    assert table.known("1.1") == ["A3"]
    assert RULES.view(table.state, 1).wounds[table.state.varans[0]] == 2


def test_a_shuffle_moves_the_damage_with_the_varan():
    """NEO-18a: damage belongs to the varan; its token is now unknown."""
    seen = set()
    for words in ("", "Burst", "Slash", "Burst, Slash", "Dodge", "Stun"):
        table = repairing("*A3/2 *B6", "B1 B2", one=words)
        for token in (0, 1):
            table.do(1, actions.Cloak(token))
        table.do(1, actions.Shuffle(0)).do(1, actions.Shuffle(1))
        table.rng.roll("something else", 6, len(words))
        for _ in range(len(words)):
            table.rng.roll("something else", 6)
        ready(table, 1, 2)
        seen.add((table.damage("1.1"), table.damage("1.2")))
    assert seen == {(2, 0), (0, 2)}


def test_the_hand_limit_is_living_varans_plus_four():
    """NEO-15: any cards may be discarded, then those beyond the limit must be."""
    table = repairing("A1 A3", "B1 B2", one="Burst, Burst, Burst, Slash, Slash, Dodge, Stun, Detect")
    assert actions.Ready() not in RULES.legal(table.state, 0)
    assert table.refusal(1, actions.Ready()) == "Discard 2 more cards first."
    table.do(1, actions.Discard(KINDS["Burst"])).do(1, actions.Discard(KINDS["Burst"]))
    table.do(1, actions.Discard(KINDS["Slash"]))
    ready(table, 1)
    assert len(table.hand(1)) == 8
    ready(table, 2)
    assert table.told(facts.Discarded) == [facts.Discarded(0, (3, 3, 8))]
    assert len(table.hand(1)) == 5 + 2
    assert table.state.deck.discard == (3, 3, 8)


def test_a_card_that_is_used_is_not_discarded_too():
    """NEO-15: a card chosen for one use is not counted in the hand."""
    table = repairing("*A1/4 A3", "B1 B2", one="Field Dressing")
    card = KINDS["Field Dressing"]
    table.do(1, actions.Dress(card, 0))
    assert "You do not hold Field Dressing" in table.refusal(1, actions.Discard(card))
    assert RULES.view(table.state, 1).hands[0] == 1


def test_a_timeout_in_repair_does_nothing_and_discards_at_random():
    """NEO-19: the choices made so far are not carried out."""
    table = repairing("*A1 A3", "B1 B2", one="Burst, Burst, Burst, Slash, Slash, Dodge, Stun, Detect")
    table.do(1, actions.Cloak(0)).do(1, actions.Discard(KINDS["Stun"]))
    assert RULES.timeout_action(table.state, 0) == actions.ByLot()
    table.do(1, actions.ByLot())
    ready(table, 2)
    assert table.at("1.1").revealed
    (told,) = table.told(facts.Discarded)
    assert len(told.cards) == 2


def test_a_shuffle_looks_the_same_to_others_whichever_varans_moved(monkeypatch):
    """NEO-14a, NEO-18a: the tokens are public. A planted leak, the tokens whose varan moved, is found."""

    def looks():
        others, own = set(), set()
        for rolls in range(6):
            table = repairing("*A3 *B6", "B1 B2")
            for token in (0, 1):
                table.do(1, actions.Cloak(token))
            table.do(1, actions.Shuffle(0)).do(1, actions.Shuffle(1))
            for _ in range(rolls):
                table.rng.roll("something else", 6)
            ready(table, 1, 2)
            told = [
                (RULES.view(table.state, viewer), [event.seen_by(viewer) for event in table.events])
                for viewer in (None, 1)
            ]
            others.add(msgspec.json.encode(told))
            own.add(table.state.varans[:2])
        assert len(own) == 2
        return len(others)

    def shown(table, seat, tokens):
        before = table.state.varans
        shuffle(table, seat, tokens)
        moved = tuple([each for each in tokens if before[each] != table.state.varans[each]])
        table.record(facts.Shuffled(moved))

    assert looks() == 1
    shuffle = repair._shuffle
    monkeypatch.setattr(repair, "_shuffle", shown)
    assert looks() == 2
