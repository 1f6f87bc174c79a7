"""The sentence of each fact, the status, and the position in plain text."""

from __future__ import annotations

import typing

import pytest
from msgspec.structs import replace

from bot.engine.contract import Outcome
from bot.engine.grid import grid_of
from bot.games.papyrus.rules import facts
from bot.games.papyrus.rules.actions import Formation, Ready
from bot.games.papyrus.rules.options import Kind, Options
from bot.games.papyrus.wording.wording import PapyrusWording
from tests.games.papyrus.table import RULES, Table
from tests.games.random_play import fresh_randomness

WORDING = PapyrusWording()
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def told(table, fact):
    return WORDING.describe(fact, RULES.view(table.state, None), NAMES)


@pytest.mark.parametrize(
    ("squads", "critical", "line", "die", "sentence"),
    [
        (
            "smg C7 | sniper C4:8",
            False,
            "SMG-1 Sniper-1",
            5,
            "●SMG-1 (C7) hits ■Sniper-1 (C4): 4 in 6, rolled 5, 2 damage, 6 HP left.",
        ),
        (
            "smg C7 | sniper C4",
            False,
            "SMG-1 Sniper-1",
            2,
            "●SMG-1 (C7) misses ■Sniper-1 (C4): 4 in 6, rolled 2.",
        ),
        (
            "smg C7 | smg C5",
            True,
            "SMG-1 SMG-1",
            6,
            "●SMG-1 (C7) hits critically ■SMG-1 (C5): 5 in 6, rolled 6, 4 damage, 6 HP left.",
        ),
        (
            "sniper B7 | smg G7",
            True,
            "Sniper-1 SMG-1",
            3,
            "●Sniper-1 (B7) nicks ■SMG-1 (G7): 4 in 6, rolled 3, 3 damage, 7 HP left.",
        ),
        (
            "medic C7 | smg C5",
            True,
            "Medic-1 SMG-1",
            2,
            "●Medic-1 (C7) nicks ■SMG-1 (C5): 5 in 6, rolled 2, no damage.",
        ),
    ],
    ids=["a hit", "a miss", "a critical hit", "a nick", "a nick without damage"],
)
def test_a_shot_shows_chances_roll_damage_and_remaining_hp_pap_11_pap_14_pap_15(
    squads, critical, line, die, sentence
):
    table = Table(squads, critical=critical)
    (shot,) = table.do(f"attack {line}", die)
    assert told(table, shot) == sentence


def test_a_blast_names_all_hit_and_killed_units_pap_18():
    table = Table("rpg B3, smg D4 | smg E3:9, smg F3:5, sniper F4:7")
    shot, *_ = table.do("attack RPG-1 SMG-1", 6)
    assert told(table, shot) == (
        "●RPG-1 (B3) hits ■SMG-1 (E3): 4 in 6, rolled 6, 8 damage, 1 HP left. The blast hurts "
        "●SMG-1 (5 damage, 5 HP left), ■SMG-2 (5 damage, **falls**) and ■Sniper-1 (5 damage, 2 HP left)."
    )


def test_moves_and_heals_show_squares_and_hp_pap_19():
    table = Table("medic C7, smg D9:7 | smg P12")
    (moved,) = table.do("move SMG-1 to C8")
    (healed,) = table.do("heal Medic-1 SMG-1")
    assert told(table, moved) == "●SMG-1 moves from D9 to C8, 2 spaces."
    assert told(table, healed) == "●Medic-1 heals ●SMG-1, now 9 HP."


def test_the_last_shot_ends_the_match_in_words_pap_23():
    table = Table("shotgun C7:4 | sniper C6:7")
    shot, out, over = table.do("attack Shotgun-1 Sniper-1", 6)
    assert told(table, shot).endswith("7 damage, **falls**.")
    assert told(table, out) == "■ **Ben** has no unit left and is out."
    assert told(table, over) == (
        "● **Ann** wins. The last squad standing. HP left: ● **Ann** 4, ■ **Ben** 0."
    )


def test_the_roll_for_the_first_turn_shows_every_roll_pap_04():
    table = Table("smg A1 | smg P1 | smg E1")
    fact = facts.FirstPlayer(((5, 5, 2), (3, 6, 0)), 1)
    assert told(table, fact) == (
        "Rolling for the first turn: ● **Ann** 5, ■ **Ben** 5, ▲ **Cleo** 2; again ● **Ann** 3, ■ **Ben** 6. "
        "■ **Ben** begins."
    )


