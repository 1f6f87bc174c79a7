"""Matches opened under version 1 of the rules go on as they began (CRF-27 to CRF-31, issue 16.6)."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest
from msgspec import UNSET

from bot import verify
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream
from bot.games.crossfire.rules import actions
from bot.games.crossfire.rules.former import FormerCrossfireRules, FormerState
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.scoring import count_points
from bot.players import RandomPlayer
from bot.registry import GAMES, former_rules
from bot.simulation import Series, audit_of
from tests.games.crossfire.chance import LIVELY
from tests.games.crossfire.table import LAYOUTS, RULES, Table

FORMER = FormerCrossfireRules(LAYOUTS)
STORED = msgspec.json.Encoder()


def of_then(table: Table) -> FormerState:
    """The position of a table as a match of version 1: what was stored has no word of an end."""
    kept = json.loads(STORED.encode(table.state))
    del kept["options"]["end"]
    return msgspec.json.decode(json.dumps(kept), type=FORMER.State)


def refusal(state: FormerState, action: object) -> str:
    with pytest.raises(IllegalAction) as refused:
        FORMER.apply(FORMER.clone(state), state.turn, action, Stream("then", bytes(32)))
    return refused.value.sentence


def test_the_house_brings_them_along_and_new_matches_are_of_version_2():
    assert GAMES["crossfire"].rules.version == "2"
    assert GAMES["crossfire"].of_version("1").rules.version == "1"
    assert ("crossfire", "1") in {(rules.key, rules.version) for rules in former_rules(GAMES)}


@pytest.mark.parametrize("seats", [2, 4])
def test_a_stored_state_comes_back_to_the_byte_and_knows_no_end(seats):
    options = FORMER.normalize(Options(), seats)
    assert options.end is UNSET
    assert b"end" not in STORED.encode(options)
    state = FORMER.setup(options, seats, Stream("kept", bytes(32)))
    kept = STORED.encode(state)
    again = msgspec.json.decode(kept, type=FORMER.State)
    assert (type(again), STORED.encode(again)) == (FormerState, kept)
    assert FORMER.view(again, 0).options == options
    assert isinstance(FORMER.resample(FORMER.view(again, 0), Stream("dealt", bytes(32))), FormerState)


def test_a_known_neutral_had_to_be_beaten():
    table = Table("c2:10 c3:10", neutrals="c4:8", hand="7 8 9 3s")
    table.play("attack 7 c4", "discard 2c")
    state, at = of_then(table), table.square("c4")
    open_to = [one.card for one in FORMER.legal(state, 0) if isinstance(one, actions.Attack) and one.at == at]
    assert open_to == [table.mine("9")]
    sentence = refusal(state, actions.Attack(table.mine("8"), at))
    assert sentence == "The neutral at c4 is known to be an 8: your 8 does not beat it."
    assert "You do not hold" in refusal(state, actions.Attack(table.mine("8") + 13, at))
    now = [one for one in RULES.legal(table.state, 0) if isinstance(one, actions.Attack) and one.at == at]
    assert len(now) == 4


def test_no_tower_was_raised_with_a_card_of_the_hand():
    table = Table("c2:10 c3:10 c4:10@2+9", hand="K 2 3 6")
    raising = table.action("raise K c4 2:10")
    state = of_then(table)
    assert raising in RULES.legal(table.state, 0)
    assert raising not in FORMER.legal(state, 0)
    assert refusal(state, raising) == "Crossfire knows no such action."
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(STORED.encode(raising), type=FORMER.Action)


def test_a_pack_that_ran_out_was_a_tie():
    table = Table("c2:10 c3:10 c4:10", "", hand="8 2s 3s 4s", draws={2: ""}, end="points")
    state = of_then(table)
    FORMER.apply(state, 0, table.action("discard 8"), Stream("then", bytes(32)))
    assert state.outcome.drawn


def test_a_chain_went_by_the_lines_of_bases():
    table = Table("", "", "e2:10 e3:10 e4:10 e5:10 e6:10 e7:10 e8:10", "")
    kept = json.loads(STORED.encode(table.state))
    state = msgspec.json.decode(json.dumps(kept), type=FORMER.State)
    assert count_points(state.table, state.board)[0].chain == 2
    assert count_points(table.table, table.state.board)[0].chain == 0


@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_of_then_is_played_on_and_verified(seats):
    played = Series(
        rules=FORMER,
        options=FORMER.normalize(Options(), seats),
        seats=seats,
        players=(RandomPlayer(),) * seats,
        games=1,
        seed="then",
        views=False,
    )
    audit = audit_of(played, played.play(0))
    assert audit.rules == "1"
    verify.check(audit, {"crossfire": RULES}, [FORMER])
    with pytest.raises(verify.Disagreement, match="under version 1 of the rules of crossfire"):
        verify.check(audit, {"crossfire": RULES})


def test_random_play_of_then_does_nothing_of_now():
    random, done = Random(3), set()
    state = FORMER.setup(FORMER.normalize(Options(), 2), 2, Stream("lively", bytes(32)))
    while state.outcome is None:
        seat = random.choice(sorted(FORMER.to_act(state)))
        legal = FORMER.legal(state, seat)
        action = random.choices(legal, [LIVELY[type(one)] for one in legal])[0]
        done.add(type(action))
        FORMER.apply(state, seat, action, Stream("on", bytes(32)))
    assert actions.Raise not in done
    assert actions.Attack in done
