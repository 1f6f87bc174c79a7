"""`balance`: the ready decks against each other, the same result for the same seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.catalogue import DATA
from bot.cli.balance import UNBALANCED
from bot.games.arclash.rules.options import Options
from bot.lab import study
from bot.lab.contests import Contest, bounds, outside, seating
from bot.lab.findings import Finding
from bot.lab.tallies import Count, Tally
from bot.registry import GAMES
from tests.cardsets.uploads import CLAWS
from tests.cogs.cards.test_maps import RATS
from tests.lab.test_boards import CLOG

ARCLASH = GAMES["arclash"].rules
THREE = ("windfall", "overdue", "second-firing")
QUICK = ("balance", "arclash", "--decks", *THREE, "--games", "4", "--jobs", "1", "--player", "random")


def report(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    assert main([*QUICK, "--json", *more]) == 0
    printed = capsys.readouterr()
    assert printed.err == "", "nothing is drawn on a standard error that is no terminal"
    found: dict[str, Any] = json.loads(printed.out)
    return found


def test_every_deck_meets_every_other_equally_often_arc_20(capsys):
    found = report(capsys)
    assert found["matches"] == 12
    assert {deck: tally["matches"] for deck, tally in found["decks"].items()} == dict.fromkeys(THREE, 8)
    for deck in THREE:
        against = found["against"][deck]
        assert {other: tally["matches"] for other, tally in against.items()} == {
            other: 4 for other in THREE if other != deck
        }
    won = sum(tally["rate"] * tally["matches"] for tally in found["decks"].values())
    assert won == pytest.approx(12), "each match is won once"
    assert found["mean_turns"] > 2


def test_what_one_deck_wins_of_two_the_other_loses(capsys):
    against = report(capsys)["against"]
    for deck in THREE:
        for other, tally in against[deck].items():
            assert tally["rate"] + against[other][deck]["rate"] == pytest.approx(1)


def test_each_card_of_the_decks_is_counted_and_no_other(capsys):
    played = report(capsys)["played"]
    decks = GAMES["arclash"].decks.ready(None)
    assert set(played) == {number for deck in THREE for number, _ in decks[deck].entries}
    for card in played.values():
        assert card["held"] == 8
        assert 0 <= card["played"] <= card["held"]
        assert card["times"] >= card["played"]
    assert sum(card["played"] > 0 for card in played.values()) > len(played) / 2


def test_the_same_seed_gives_the_same_result_whatever_the_processes(capsys):
    two = ("--decks", *THREE[:2], "--games", "11")
    alone, together = report(capsys, *two), report(capsys, *two, "--jobs", "2")
    assert alone == together
    assert report(capsys, *two, "--seed", "another") != alone


def test_three_decks_meet_at_a_table_of_three(capsys):
    found = report(capsys, "--seats", "3", "--games", "3")
    assert found["matches"] == 3
    assert len(found["by_seat"]) == 3
    assert all(tally["matches"] == 3 for tally in found["decks"].values())


def test_every_deck_sits_in_every_seat_in_turn():
    assert [seating(THREE, number) for number in range(3)] == [
        THREE,
        (THREE[1], THREE[2], THREE[0]),
        (THREE[2], THREE[0], THREE[1]),
    ]


def test_a_table_for_people_and_the_cards_that_win(capsys):
    assert main([*QUICK, "--cards", "2"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    for deck in THREE:
        assert deck in printed
    assert "12 matches of 2, 4 of each line-up, random in all seats, seed 1" in printed
    assert "Won by seat 1:" in printed
    assert "Cards, by how much more their decks win when they are played" in printed
    assert "In balance is 40.0% to 60.0% over all line-ups" in printed


def test_where_nothing_is_found_that_is_said(capsys):
    assert main(["balance", "crossfire", "--player", "random", "--games", "2", "--jobs", "1"]) == 0
    assert "Nothing is surely out of balance at this margin." in capsys.readouterr().out


def test_check_fails_where_a_deck_wins_too_much(tmp_path, capsys):
    """A deck whose Level 1 Characters have 999 power is named, and the exit code tells."""
    file = strong_orchard(tmp_path)
    wanted = ("--decks", "windfall", "overdue", "--games", "8", "--player", "duellist", "--set", str(file))
    assert main([*QUICK, *wanted, "--check"]) == UNBALANCED
    assert "outside: " in capsys.readouterr().out
    found = report(capsys, *wanted)
    assert found["decks"]["windfall"]["rate"] > 0.8
    assert "windfall" in found["outside"]
    assert found["cards"] != ARCLASH.cards


def test_check_fails_where_a_seat_surely_wins_too_often(monkeypatch, capsys):
    crossfire = ["balance", "crossfire", "--player", "random", "--games", "2", "--jobs", "1", "--check"]
    assert main(crossfire) == 0
    monkeypatch.setattr(study, "findings", lambda *_: [Finding("seat", "1", 0.8, 0.05)])
    assert main(crossfire) == UNBALANCED
    for card in ("card-strong", "card-weak"):
        monkeypatch.setattr(study, "findings", lambda *_, kind=card: [Finding(kind, "ORC-01", 0.3, 0.05)])
        found = [
            "arclash",
            "--decks",
            "windfall",
            "overdue",
            "--games",
            "2",
            "--player",
            "random",
            "--jobs",
            "1",
        ]
        assert main(["balance", *found, "--json", "--check"]) == UNBALANCED
    monkeypatch.setattr(study, "findings", lambda *_: [Finding("endless", "", 1)])
    assert main(crossfire) == 0


def test_cards_of_ones_own_reach_the_other_processes(tmp_path, capsys):
    own = ("--decks", *THREE[:2], "--set", str(strong_orchard(tmp_path)))
    assert report(capsys, *own) == report(capsys, *own, "--jobs", "2")


def strong_orchard(folder: Path) -> Path:
    text = (DATA / "arclash" / "sets" / "orchard.toml").read_text("utf-8")
    for power in (225, 300, 375):
        assert f"power = {power}\n" in text
        text = text.replace(f"power = {power}\n", "power = 999\n")
    file = folder / "orchard.toml"
    file.write_text(text, "utf-8")
    return file


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["arclsh"],
            'There is no game "arclsh" (did you mean arclash?). Choose papyrus, crossfire, ',
        ),
        (["crossfire", "--decks", "x"], "Crossfire is played without decks or squads: leave --decks out."),
        (["papyrus", "--card", "TID-01"], "Papyrus is played without decks: it has no cards to be measured."),
        (["arclash", "--seats", "7"], "Arclash has 2 to 6 seats, not 7."),
        (["arclash", "--games", "0"], "--games is a whole number from 1 to 100,000, not 0."),
        (["arclash", "--pairs", "0"], "--pairs is a whole number from 1 to 100,000, not 0."),
        (["arclash", "--jobs", "0"], "--jobs is a whole number from 1 to 512, not 0."),
        (["arclash", "--decks", "windfal"], 'There is no ready deck "windfal" (did you mean windfall?).'),
        (["arclash", "--decks", "windfall"], "2 different decks are needed for 2 seats, not 1."),
        (["arclash", "--decks", "windfall", "windfall"], "2 different decks are needed for 2 seats, not 1."),
        (
            ["arclash", "--player", "skirmisher"],
            'There is no computer player "skirmisher" for arclash',
        ),
        (
            ["arclash", "--options", "score=3"],
            '--options is a JSON object such as {"score": 15}, not "score=3".',
        ),
        (["arclash", "--options", '{"scor": 3}'], 'Arclash has no option "scor" (did you mean score?).'),
    ],
)
def test_a_bad_request_gets_a_sentence(arguments: Sequence[str], sentence: str, capsys):
    assert main(["balance", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(sentence)
    assert printed.err.count("\n") == 1


def test_a_card_file_with_an_error_gets_its_sentence(tmp_path, capsys):
    file = tmp_path / "broken.toml"
    file.write_text("key = 3\n")
    assert main(["balance", "arclash", "--set", str(file)]) == 1
    assert str(file) in capsys.readouterr().err


def test_cards_of_neo_combat_are_measured_among_the_usual_ones(tmp_path, capsys):
    file = tmp_path / "claws.toml"
    file.write_bytes(CLAWS)
    wanted = [
        "balance",
        "neo-combat",
        "--set",
        str(file),
        "--games",
        "16",
        "--player",
        "random",
        "--jobs",
        "1",
    ]
    assert main(wanted) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Great Volley" in told
    assert "Damage of an attack, turn by turn: these cards, and the usual ones" in told
    assert "surely" in told.rpartition("the usual ones")[2]
    assert main([*wanted, "--card", "CLW-9"]) == 2
    assert 'no card "CLW-9"' in capsys.readouterr().err
    assert main([*wanted, "--against", str(file)]) == 2
    assert "--against compares these" in capsys.readouterr().err


# Counting


def test_the_margin_of_error_shrinks_with_the_root_of_the_matches():
    few, many = Tally(100, 50.0), Tally(10_000, 5_000.0)
    assert few.error == pytest.approx(0.096, abs=0.002)
    assert many.error == pytest.approx(0.0098, abs=0.0002)
    assert Tally(4, 4.0).error > 0.2, "four wins in a row prove little"


def test_in_balance_is_as_far_from_the_even_share_for_more_seats():
    assert bounds(2) == pytest.approx((0.4, 0.6))
    assert bounds(4) == pytest.approx((0.2, 0.3))


def test_what_lies_outside_is_told():
    count = Count(entrants={"low": Tally(100, 39.0), "even": Tally(100, 41.0), "high": Tally(100, 61.0)})
    assert outside(count, 2) == ["low", "high"]


def test_every_line_up_is_played_in_parts_that_leave_nothing_out():
    contest = Contest(
        game="arclash", player="random", options=ARCLASH.normalize(Options(), 2), seats=2, entrants=THREE,
        games=25, seed="parts",
    )  # fmt: skip
    parts = list(contest.bouts())
    assert sum(len(part.numbers) for part in parts) == contest.matches == 75
    assert len({(part.line_up, number) for part in parts for number in part.numbers}) == 75


# Maps, layouts and squads


def test_an_uneven_map_makes_the_check_fail_and_bad_requests_are_refused(tmp_path, capsys):
    """The planted map of the lab's tests; then what cannot be measured, each with a sentence."""
    clog, rats = tmp_path / "clog.toml", tmp_path / "rats.toml"
    clog.write_bytes(CLOG)
    rats.write_bytes(RATS)
    few = ("--matches", "1", "--jobs", "1", "--seed", "planted")
    assert main(["maps", "lab", str(clog), *few, "--check"]) == UNBALANCED
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "The Clog (clog), a map:"
    assert second.startswith("- Seat 1 wins ")
    assert main(["maps", "lab", "two", *few, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)["layout two"]
    assert (report["matches"], report["plain"]) == (2, None)
    assert main(["maps", "lab", str(rats), *few]) == 0
    out = capsys.readouterr().out
    assert "Squads, in 14 matches against the ready ones and each other:" in out
    assert "- Rats wins " in out
    for words, sentence in (
        (("two", "--seats", "4"), "is for 2 seats, not 4"),
        ((str(clog), "--matches", "0"), "--matches"),
        (("no-such.toml",), "there is no such file"),
    ):
        assert main(["maps", "lab", *words]) == 2
        printed = capsys.readouterr()
        assert sentence in printed.out + printed.err
    rats.write_bytes(RATS.replace(b"smg = 3", b"tank = 3"))
    assert main(["maps", "lab", str(rats), *few]) == 1
    assert "tank" in capsys.readouterr().out


def test_squads_that_the_options_bring_are_among_the_entrants(capsys):
    options = '{"squads": "rats:3smg+2sniper", "squad": 2}'
    words = ("--decks", "rats", "storm", "--games", "2", "--jobs", "1", "--options", options, "--json")
    assert main(["balance", "papyrus", *words]) == 0
    assert set(json.loads(capsys.readouterr().out)["decks"]) == {"rats", "storm"}