PLAIN = {
    facts.SquadPicked: (facts.SquadPicked(0, (Kind.SMG, Kind.SMG, Kind.RPG)), "3 of 10: 2 SMG, 1 RPG."),
    facts.SquadPlaced: (facts.SquadPlaced(0, (3, None)), "1 of your 2 units stands."),
    facts.SeatReady: (facts.SeatReady(1), "■ **Ben** is ready."),
    facts.SquadsRevealed: (facts.SquadsRevealed(((Kind.SMG,), ())), "revealed: ● **Ann** has 1 SMG."),
    facts.Deployed: (facts.Deployed(((0,), (15,))), "All squads stand on the field."),
    facts.FirstPlayer: (facts.FirstPlayer(((1, 2),), 1), "■ **Ben** begins."),
    facts.TurnBegan: (facts.TurnBegan(1, 3, 8), "Round 3: ■ **Ben** has 8 spaces to move."),
    facts.Moved: (facts.Moved(0, (0, 1)), "●SMG-1 moves from A1 to B1, 1 space."),
    facts.Shot: (facts.Shot(0, 1, 0, 15, 1, 2, "miss", 0, ()), "●SMG-1 (A1) misses ■SMG-1 (P1)"),
    facts.Healed: (facts.Healed(0, 1, 4), "●SMG-1 heals ■SMG-1, now 4 HP."),
    facts.SeatOut: (facts.SeatOut(1), "■ **Ben** has no unit left and is out."),
    facts.Resigned: (facts.Resigned(1), "■ **Ben** resigns; the squad leaves the board."),
    facts.MatchOver: (facts.MatchOver(Outcome((), (3, 3), "Equal.")), "A draw. Equal. HP left:"),
}


@pytest.mark.parametrize("kind", typing.get_args(facts.PapyrusFact))
def test_every_kind_of_fact_has_its_sentence(kind):
    fact, words = PLAIN[kind]
    assert words in told(Table("smg A1 | smg P1"), fact)


def test_the_status_has_turn_spaces_and_strength_and_warns_of_a_quiet_end_pap_07_pap_23():
    view = RULES.view(Table("smg A1, smg A3:4 | smg P1, rpg P2").state, None)
    assert WORDING.status(view, NAMES) == (
        "Round 1: ● **Ann** to play, 4 spaces left.\n● **Ann** 2 units, 14 HP · ■ **Ben** 2 units, 20 HP"
    )
    assert "Unless" not in WORDING.status(replace(view, quiet=6), NAMES)
    assert "the most HP wins in 3 rounds." in WORDING.status(replace(view, quiet=8), NAMES)
    assert "the most HP wins after this round." in WORDING.status(replace(view, quiet=10), NAMES)
    state = RULES.setup(RULES.normalize(Options(), 3), 3, fresh_randomness(1))
    picking = replace(RULES.view(state, None), ready=(False, True, False))
    assert WORDING.status(picking, NAMES).endswith("Waiting for ● **Ann** and ▲ **Cleo**.")


def test_the_position_as_text_shows_board_and_units():
    table = Table("smg B2, sniper A3:6 | rpg H2", barriers="D2 E5", width=8, height=6)
    text = WORDING.board_text(RULES.view(table.state, None), NAMES)
    board = text.split("\n\n")[1].splitlines()
    assert board[:4] == [
        "    A B C D E F G H",
        " 1  . . . . . . . .",
        " 2  .1S .## . . .2R",
        " 3 1N . . . . . . .",
    ]
    assert "● Ann (seat 1): 2 units, 16 HP\nSMG-1 B2, 10 HP; Sniper-1 A3, 6 HP;" in text
    assert "■ Ben (seat 2): 1 unit, 10 HP\nRPG-1 H2, 10 HP;" in text


@pytest.mark.parametrize(("width", "height"), [(16, 30), (19, 20), (37, 30), (40, 30)])
def test_the_largest_matches_keep_to_the_limits(width, height):
    seats = 4 if width > 20 else 2
    rng = fresh_randomness(1)
    state = RULES.setup(RULES.normalize(Options(squad=30, width=width, height=height), seats), seats, rng)
    state.squads = ((Kind.SHOTGUN,) * 30,) * seats
    for seat in range(seats):
        RULES.apply(state, seat, Ready(), rng)
    for seat in range(seats):
        RULES.apply(state, seat, Formation(), rng)
        RULES.apply(state, seat, Ready(), rng)
    text = WORDING.board_text(RULES.view(state, None), NAMES)
    assert len(text) <= 3500
    assert max(len(line) for line in text.splitlines()) <= 40
    assert text.count("Shotgun") >= seats
    assert f"{width} columns" in text
    assert "…" not in text
    last = state.units[-1]
    assert grid_of(width, height).name(last.square) in text
