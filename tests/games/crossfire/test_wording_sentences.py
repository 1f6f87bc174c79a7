"""The sentence of each fact, the status, and the position in plain text."""

from __future__ import annotations

import typing

import pytest
from msgspec.structs import replace

from bot.base.language import speaking
from bot.engine.contract import Outcome
from bot.engine.fair import Stream
from bot.games.crossfire.rules import facts
from bot.games.crossfire.rules.actions import Discard, Keep, Resign
from bot.games.crossfire.rules.cards import back, card, joker
from bot.games.crossfire.rules.state import put
from bot.games.crossfire.rules.view import Claim, Pile, Tally
from tests.games.crossfire.screens import WORDING
from tests.games.crossfire.table import RULES, Table
from tests.games.screens import NAMES
from tests.languages.marked import MARKED, unmarked


def told(table, fact, viewer=None):
    return WORDING.describe(fact, RULES.view(table.state, viewer), NAMES)


def attack_table(**more):
    return Table("b2:10 b3:4 c3:6", "c4:9s c5:7 c6:3 c7:10 c8:10", hand="J Q K 2c", **more)


def test_the_sentences_of_a_contest_name_the_next_needed_card_crf_15_crf_16():
    table = attack_table(hands={2: "Q 2d 2s"})
    attacked = table.play("attack J c4")[0]
    assert told(table, attacked) == (
        "● **Ann** attacks c4 (9♠) with J♥. ■ **Ben** may answer with a Queen or higher."
    )
    assert told(table, table.play("answer Q c4")[0]) == (
        "■ **Ben** answers at c4 with Q♥. ● **Ann** may answer with a Queen or higher."
    )
    again = table.play("answer K c4")[0]
    assert told(table, again) == "● **Ann** answers at c4 with K♥. Nothing tops a King."
    assert [told(table, fact) for fact in table.play("discard 2d")] == [
        "■ **Ben** lays nothing and discards 2♦.",
        "■ **Ben** leaves c4 unanswered. ● **Ann** will win it.",
        "Turn 5: ● **Ann** is to play.",
        "● **Ann** seizes c4 from ■ **Ben**.",
        "● **Ann** draws a card.",
    ]
    table.play("keep-one c4 2:9s")
    assert told(table, attacked) == (
        "● **Ann** attacks c4 with J♥. ■ **Ben** may answer with a Queen or higher."
    ), "later it is told without what lay there"


def test_a_draw_is_shown_only_to_its_seat_crf_26():
    table = attack_table(draws={2: "Ks"})
    events = RULES.apply(table.state, 0, table.action("discard 2c"), None)
    drew = next(event for event in events if isinstance(event.public, facts.Drew))
    assert told(table, drew.seen_by(1), viewer=1) == "You draw K♠."
    assert told(table, drew.seen_by(0), viewer=0) == "■ **Ben** draws a card."
    assert told(table, drew.seen_by(None)) == "■ **Ben** draws a card."


def test_sentences_of_a_seized_base_a_failed_probe_and_a_tied_start_draw_crf_04_crf_20_crf_21():
    table = Table("c8:3@1", "c7:10")
    fact = facts.Seized(1, table.square("c2"), 0, held=False, base=True)
    assert told(table, fact) == "■ **Ben** **seizes the base c2** of ● **Ann**!"
    fact = facts.StartDrawn(((card(0, 7, 2), card(1, 7, 3)), (joker(0), card(1, 2, 0))), 1)
    assert told(table, fact) == (
        "■ **Ben** begins: ● **Ann** 7♥, ■ **Ben** 7♠; again ● **Ann** a Joker, ■ **Ben** 2♣."
    )
    assert told(table, facts.StartDrawn((), 0)) == "● **Ann** begins."
    assert told(table, facts.StartDrawn(((None, None),), 0)) == "● **Ann** begins."
    table = Table("b2:10 b3:10", "c8:10", neutrals="b4:9s", hand="6h Q 2d 2h")
    probed = table.play("attack 6 b4")[0]
    assert told(table, probed) == ("● **Ann** fails at b4: 6♥ against 9♠. The neutral turns face down again.")


SIX, NINE, KING = card(0, 6, 2), card(1, 9, 3), card(0, 13, 1)
PLAIN = {
    facts.BasesRedealt: (
        facts.BasesRedealt(0, (SIX, KING), True),
        "deals new bases. They are 6♥, K♦, and may be",
    ),
    facts.BasesKept: (facts.BasesKept(1), "■ **Ben** keeps the bases."),
    facts.NeutralsDealt: (facts.NeutralsDealt((16, 17), (0, 1)), "2 neutral nodes are dealt face down"),
    facts.StartDrawn: (
        facts.StartDrawn(((SIX, NINE),), 1),
        "■ **Ben** begins: ● **Ann** 6♥, ■ **Ben** 9♠.",
    ),
    facts.HandDealt: (facts.HandDealt(1, (back(1),) * 3), "■ **Ben** draws a first hand of 3 cards."),
    facts.TurnBegan: (facts.TurnBegan(1, 4), "Turn 4: ■ **Ben** is to play."),
    facts.Seized: (facts.Seized(0, 17, -1, False, False), "● **Ann** seizes the neutral at c4."),
    facts.Drew: (facts.Drew(0, back(0)), "● **Ann** draws a card."),
    facts.Laid: (facts.Laid(0, SIX, 12, 7), "● **Ann** lays 6♥ on c3, next to c2."),
    facts.Supported: (facts.Supported(0, SIX, 2, 7), "● **Ann** supports the base c2 with 6♥."),
    facts.Attacked: (facts.Attacked(0, SIX, 37, 32, 1), "attacks the base c8 with 6♥. ■ **Ben** may answer"),
    facts.Probed: (
        facts.Probed(0, SIX, 17, 12, card(1, 3, 0), True),
        "c4: 6♥ beats 3♣. The other side may answer",
    ),
    facts.Answered: (
        facts.Answered(0, SIX, 17, 12, 1),
        "with 6♥. It leads there instead of the card of ■ **Ben**.",
    ),
    facts.Rebuilt: (
        facts.Rebuilt(0, SIX, 17, 12, (NINE, KING)),
        "c4 with 6♥. The seized pile of 2 cards there is",
    ),
    facts.Raised: (
        facts.Raised(0, KING, 17, 12, KING, card(1, 10, 3), ()),
        "raises K♦ on 10♠: tower c4. The card K♦ comes from the hand; the tower has power 10",
    ),
    facts.Discarded: (facts.Discarded(0, SIX), "● **Ann** lays nothing and discards 6♥."),
    facts.Replaced: (
        facts.Replaced(0, 12, joker(0), SIX),
        "takes 6♥ at c3 for a Joker. The card goes into the hand",
    ),
    facts.KeptOne: (
        facts.KeptOne(0, 17, NINE, (KING,)),
        "keeps 9♠ at c4 as a node. Discarded of the seized pile: K♦.",
    ),
    facts.Towered: (
        facts.Towered(0, 17, KING, card(1, 10, 3), ()),
        "raises K♦ on 10♠: tower c4. It has power 10",
    ),
    facts.Lapsed: (facts.Lapsed(1, 17, 0), "■ **Ben** leaves c4 unanswered. ● **Ann** will win it."),
    facts.PointsCounted: (
        facts.PointsCounted((Tally(1, 2), Tally())),
        "Points: ● 3 (1 base and chain), ■ 0.",
    ),
    facts.EndCounted: (
        facts.EndCounted((Claim(2, 1, 4), Claim(0, 0, 0))),
        "● **Ann** 7 (1 base under attack, 1 neutral and power 4 rows ahead), ■ **Ben** 0 (nothing).",
    ),
    facts.PackEmpty: (facts.PackEmpty(0), "● **Ann** has no card left to draw."),
    facts.Resigned: (facts.Resigned(1), "■ **Ben** resigns."),
    facts.MatchOver: (
        facts.MatchOver(Outcome((), (0, 0), "A pack ran out: a tie")),
        "A draw. A pack ran out",
    ),
}


@pytest.mark.parametrize("kind", typing.get_args(facts.CrossfireFact))
def test_every_kind_of_fact_has_its_sentence_in_the_catalogues(kind):
    fact, words = PLAIN[kind]
    assert words in told(Table("b2:10", "c8:10"), fact)
    with speaking(MARKED):
        for table in (Table("b2:10", "c8:10"), Table("", "", "", "")):
            assert unmarked(told(table, fact), NAMES) == []


def check_description(view):
    text = WORDING.board_text(view, NAMES)
    assert len(text) <= 3500
    assert max(len(line) for line in text.splitlines()) <= 64
    assert ("Your hand:" in text) == (view.viewer is not None)


def test_the_status_has_the_turn_contests_hands_and_packs_crf_16():
    table = attack_table()
    table.play("attack J c4")
    assert WORDING.status(RULES.view(table.state, None), NAMES) == (
        "Turn 2: ■ **Ben** to play. "
        "At c4 (9♠) ● leads with J♥, and ■ must answer now with a Queen or higher.\n"
        "● **Ann** 3 in hand, 8 in the pack · ■ **Ben** 4 in hand, 7 in the pack"
    )
    table = attack_table()
    table.play("attack K c4")
    assert "which nothing tops: the pile goes to ● next." in WORDING.status(RULES.view(table.state, 0), NAMES)
    put(table.state, table.square("c4"), replace(table.at("c4"), lapsed=True))
    lapsed = WORDING.status(RULES.view(table.state, 0), NAMES)
    assert "leads with K♥, unanswered: the pile goes to ● next." in lapsed


def test_sentences_of_teams_crf_20_crf_22():
    table = Table("e2:10 e3:10", "", "", "", neutrals="e4:3s", hand="6h Q 2d 2h")
    table.play("attack 6 e4")
    view = RULES.view(table.state, None)
    assert "and ■ or ◆ may answer next with a 7 or higher" in WORDING.status(view, NAMES)
    scored = replace(view, tallies=(Tally(1, 2, 2), Tally(1)))
    assert WORDING.status(scored, NAMES).splitlines()[1].startswith("Points of 6: ●▲ 5, ■◆ 1 · ● **Ann**")
    assert [told(table, fact) for fact in table.do(Resign(), seat=2)][:2] == [
        "■ **Ben** resigns.",
        "● **Ann** and ▲ **Cleo** win. The enemy team resigned. Points of 6: ●▲ 0, ■◆ 0.",
    ]


def test_the_start_draw_is_shown_during_the_first_turn_crf_04():
    state = RULES.setup(RULES.normalize(RULES.Options(), 2), 2, Stream("draw", bytes(32)))
    while state.phase == "bases":
        seat = min(RULES.to_act(state))
        RULES.apply(state, seat, Keep(), Stream("keep", bytes(32)))
    status = WORDING.status(RULES.view(state, None), NAMES)
    assert status.startswith("● **Ann** begins: ● **Ann** ")
    RULES.apply(state, state.turn, Discard(state.hands[state.turn][0]), Stream("on", bytes(32)))
    assert WORDING.status(RULES.view(state, None), NAMES).startswith("Turn 2: ")


def test_the_position_as_text_shows_cards_owners_power_and_contests():
    table = Table("b2:10 b3:4 c3:6 d3:K@2+3 e3:Q^10", "c4:9s c8:10", neutrals="d5:9s", hand="J 2h 2c Jo")
    put(table.state, table.square("b4"), Pile(-1, "neutral", (card(1, 5, 0),)))
    table.play("attack J c4")
    board = WORDING.board_text(RULES.view(table.state, 0), NAMES).split("\n\n")
    assert board[1].splitlines() == [
        "     a     b     c     d     e",
        " 9   _     _     _     _     _",
        " 8  Jc2   Jc2   Th2*  Jc2   Jc2",
        " 7   .     .     .     .     .",
        " 6   .     .     .     .     .",
        " 5   .     .     .    ??n    .",
        " 4   .    5cn  [9s2]   .     .",
        " 3   .    4h1*  6h1*  #K1   QT1",
        " 2  Jc1   Th1*  Jc1   Jc1   Jc1",
        " 1   _     _     _     _     _",
    ]
    text = "\n\n".join(board[2:])
    assert "At c4 (9♠) Ann leads with J♥, and Ben must answer now with a\n  Queen or higher." in text
    assert "d3: seized pile of strength 13 of seat 1: Kh, 3h." in text
    assert "e3: tower of seat 1: Qh, 10h." in text
    assert "● Ann (seat 1): 3 in hand, 8 in the pack." in text
    assert text.endswith("Your hand: 2c, 2h, Joker.")


def test_the_text_of_the_largest_table_is_cut_in_its_lists_and_keeps_the_hand():
    table = Table("d2:10", "", "", "", ultimate=True, hand="Jo 2c 2d 2h")
    heap = tuple([card(seat, rank, suit) for seat in (0, 1) for rank in range(1, 14) for suit in (0, 1)])
    for square in table.table.field_squares:
        put(table.state, square, Pile(square % 4, "seized", heap[:12]))
    view = RULES.view(table.state, 0)
    check_description(view)
    text = WORDING.board_text(view, NAMES)
    assert "\n…\n" in text
    assert text.endswith("Your hand: 2c, 2d, 2h, Joker.")


def test_a_card_that_a_joker_returned_to_the_hand_is_public_crf_13():
    table = Table("b2:10 b3:4", "c8:10", hand="Jo 2c 2d 2h")
    table.play("replace b3")
    text = WORDING.board_text(RULES.view(table.state, None), NAMES)
    assert "● Ann (seat 1): 4 in hand, known: 4h, 8 in the pack." in text
    assert "Your hand" not in text
